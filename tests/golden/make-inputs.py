#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the inputs of the golden answers.

usage: make-inputs.py DIRECTORY

DIRECTORY/summary-N/X.json belongs to case N of summary.jsonl, DIRECTORY/compare-N/A.json and B.json
to case N of compare.jsonl.
"""
import json
import multiprocessing
import os
import runpy
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
GENERATOR = os.path.join(HERE, "gen_nvbench.py")
# The name of each set of answers, and the file that each list of generator options makes.
ANSWERS = {"summary": {"gen": "X.json"}, "compare": {"ref": "A.json", "cmp": "B.json"}}


def generate(job):
    """Runs the generator in this process, because starting Python would take most of the time."""
    path, options = job
    os.chdir(os.path.dirname(path))
    sys.argv = [GENERATOR, os.path.basename(path), *options]
    runpy.run_path(GENERATOR, run_name="__main__")


def jobs(target):
    for name, files in ANSWERS.items():
        with open(os.path.join(HERE, f"{name}.jsonl"), encoding="utf-8") as answers:
            cases = [json.loads(line) for line in answers]
        for case in cases:
            directory = os.path.join(target, f"{name}-{case['id']}")
            shutil.rmtree(directory, ignore_errors=True)
            os.makedirs(directory)
            for key, file in files.items():
                yield os.path.join(directory, file), case[key]


def main():
    target = os.path.abspath(sys.argv[1])
    with multiprocessing.Pool(os.cpu_count()) as pool:
        for _ in pool.imap_unordered(generate, jobs(target)):
            pass


main()
