#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The completion for bash: bash runs it for each subcommand."""
import os
import re
import subprocess
import unittest

import tool

SCRIPT = os.path.join(tool.ROOT, "tools", "completion", "benchresult.bash")
# compopt works only while readline completes; here it prints its arguments.
ASK = """
compopt() { echo "compopt $*"; }
source "$1"; shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_benchresult "$1"
printf '%s\\n' "${COMPREPLY[@]}"
"""


def ask(*words):
    """The lines that bash prints for the completion of the last word."""
    process = subprocess.run(["bash", "-c", ASK, "bash", SCRIPT, tool.TOOL, *words],
                             capture_output=True, text=True, timeout=60, check=True)
    assert process.stderr == "", process.stderr
    return process.stdout.split()


class CompletionTest(tool.ToolTest):
    def subcommands(self):
        return re.findall(r"^  ([a-z]+) ", self.done("--help"), flags=re.M)

    def test_subcommands(self):
        names = self.subcommands()
        self.assertEqual(ask(""), [*names, "help", "--help", "-h", "--version"])
        self.assertEqual([name for name in ask("help", "") if name in names], names)
        self.assertEqual(ask("comp"), ["compare"])
        self.assertEqual(ask("zzz"), [])

    def test_options_of_each_subcommand(self):
        """Exactly the options that the help shows are completed."""
        for name in self.subcommands():
            shown = re.findall(r"^  (?:(-\w), |    )(--[\w-]+)(?:, (--[\w-]+))?",
                               self.done(name, "--help"), flags=re.M)
            expected = sorted(word for words in shown for word in words if word)
            self.assertEqual(sorted(ask(name, "-")), expected, name)

    def test_values(self):
        for words, expected in (
                (["summary", "--format", ""], ["markdown", "csv", "json", "csv-safe"]),
                (["summary", "--format", "js"], ["json"]),
                (["summary", "--format", "="], ["markdown", "csv", "json", "csv-safe"]),
                (["summary", "--format", "=", "ma"], ["markdown"]),
                (["summary", "--columns", "mean,med"], ["mean,median"]),
                (["compare", "--fail-on", "slow,a"], ["slow,ambiguous"]),
                (["summary", "--format", "odd"], []),
                (["summary", "--filter", ""], [])):
            self.assertEqual(ask(*words), ["compopt", "+o", "default", *expected], words)

    def test_files(self):
        """bash completes file names: operands, and values of options that need a file."""
        self.assertEqual(ask("summary", ""), [])
        self.assertEqual(ask("summary", "-o", ""), "compopt +o default compopt -o default".split())
        self.assertEqual(ask("zzz", ""), [])
        self.assertIn("true", ask("race", "--ref", "tru"))


if __name__ == "__main__":
    unittest.main()
