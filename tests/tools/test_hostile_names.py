#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""File names that would control a terminal or forge a message, in human-readable output."""
import os
import shutil
import unittest

import tool
from tool import document, mean, state

HOSTILE = "x\x1b[31m\u009b2J\x7f\nbenchresult: forged"
SHOWN = "x\\x1B[31m\\u009B2J\\x7F\\nbenchresult: forged"


class HostileNamesTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.good, self.other = (
            self.write(f"{HOSTILE}{i}.json", document([state("s", [("N", "1")], [mean(1 + i)])]))
            for i in range(2))
        self.bad = self.write(HOSTILE + ".txt", "no result")
        self.missing = self.path(HOSTILE + "-none.json")

    def check(self, *arguments, status=2):
        process = self.run_tool(*arguments)
        printed = process.stdout + process.stderr
        self.assertEqual(process.returncode, status, printed)
        self.assertNotRegex(printed, "[\x00-\x09\x0b-\x1f\x7f-\x9f]")
        self.assertNotIn("\nbenchresult: forged", printed)
        return printed

    def test_files(self):
        for command in (["summary"], ["table"], ["compare", self.good], ["compare", "--ref", self.good, "--cmp"],
                        ["merge", "-o", self.path("merged.json")], ["replay", "-c", "cv"],
                        ["compare", self.good, self.other, "--config"]):
            for file in (self.bad, self.missing):
                self.assertIn(SHOWN, self.check(*command, file))
        self.check("judge", "--problem", "vector_add", self.missing)
        self.check("summary", self.good, "-o", os.path.join(self.missing, "x"))

    def test_reports(self):
        self.check("compare", self.good, self.other, status=0)
        self.assertIn("x\\x1B[31m", self.check("table", self.good, self.other, status=0))
        directories = [self.path(HOSTILE + side) for side in ("old", "new")]
        for directory, file in zip(directories, (self.good, self.other)):
            os.mkdir(directory)
            shutil.copy(file, os.path.join(directory, HOSTILE + ".json"))
        shutil.copy(self.good, directories[0])
        self.assertIn(SHOWN, self.check("compare", *directories, status=0))

    def test_words(self):
        for arguments in ([HOSTILE], ["summary", "--" + HOSTILE], ["compare", "--metric", HOSTILE],
                          ["replay", self.good, "-c", HOSTILE], ["judge", "--problem", HOSTILE, "x"],
                          ["compare", "-a", HOSTILE, self.good, self.other],
                          ["race", "--ref", HOSTILE + "'", "--cmp", "true"]):
            self.check(*arguments)

    @unittest.skipUnless(shutil.which("valgrind"), "needs valgrind")
    def test_counts(self):
        self.check("count", "--", self.missing)
        self.check("count", "--baseline", self.bad, "--", "true")
        self.assertIn(SHOWN, self.check("count", "--", "sh", "-c", "exit 0", self.good, status=0))


if __name__ == "__main__":
    unittest.main()
