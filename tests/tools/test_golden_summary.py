#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The summaries of the golden inputs, byte for byte, and the refusal of malformed inputs."""
import json
import os
import subprocess
import sys
import unittest

import tool

ANSWERS = os.path.join(tool.ROOT, "tests", "golden", "summary.jsonl")
INPUTS = os.path.join(tool.BUILD, "golden")


class GoldenSummaryTest(tool.ToolTest):
    @classmethod
    def setUpClass(cls):
        if not os.path.exists(os.path.join(INPUTS, "stamp")):
            subprocess.run([sys.executable, os.path.join(os.path.dirname(ANSWERS),
                                                         "make-inputs.py"), INPUTS], check=True)

    def test_every_case(self):
        with open(ANSWERS, encoding="utf-8") as answers:
            cases = [json.loads(line) for line in answers]
        self.assertEqual(len(cases), 36)
        for case in cases:
            file = os.path.join(INPUTS, f"summary-{case['id']}", "X.json")
            with self.subTest(file):
                if "error" in case:
                    self.assertIn(file, self.refused("summary", file))
                else:
                    self.assertEqual(self.run_tool("summary", file).stdout, case["text"])


if __name__ == "__main__":
    unittest.main()
