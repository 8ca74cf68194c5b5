#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The comparisons of the golden inputs through the command: counts, rows, refusals."""
import json
import os
import subprocess
import sys
import unittest

import tool

ANSWERS = os.path.join(tool.ROOT, "tests", "golden", "compare.jsonl")
INPUTS = os.path.join(tool.BUILD, "golden")
COUNTS = ("total", "same", "fast", "slow", "ambiguous", "unknown")
ROW = ("benchmark", "reference_device", "candidate_device", "occurrence", "verdict", "reason")


class GoldenCompareTest(tool.ToolTest):
    @classmethod
    def setUpClass(cls):
        if not os.path.exists(os.path.join(INPUTS, "stamp")):
            subprocess.run([sys.executable, os.path.join(os.path.dirname(ANSWERS),
                                                         "make-inputs.py"), INPUTS], check=True)

    def check(self, case):
        directory = os.path.join(INPUTS, f"compare-{case['id']}")
        flags = list(case["flags"])
        if "config" in case:
            flags += ["--config", self.write("config.toml", case["config"])]
        process = self.run_tool("compare", "--rule", "nvbench", "--format", "json", *flags,
                                "A.json", "B.json",
                                cwd=directory)
        if case["rc"] != 0:
            self.assertEqual((process.returncode, process.stdout), (2, ""))
            return
        # Nothing matched: done for the reference, refused here.
        self.assertEqual(process.returncode, 0 if case["counts"][0] > 0 else 2, process.stderr)
        report = json.loads(process.stdout)
        self.assertEqual([report["summary"][count] for count in COUNTS], case["counts"])
        self.assertEqual([[row[key] for key in ROW] for row in report["rows"]], case["rows"])

    def test_every_case(self):
        with open(ANSWERS, encoding="utf-8") as answers:
            cases = [json.loads(line) for line in answers]
        self.assertEqual(len(cases), 120)
        for case in cases:
            with self.subTest(case["id"]):
                self.check(case)


if __name__ == "__main__":
    unittest.main()
