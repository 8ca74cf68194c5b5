#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the times that benchresult time and hyperfine report for the same commands, without a
shell. The two programs alternate; each figure is the median of the medians of all rounds.

usage: bench_time.py BUILD_DIR [ROUNDS]
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile

COMMANDS = (("true", 100), ("sleep 0.005", 50), ("sleep 0.5", 5))


def benchresult_median(tool, command, runs):
    report = subprocess.run([tool, "time", "-r", str(runs), "--format", "json", command],
                            stdout=subprocess.PIPE, check=True).stdout
    return json.loads(report)["rows"][0]["median"]


def hyperfine_median(command, runs):
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        subprocess.run(["hyperfine", "-N", "-r", str(runs), "--export-json", file.name, command],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        return json.load(file)["results"][0]["median"]


def main():
    tool = os.path.join(sys.argv[1], "bin", "benchresult")
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    print("| command | benchresult | hyperfine | difference |")
    print("|---|---:|---:|---:|")
    for command, runs in COMMANDS:
        own, other = [], []
        for number in range(rounds):
            sides = [lambda: own.append(benchresult_median(tool, command, runs)),
                     lambda: other.append(hyperfine_median(command, runs))]
            for side in sides if number % 2 == 0 else reversed(sides):
                side()
        ours, theirs = statistics.median(own), statistics.median(other)
        print(f"| {command} | {1e3 * ours:.3f} ms | {1e3 * theirs:.3f} ms | "
              f"{1e3 * (ours - theirs):+.3f} ms |", flush=True)


if __name__ == "__main__":
    main()
