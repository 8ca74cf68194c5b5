#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs test programs that are not Criterion's, two or more at a time.

usage: run-programs.py --name NAME [--wrapper COMMAND] -- PROGRAM...

A PROGRAM is one word or a quoted command line; .py and .sh files are started with their
interpreter. Each program must end with status 0 and leave no report of a sanitizer or valgrind.
The output of a failing program is shown.
"""
import argparse
import concurrent.futures
import os
import shlex
import subprocess
import sys

from reports import Reports, listen_to_signals

INTERPRETERS = {".py": [sys.executable], ".sh": ["sh"]}


def main():
    listen_to_signals()
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--name", required=True)
    parser.add_argument("--wrapper", default="")
    parser.add_argument("programs", nargs="+")
    options = parser.parse_args()
    reports = Reports(options.name, options.wrapper)
    environment = reports.environment()

    def run(program):
        words = shlex.split(program)
        interpreter = INTERPRETERS.get(os.path.splitext(words[0])[1], reports.wrapper)
        return subprocess.run([*interpreter, *words], env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", check=False)

    problems = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for program, result in zip(options.programs, pool.map(run, options.programs)):
            if result.returncode != 0:
                print(result.stdout, end="")
                problems.append(f"{program} ended with status {result.returncode}")
    problems += reports.problems()
    for problem in problems:
        print(f"{options.name}: {problem}")
    if not problems:
        reports.remove_scratch()
    sys.exit(1 if problems else 0)


main()
