#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares two results, prints the slower states, and exits with status 1 if there are any.

usage: compare_results.py REFERENCE CANDIDATE

With replicates, pass a list of files for each side to compare(): `row.ratio` then has the
confidence interval of the change.
"""
import sys

import benchresult as br


def main(reference, candidate):
    comparison = br.compare(reference, candidate, thresholds="strict")
    slower = comparison.regressions
    for row in slower:
        print(f"{row.benchmark} {row.name}: {row.difference.fraction:+.1%} ({row.message})")
    print(f"{len(slower)} of {len(comparison)} states are slower")
    if comparison.note is not None:
        print(comparison.note)
    with open("comparison.md", "w", encoding="utf-8") as file:
        file.write(comparison.report(display="explain"))
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
