#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""benchresult convert: the content that it keeps from files of other tools, and its output."""
import filecmp
import hashlib
import json
import os
import shutil
import subprocess
import unittest

import tool

DATA = os.path.join(tool.ROOT, "tests", "formats", "data")
GOOGLE = os.path.join(DATA, "google-head-full.json")


class ConvertTest(tool.ToolTest):
    def provenance(self, *args):
        process = self.run_tool("convert", *args, "-o", "-")
        self.assertEqual(process.returncode, 0, process.stderr)
        return json.loads(process.stdout)["meta"]["benchresult"]["import"]

    def test_host_is_left_out(self):
        default = self.provenance(GOOGLE)
        whole = self.provenance("--host", GOOGLE)
        with open(GOOGLE, encoding="utf-8") as file:
            context = json.load(file)["context"]
        self.assertEqual(whole.pop("host")["host_name"], context["host_name"])
        self.assertEqual(default, whole)
        self.assertEqual(default["config"]["commit"], context["commit"])

    def test_source_is_known_again(self):
        for name in ("google-head-full.json", "pyperf-gz.json.gz"):
            path = os.path.join(DATA, name)
            with open(path, "rb") as file:
                content = file.read()
            found = self.provenance(path)
            self.assertEqual(found["size"], len(content))
            self.assertEqual(found["sha256"], hashlib.sha256(content).hexdigest())
        self.assertNotIn("sha256", self.provenance(os.path.join(DATA, "criterion")))

    def test_output_is_no_input(self):
        own = os.path.join(self.directory, "own.json")
        link = os.path.join(self.directory, "link.json")
        shutil.copy(GOOGLE, own)
        os.symlink(own, link)
        for command in (("convert", own, "-o", own), ("convert", "--to", "go", own, "-o", link),
                        ("summary", own, "-o", own), ("table", GOOGLE, own, "-o", own),
                        ("compare", GOOGLE, own, "-o", own),
                        ("replay", "-c", "stdrel", own, "-o", own)):
            process = self.run_tool(*command)
            self.assertEqual(process.returncode, 2, command)
            self.assertIn("choose another file", process.stderr)
            self.assertTrue(filecmp.cmp(GOOGLE, own, shallow=False), command)
        process = self.run_tool("merge", own, "-o", own)
        self.assertEqual(process.returncode, 0, process.stderr)

    def copy_result(self, name):
        """Copies a result with samples into a separate directory; returns its path."""
        for end in ("", "-bin", "-freqs-bin"):
            source = os.path.join(tool.ROOT, "examples", "data", "main.json" + end)
            target = self.path(os.path.join(name, "main.json" + end))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            (shutil.copytree if end else shutil.copy)(source, target)
        return self.path(os.path.join(name, "main.json"))

    def content(self):
        """The content of all files of the test, by path."""
        found = {}
        for top, _, names in os.walk(self.directory):
            for name in names:
                with open(os.path.join(top, name), "rb") as file:
                    found[os.path.join(top, name)] = file.read()
        return found

    def test_output_is_nothing_that_is_read(self):
        result = self.copy_result("d")
        copy = shutil.copy(result, self.path("d/copy.json"))
        tree = shutil.copytree(os.path.join(DATA, "criterion"), self.path("cr"))
        times, rates = result + "-bin/0.bin", result + "-freqs-bin/0.bin"
        os.symlink(times, self.path("link"))
        with open(os.path.join(tree, "old.md"), "w", encoding="utf-8"):
            pass
        before = self.content()
        for command in (("convert", result, "-o", times, "--to", "csv-long"),
                        ("convert", copy, "-o", self.path("link")),
                        ("summary", copy, "-o", rates), ("compare", copy, copy, "-o", times),
                        ("compare", copy, copy, "--bulk-debug-python", times),
                        ("compare", copy, copy, "--bulk-debug-python", copy),
                        ("convert", copy, "-o", result), ("merge", copy, "-o", result),
                        ("merge", result, copy, "-o", result), ("merge", result, "-o", times),
                        ("convert", tree, "-o", os.path.join(tree, "old.md")),
                        ("summary", tree, "-o", os.path.join(tree, "old.md")),
                        ("compare", tree, tree, "-o", os.path.join(tree, "old.md"))):
            self.assertIn("choose another file", self.refused(*command), command)
            self.assertEqual(self.content(), before, command)
        # Outputs that replace no input: a report without sample folders, new files in a directory.
        os.rename(result, self.path("moved.json"))
        self.assertIn("belong to the output", self.refused("convert", copy, "-o", result))
        for command in (("summary", copy, "-o", result),
                        ("convert", copy, "--to", "csv-long", "-o", result),
                        ("summary", tree, "-o", os.path.join(tree, "new.md")),
                        ("compare", tree, tree, "-o", os.path.join(tree, "both.md")),
                        ("convert", tree, "-o", os.path.join(tree, "new.json"))):
            process = self.run_tool(*command)
            self.assertEqual(process.returncode, 0, process.stderr)
        os.rename(self.path("moved.json"), result)
        process = self.run_tool("merge", result, "-o", result)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertFalse(os.path.exists(times))

    def test_output_is_no_standard_input(self):
        own = shutil.copy(GOOGLE, self.path("own.json"))
        with open(own, encoding="utf-8") as file:
            message = self.refused("convert", "-", "-o", own, "--to", "bencher", stdin=file)
        self.assertIn("is the input '-'; choose another file", message)
        with open(own, "a", encoding="utf-8") as file:
            process = subprocess.run([tool.TOOL, "merge", own, "-o", "-"], check=False, stdout=file,
                                     stderr=subprocess.PIPE, encoding="utf-8")
        self.assertEqual(process.returncode, 2)
        self.assertIn("the output '-' is the input", process.stderr)
        self.assertTrue(filecmp.cmp(GOOGLE, own, shallow=False))

    def test_losses_are_told(self):
        libtest = os.path.join(DATA, "libtest.txt")
        output = self.path("out")
        process = self.run_tool("convert", "--to", "google-benchmark", "-o", output, libtest)
        self.assertEqual((process.returncode, process.stderr),
                         (0, "benchresult: warning: counters and rates of states without samples "
                          "are left out: 1\n"))
        process = self.run_tool("convert", "--to", "go", "-o", "-", libtest)
        self.assertEqual(process.returncode, 0)
        self.assertIn("warning: the format go cannot express states without samples: 3 states "
                      "are left out", process.stderr)
        process = self.run_tool("convert", "--to", "hyperfine", "-o", output, libtest)
        self.assertEqual(process.returncode, 2)
        self.assertIn("cannot express any state of the result (states ", process.stderr)

    def test_a_file_is_comparable_with_its_conversion(self):
        for name, target, count in (("google-head-full.json", "google-benchmark", 27),
                                    ("hyperfine-params.json", "hyperfine", 3),
                                    ("go-count-6.txt", "go", 10)):
            source = os.path.join(DATA, name)
            output = self.path(name)
            process = self.run_tool("convert", "--to", target, "-o", output, source)
            self.assertEqual(process.returncode, 0, process.stderr)
            process = self.run_tool("compare", source, output)
            self.assertIn(f"- Total Matches: {count}\n", process.stdout, process.stderr)


if __name__ == "__main__":
    unittest.main()
