#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The times of the library's most frequent operations, as a result that benchresult reads. To
compare two revisions, run this alternately on their builds.

usage: speed.py DATA_DIR BUILD_DIR FILE [WORKLOAD ...]

The generated files are in DATA_DIR, so that both builds read the same files. The result has the
format of Go benchmarks. Without a WORKLOAD, all workloads are timed.
"""
import os
import sys

import bench_compare
import bench_import
from side_by_side import generate, measure, run

ROUNDS = 5
STARTS = 20


def starts(tool):
    """The seconds of a start of the command: the mean of several starts."""
    return sum(run([tool, "--version"])[0] for _ in range(STARTS)) / STARTS, 0


def ways(data, build):
    """The workloads by name: functions whose first return value is the seconds."""
    folder = os.path.join(data, "bench")
    states = generate(os.path.join(folder, "states.json"), "--seed", "1", "--benches", "4",
                      "--states", "5000", "--samples", "60", "--classic", "0")
    sidecars = generate(os.path.join(folder, "sidecars.json"), "--seed", "2", "--benches", "2",
                        "--states", "2500", "--samples", "1000", "--classic", "0", "--jsonbin")
    google = os.path.join(folder, "google.json")
    bench_import.write_google(google)
    summaries = bench_compare.pair(data, "summaries", "--samples", "60")
    worker = os.path.join(build, "bench", "load_worker")
    tool = os.path.join(build, "bin", "benchresult")
    merged = os.path.join(build, "bench", "merged.json")
    return {
        "load": lambda: measure([worker, "load", states, "0"]),
        "load_one_thread": lambda: measure([worker, "load", states, "1"]),
        "read_samples": lambda: measure([worker, "samples", sidecars]),
        "import": lambda: measure([worker, "load", google, "0"]),
        "compare": lambda: run([tool, "compare", *summaries, "--format", "json"]),
        "merge": lambda: run([tool, "merge", "-o", merged, *summaries]),
        "start": lambda: starts(tool),
    }


def main():
    data, build, path, *workloads = sys.argv[1:]
    timed = ways(data, build)
    timed = {name: timed[name] for name in workloads or timed}
    times = {name: [] for name in timed}
    for _ in range(ROUNDS):
        for name, way in timed.items():
            times[name].append(way()[0])
    with open(path, "w", encoding="utf-8") as file:
        for name, values in times.items():
            for seconds in values:
                file.write(f"BenchmarkSpeed/work={name} 1 {seconds * 1e9} ns/op\n")


if __name__ == "__main__":
    main()
