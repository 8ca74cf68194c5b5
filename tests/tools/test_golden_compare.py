#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The comparisons of the golden inputs through the command: counts, rows, refusals.

NVBench's rule must reproduce all rows exactly. tests/golden/compare-default.txt lists the rows that
the default rule decides differently; BRES_TEST_UPDATE in the environment rewrites the list.
"""
import collections
import json
import os
import subprocess
import sys
import unittest

import tool

ANSWERS = os.path.join(tool.ROOT, "tests", "golden", "compare.jsonl")
DIFFERENCES = os.path.join(tool.ROOT, "tests", "golden", "compare-default.txt")
# The reasons for which the default rule may decide differently.
REASONS = {"too_few_samples", "averages_agree", "below_clock_resolution",
           "cycle_same_not_confirmed"}
INPUTS = os.path.join(tool.BUILD, "golden")
COUNTS = ("total", "same", "fast", "slow", "ambiguous", "unknown")
ROW = ("benchmark", "reference_device", "candidate_device", "occurrence", "verdict", "reason")


class GoldenCompareTest(tool.ToolTest):
    @classmethod
    def setUpClass(cls):
        if not os.path.exists(os.path.join(INPUTS, "stamp")):
            subprocess.run([sys.executable, os.path.join(os.path.dirname(ANSWERS),
                                                         "make-inputs.py"), INPUTS], check=True)

    def compare(self, case, rule):
        flags = list(case["flags"])
        if "config" in case:
            flags += ["--config", self.write("config.toml", case["config"])]
        return self.run_tool("compare", "--rule", rule, "--format", "json", *flags, "A.json",
                             "B.json", cwd=os.path.join(INPUTS, f"compare-{case['id']}"))

    def check(self, case):
        process = self.compare(case, "nvbench")
        if case["rc"] != 0:
            self.assertEqual((process.returncode, process.stdout), (2, ""))
            return
        # If nothing matched, NVBench's tool succeeds; this command ends with status 2.
        self.assertEqual(process.returncode, 0 if case["counts"][0] > 0 else 2, process.stderr)
        report = json.loads(process.stdout)
        self.assertEqual([report["summary"][count] for count in COUNTS], case["counts"])
        self.assertEqual([[row[key] for key in ROW] for row in report["rows"]], case["rows"])

    @staticmethod
    def cases():
        with open(ANSWERS, encoding="utf-8") as answers:
            return [json.loads(line) for line in answers]

    def test_every_case(self):
        cases = self.cases()
        self.assertEqual(len(cases), 120)
        for case in cases:
            with self.subTest(case["id"]):
                self.check(case)

    def differences(self, case):
        """Rows that the default rule decides differently: (NVBench's, verdict, reason) -> count."""
        process = self.compare(case, "default")
        if case["rc"] != 0:
            self.assertEqual(process.returncode, 2)
        if process.stdout == "":
            return {}
        rows = [[row[key] for key in ROW] for row in json.loads(process.stdout)["rows"]]
        self.assertEqual([row[:4] for row in rows], [row[:4] for row in case["rows"]])
        changed = [(theirs[4], *ours[4:]) for theirs, ours in zip(case["rows"], rows)
                   if theirs[4:] != ours[4:]]
        for theirs, ours, reason in changed:
            self.assertIn(reason, REASONS)
            # A new FAST or SLOW would be a decision that NVBench's rule does not make.
            self.assertIn(ours, ("AMBG", "SAME"))
            self.assertTrue(ours == "AMBG" or theirs == "AMBG")
        return collections.Counter(changed)

    def test_default_rule(self):
        lines = []
        for case in self.cases():
            with self.subTest(case["id"]):
                for (theirs, ours, reason), rows in sorted(self.differences(case).items()):
                    lines.append(f"case {case['id']}: {theirs} -> {ours}, {reason}: {rows} of "
                                 f"{len(case['rows'])} rows\n")
        if "BRES_TEST_UPDATE" in os.environ:
            with open(DIFFERENCES, "w", encoding="utf-8") as file:
                file.writelines(lines)
        with open(DIFFERENCES, encoding="utf-8") as file:
            self.assertEqual(lines, file.readlines())


if __name__ == "__main__":
    unittest.main()
