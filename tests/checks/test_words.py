#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check-words.py finds a phrase in every kind of text, and its list leaves plain English alone."""
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
CHECK = os.path.join(HERE, "check-words.py")

REFUSED = [
    "there is no display 7",
    "'x' is no number",
    "a name that no file has is warned of",
    "default NULL: nobody is",
    "find the fastest, and which cannot be told from it",
    "the winner first, then all that cannot be told from it",
    "these data show a change of 3 %",
    "more runs a side",
    "with several runs the ratio decides",
    "A message. What came of it is in the row.",
    "in file order; of parts that differ those that all have",
    "bets on the log ratios, by which nothing can be won",
    "whoever prints must not wait",
    "Without either of these, runs are pairs",
    "the interval lies within the reach of its samples",
    "the option smallest_change",
    "same_width and smallest_change",
    "an option stands behind it",
    "The program goes on.",
    "the value is %g, it must be positive",
]
ACCEPTED = [
    "unknown format 'pdf' (expected markdown, csv, json or junit)",
    "cannot open 'a.json': permission denied",
    "Is there a reason? What is it?",
    "NULL if there is no criterion, and 0 when there are none",
    "The smallest change that matters is an option. Replicates: several runs per side.",
    "The value is no longer valid, and is no larger than 3.",
    "None is the default of Python; the value is None.",
    "a list, for each parameter of the kernel",
    "It says what is wrong and where.",
    "states, each of which has samples",
    "The table shows runs per side. A side without runs is an error, and so is a side alone.",
    "The interval does not reach the end of the range.",
    "two files are left behind by a process",
    "The minimum effect and the equivalence margin are fractions.",
    "The option is told to the program.",
]


class WordsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        self.words = self.write("words.txt", "# the list\n\\bthere is no\\b => 'unknown X'\n")

    def write(self, path, text):
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def check(self, *arguments):
        """The status and the lines of the check."""
        result = subprocess.run([sys.executable, CHECK, *arguments], cwd=self.root,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                check=False)
        return result.returncode, result.stdout.splitlines()

    def hits(self, path, text):
        """The lines on which the check finds the phrase."""
        self.write(path, text)
        status, output = self.check("--words", self.words, path)
        self.assertEqual(status, 1 if output else 0)
        return [int(line.split(":")[1]) for line in output[:-1]]

    def test_string_literals_of_the_library(self):
        self.assertEqual(self.hits("lib/base/a.c", '/* there is no */\n#include "there is no"\n'
                                   'a("x there is "\n  "no y");\nb("there is", "no");\n'
                                   'c("there is\\nno");\nd = \'"\';\ne("there is no");\n'),
                         [3, 6, 8])

    def test_public_headers(self):
        self.assertEqual(self.hits("include/benchresult/a.h", "/* x there\n * is no y\n */\n"
                                   "/* there is */\n/* no */\n// there is no\n"), [1, 6])

    def test_manual_pages(self):
        self.assertEqual(self.hits("man/a.3", ".Sh NAME\nthere\n.Em is\nno\n.Pp\nthere is no\n"),
                         [2, 6])

    def test_markdown_pages(self):
        self.assertEqual(self.hits("README.md", "a\nThere is\nno\n"), [2])

    def test_strings_of_the_python_package(self):
        self.assertEqual(self.hits("bindings/python/benchresult/a.py", '# there is no\n"""A\nthere '
                                   'is\nno."""\nx = f"there is no {x}"\n'), [3, 5])

    def test_whole_tree(self):
        self.write("README.md", "there is no a\nthere is no b\n")
        self.write("tools/a.c", 'x("there is no");\n')
        self.write("doc/a.md", "fine\n")
        words = ["--words", self.words]
        self.assertEqual(self.check(*words), (1, [
            "README.md:1: 'there is no': 'unknown X'", "README.md:2: 'there is no': 'unknown X'",
            "tools/a.c:1: 'there is no': 'unknown X'", "words: 3 hits in 2 of 3 files"]))
        self.assertEqual(self.check(*words, "--summary"), (1, [
            "     2 README.md", "     1 tools/a.c", "words: 3 hits in 2 of 3 files"]))
        self.assertEqual(self.check(*words, "doc/a.md"), (0, []))

    def test_a_broken_list(self):
        self.write("README.md", "")
        self.write("words.txt", "\\bthere is no\\b\n")
        self.assertEqual(self.check("--words", self.words)[0], 1)

    def test_the_list(self):
        self.write("README.md", "".join(f"{line}\n\n" for line in REFUSED))
        status, output = self.check("README.md")
        self.assertEqual(status, 1)
        found = {int(line.split(":")[1]) for line in output[:-1]}
        self.assertEqual([], [line for i, line in enumerate(REFUSED) if 2 * i + 1 not in found])
        self.write("README.md", "".join(f"{line}\n\n" for line in ACCEPTED))
        self.assertEqual(self.check("README.md"), (0, []))


if __name__ == "__main__":
    unittest.main()
