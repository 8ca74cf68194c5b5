#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Outputs that would replace each other, or a directory, are refused before anything runs."""
import os
import subprocess
import unittest

import tool
from tool import document, mean, state


class OutputsTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.file = self.write("in.json", document([state("s", [("N", "1")], [mean(1)])]))
        self.run = ["touch", self.path("ran")]
        os.mkdir(self.path("chart.svg"))

    def commands(self, one, two):
        """Each subcommand with several outputs, with two of them."""
        file = self.file
        return (
            ("compare", "-o", one, "--bulk-debug-python", two, file, file),
            ("compare", "-o", one, "--plot", "--plot-output", two, file, file),
            ("count", "-o", one, "--json", two, "--", *self.run),
            ("gate", "--ref", file, "--cmp", file, "--json", one, "--junit", two),
            ("judge", "--problem", "vector-addition", "--json", one, "--jsonbin", two, file),
            ("race", "--ref", " ".join(self.run), "--cmp", "true", "-o", one, "--plot",
             "--plot-output", two),
            ("time", "-o", one, "--json", two, *self.run),
            ("tune", "-p", "N=1", "-o", one, "--json", two, "--", *self.run),
            ("tune", "-p", "N=1", "--name", "n", "--cache", one, "--json", two, "--", *self.run),
            ("time", "--csv", one, "--output", "./" + two, *self.run),
        )

    def check(self, one, two, message):
        for command in self.commands(one, two):
            with self.subTest(command):
                process = self.run_tool(*command, cwd=self.directory)
                self.assertEqual((process.returncode, process.stdout), (2, ""))
                self.assertIn(message, process.stderr)
                self.assertEqual(sorted(os.listdir(self.directory)), self.before)

    def test_same_file(self):
        os.symlink("chart.svg/new.svg", self.path("link"))
        self.before = sorted(os.listdir(self.directory))
        message = "are the same file; choose another file"
        self.check("./new.svg", "new.svg", message)
        self.check("link", "chart.svg/new.svg", message)

    def test_directory(self):
        self.before = sorted(os.listdir(self.directory))
        self.check("new.svg", "chart.svg", "chart.svg' is a directory; choose a file")

    def test_standard_output(self):
        """Two reports may go there."""
        with open(self.path("both"), "w", encoding="utf-8") as both:
            process = subprocess.run([tool.TOOL, "gate", "--ref", self.file, "--cmp", self.file,
                                      "--json", "-"], stdout=both, stderr=subprocess.PIPE,
                                     encoding="utf-8", timeout=60, check=False)
        self.assertNotIn("are the same file", process.stderr)
        self.assertIn('"rows"', self.read("both"))


if __name__ == "__main__":
    unittest.main()
