#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds blanks at the ends of lines, tabs where they do not belong, a missing last newline, and
sources without a licence line.

usage: check-text.py FILE...
"""
import os
import sys

MARK = "SPDX-License-Identifier: MIT"


def problems_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    tabs = os.path.basename(path) == "Makefile" or path.endswith(".mk")
    licensed = path.endswith((".c", ".h", ".cpp", ".hpp", ".py", ".sh", ".mk"))
    lines = text.split("\n")
    if lines[-1]:
        yield len(lines), "the last line does not end"
    if licensed and not any(MARK in line for line in lines[:2]):
        yield 1, f"no line '{MARK}' at the top"
    for number, line in enumerate(lines, 1):
        if line != line.rstrip():
            yield number, "white space at the end"
        if "\t" in (line[1:] if tabs else line):
            yield number, "a tab"


def main():
    found = False
    for path in sys.argv[1:]:
        for number, problem in problems_of(path):
            print(f"{path}:{number}: {problem}")
            found = True
    sys.exit(1 if found else 0)


main()
