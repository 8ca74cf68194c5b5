#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The command itself: subcommands, options, help, and outputs that cannot be written."""
import os
import re
import signal
import subprocess
import unittest

import tool

DOCUMENT = {"meta": {"version": {"json": {"string": "1.0.0"}}},
            **tool.document([tool.state("N=a", [("N", "a")], [tool.mean(1)], device=None)])}


class CommandTest(tool.ToolTest):
    def test_help(self):
        for arguments in (["--help"], ["-h"], ["summary", "--help"], ["summary", "-h"],
                          ["merge", "--help"], ["merge", "-h", "--frob"],
                          ["compare", "--help"], ["compare", "x", "-h", "--frob"]):
            text = self.done(*arguments)
            self.assertTrue(text.startswith("usage: benchresult "), text)
            self.assertLessEqual(max(map(len, text.splitlines())), 80, text)
            self.assertNotRegex(text, r"--[\w-]+ [A-Z]+[a-z]")
        self.assertRegex(self.done("--help"), r"(?s)  summary  .*  compare  .*  merge  ")

    def test_version(self):
        header = os.path.join(tool.ROOT, "include", "benchresult", "base.h")
        with open(header, encoding="utf-8") as file:
            version = re.search(r'BRES_VERSION_STRING "(.*)"', file.read()).group(1)
        self.assertEqual(self.done("--version"), f"benchresult {version}\n")

    def test_help_fits_a_terminal(self):
        """No line is wider than 80 columns, and help texts continue in their column."""
        program = os.path.join(os.environ["BRES_TEST_PROGRAMS"], "bodies")
        subcommands = re.findall(r"^  (\w+) ", self.done("--help"), flags=re.M)
        helps = [self.done("--help"), *(self.done(name, "--help") for name in subcommands),
                 subprocess.run([program, "--help"], stdout=subprocess.PIPE, text=True,
                                check=True).stdout]
        self.assertGreaterEqual(len(helps), 11)
        for text in helps:
            self.assertLessEqual(max(map(len, text.splitlines())), 80, text)
            options = re.findall(r"^  (?:-\w, |    )--.*\n((?:  .*\n)*?)(?=  (?:-\w, |    )--|\n|\Z)",
                                 text, flags=re.M)
            self.assertGreater(len(options), 1)
            for line in "".join(options).splitlines():
                self.assertRegex(line, r"^ {30}\S|^  [\w-]+")

    def test_help_groups_the_subcommands(self):
        groups = dict(re.findall(r"^(\w[\w ]*):\n((?:  .*\n)+)", self.done("--help"), flags=re.M))
        self.assertEqual(list(groups), ["Show and compare", "Measure", "Search and judge", "Join and convert",
                                        "Options"])
        for group, name in (("Show and compare", "compare"), ("Measure", "race"),
                            ("Search and judge", "judge"), ("Join and convert", "merge")):
            self.assertRegex(groups[group], rf"(?m)^  {name} ")

    def test_help_shows_the_page_or_the_help(self):
        """PATH is a directory without `man`, and then with a `man` that knows one page."""
        environment = {**os.environ, "PATH": self.directory}
        expected = self.done("summary", "--help")
        self.assertEqual(self.done("help", "summary", env=environment), expected)
        self.assertEqual(self.done("help", env=environment), self.done("--help"))
        self.assertIn("did you mean 'summary'", self.refused("help", "sumary", env=environment))
        self.write("man", '#!/bin/sh\necho "page $*"\nlast() { shift $(($# - 1)); echo "$1"; }\n'
                          'test "$(last "$@")" = benchresult-summary\n')
        os.chmod(self.path("man"), 0o755)
        self.assertEqual(self.done("help", "summary", env=environment),
                         "page benchresult-summary\n")
        self.assertEqual(self.done("help", "merge", env=environment), self.done("merge", "--help"))

    def test_unknown_words_name_the_nearest(self):
        for arguments, nearest in ((["sumary"], "'summary'"), (["mrege"], "'merge'"),
                                   (["--versoin"], "'--version'"), (["-help"], "'--help'"),
                                   (["summary", "--colums", "x"], "'--columns'"),
                                   (["compare", "--fail-one", "x"], "'--fail-on'")):
            self.assertIn(f"(did you mean {nearest}?)", self.refused(*arguments))
        for arguments in (["frobnicate"], ["--x"], ["summary", "--zzz"]):
            self.assertNotIn("did you mean", self.refused(*arguments))

    def test_usage_errors(self):
        file = self.write("r.json", DOCUMENT)
        for arguments, named in (
                ([], "subcommand"),
                (["frob"], "'frob'"),
                (["summar", file], "'summar'"),
                (["--frob"], "'--frob'"),
                (["summary"], "FILE"),
                (["summary", "--frob", file], "'--frob'"),
                (["summary", "--frob=1", file], "'--frob'"),
                (["summary", "--form", "csv", file], "'--form'"),
                (["summary", "-x", file], "'-x'"),
                (["summary", file, "--format"], "'--format'"),
                (["summary", "--lenient=yes", file], "option '--lenient' takes no value"),
                (["summary", "--format", "odd", file], "'odd'"),
                (["summary", "-a", "N", file], "'N'"),
                (["merge", file], "-o FILE"),
                (["merge", "-o", self.path("out.json")], "FILE"),
                (["merge", "--format", "csv", file], "'--format'"),
                (["compare", file], "got 1"),
                (["compare", "--frob", file, file], "'--frob'"),
                (["compare", "--displ", "simple", file, file], "'--displ'"),
                (["compare", "--plot=yes", file, file], "option '--plot' takes no value"),
                (["compare", file, file, "--preset"], "'--preset'"),
        ):
            self.assertIn(named, self.refused(*arguments), arguments)
        self.assertEqual(os.listdir(self.directory), ["r.json"])

    def test_forms_of_options(self):
        file = self.write("r.json", DOCUMENT)
        expected = self.done("summary", "--format", "csv", "-b", "copy", file)
        for arguments in (["--format=csv", "--benchmark", "copy", file],
                          [file, "--format", "csv", "-bcopy"],
                          ["--format", "json", "--format", "csv", "--", file]):
            self.assertEqual(self.done("summary", *arguments), expected, arguments)

    def test_operands_after_the_end_of_options(self):
        self.write("--lenient", DOCUMENT)
        self.done("summary", "--", "--lenient", cwd=self.directory)
        self.assertIn("nowhere", self.refused("summary", "--", "nowhere", cwd=self.directory))

    def test_closed_pipe_ends_quietly(self):
        file = self.write("r.json", DOCUMENT)
        for arguments in (["summary", file], ["merge", "-o", "-", file], ["--help"],
                          ["compare", file, file], ["compare", "--dump-config"]):
            for restore in (True, False):  # SIGPIPE at its default, and ignored by the parent
                reader, writer = os.pipe()
                os.close(reader)
                process = subprocess.run([tool.TOOL, *arguments], stdout=writer,
                                         stderr=subprocess.PIPE, restore_signals=restore,
                                         check=False)
                os.close(writer)
                self.assertEqual((process.returncode, process.stderr), (-signal.SIGPIPE, b""),
                                 arguments)

    def test_full_device(self):
        file = self.write("r.json", DOCUMENT)
        for arguments in (["summary", file], ["merge", "-o", "-", file], ["--help"],
                          ["summary", "--help"], ["--version"], ["compare", file, file],
                          ["compare", "--dump-config"], ["compare", "--help"]):
            with open("/dev/full", "w", encoding="utf-8") as full:
                process = subprocess.run([tool.TOOL, *arguments], stdout=full,
                                         stderr=subprocess.PIPE, check=False)
            self.assertEqual(process.returncode, 2, arguments)
            self.assertRegex(process.stderr, rb"\Abenchresult: .*No space left on device\n\Z")


if __name__ == "__main__":
    unittest.main()
