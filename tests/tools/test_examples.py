#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The sample data, and what the examples print about it."""
import json
import os
import subprocess
import unittest

import tool

EXAMPLES = os.path.join(tool.BUILD, "examples")
DATA = os.path.join(tool.ROOT, "examples", "data")


class ExamplesTest(tool.ToolTest):
    def test_sample_data_says_that_it_is_synthetic(self):
        for name in ("main.json", "branch.json"):
            with open(os.path.join(DATA, name), encoding="utf-8") as file:
                self.assertIn("not measured", json.load(file)["meta"]["benchresult"]["synthetic"])

    def test_sample_data_loads_without_a_warning(self):
        for name in ("main.json", "branch.json"):
            self.assertIn("## sort", self.done("summary", os.path.join(DATA, name)))

    def test_load_and_look(self):
        process = subprocess.run([os.path.join(EXAMPLES, "load_and_look"),
                                  os.path.join(DATA, "main.json")], capture_output=True,
                                 encoding="utf-8", timeout=60, check=False)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        lines = process.stdout.splitlines()
        self.assertEqual(len(lines), 8)
        self.assertLessEqual(max(map(len, lines)), 80)
        self.assertRegex(lines[0], r"\ADevice=0 T=I32 Elements\{io\}=2\^20 +40 samples +11\.\d\d us "
                                   r" BWUtil +7\d\.\d %\Z")
        self.assertRegex(lines[5], r"argmax.* 0 samples\Z")
        self.assertRegex(lines[7], r"\AElements=100000 +40 samples +68\d\d\.\d\d us\Z")


if __name__ == "__main__":
    unittest.main()
