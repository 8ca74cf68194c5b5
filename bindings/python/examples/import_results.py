#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Imports two results of another benchmark tool, compares them, and prints the verdict on each
state.

usage: import_results.py REFERENCE CANDIDATE [FORMAT]

A file is, for example, the output of `go test -bench . -count 10`, or of Google Benchmark with
`--benchmark_format=json`. The format is detected from the content; benchresult-formats(7) lists the
formats. Repeat each benchmark at least 10 times: fewer samples decide nothing.
"""
import sys

import benchresult as br


def main(reference, candidate, format=None):
    results = [br.BenchmarkResult.from_file(path, format=format) for path in (reference, candidate)]
    for result in results:
        origin = result.meta["benchresult"]["import"]
        print(f"{result.path}: {sum(map(len, result.values()))} states of {origin['tool']}")
    comparison = results[0].compare(results[1])
    for row in comparison:
        print(f"{row.verdict} {row.benchmark} {row.name}: {row.message}")
    print(f"{len(comparison.regressions)} slower, {len(comparison.improvements)} faster, "
          f"{len(comparison.undecided)} undecided")


if __name__ == "__main__":
    main(*sys.argv[1:])
