#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes a pair of measured results: two runs of a benchmark program. Removes the host's name and
kind, which no test needs.

usage: sample-runs.py PROGRAM DIRECTORY
"""
import json
import os
import subprocess
import sys


def run(program, directory, name):
    directory, program = os.path.abspath(directory), os.path.abspath(program)
    subprocess.run(["./" + os.path.basename(program), "--quiet", "--stopping-criterion",
                    "sample-count", "--target-samples", "200", "--jsonbin",
                    os.path.join(os.path.relpath(directory, os.path.dirname(program)), name)],
                   cwd=os.path.dirname(program), check=True)
    path = os.path.join(directory, name)
    with open(path, encoding="utf-8") as file:
        result = json.load(file)
    result["meta"]["argv"][-1] = name
    del result["meta"]["benchresult"]["host"]
    with open(path, "w", encoding="utf-8") as file:
        json.dump(result, file, indent=2)
        file.write("\n")


def main():
    program, directory = sys.argv[1:]
    for name in ("first.json", "second.json"):
        run(program, directory, name)


if __name__ == "__main__":
    main()
