#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the inputs of the golden answers: DIRECTORY/summary-N/X.json for case N of summary.jsonl.

usage: make-inputs.py DIRECTORY
"""
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    target = sys.argv[1]
    with open(os.path.join(HERE, "summary.jsonl"), encoding="utf-8") as answers:
        cases = [json.loads(line) for line in answers]
    for case in cases:
        directory = os.path.join(target, f"summary-{case['id']}")
        shutil.rmtree(directory, ignore_errors=True)
        os.makedirs(directory)
        subprocess.run(
            [sys.executable, os.path.join(HERE, "gen_nvbench.py"), "X.json", *case["gen"]],
            cwd=directory, check=True)


main()
