#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""benchresult convert: what it keeps of the files of other tools, and what it writes."""
import filecmp
import hashlib
import json
import os
import shutil
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
                        ("compare", GOOGLE, own, "-o", own), ("replay", "-c", "stdrel", own, "-o", own)):
            process = self.run_tool(*command)
            self.assertEqual(process.returncode, 2, command)
            self.assertIn("choose another file", process.stderr)
            self.assertTrue(filecmp.cmp(GOOGLE, own, shallow=False), command)
        process = self.run_tool("merge", own, "-o", own)
        self.assertEqual(process.returncode, 0, process.stderr)


if __name__ == "__main__":
    unittest.main()
