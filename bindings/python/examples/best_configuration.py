#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a benchmark program twice, compares the runs, and prints the configuration with the highest
rate. Prints a warning if the two runs of this configuration differ.

usage: best_configuration.py [PROGRAM [ARGUMENT...]]

PROGRAM is a benchmark program in C, by default build/examples/bench of the source tree. With
matplotlib, it also draws the samples of the winner.
"""
import os
import statistics
import subprocess
import sys
import tempfile

try:
    import benchresult as br
except ImportError:  # in the source tree, before it is installed
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    import benchresult as br

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "build",
                       "examples", "bench")
RATE = "nv/cpu_only/bw/item_rate"


def run(command, path):
    """Runs the program once. Returns a result without benchmarks after a failure."""
    process = subprocess.run([*command, "-q", "--jsonbin", path], check=False)
    if process.returncode != 0:
        return br.BenchmarkResult.empty(metadata=process.returncode)
    return br.BenchmarkResult.from_json(path, metadata=process.returncode)


def rate(row):
    """The elements per second of the slower run."""
    return min(state.summaries[RATE].value for state in (row.reference_state, row.state))


def draw(row, path):
    """Draws the samples of both runs as histograms. Returns False without matplotlib."""
    try:
        import matplotlib
    except ImportError:
        return False
    matplotlib.use("Agg")
    from matplotlib import pyplot

    for label, state in (("first", row.reference_state), ("second", row.state)):
        pyplot.hist([seconds * 1e6 for seconds in state.samples], bins=50, alpha=0.5, label=label)
    pyplot.title(f"{row.benchmark} {row.name}")
    pyplot.xlabel("microseconds")
    pyplot.legend()
    pyplot.savefig(path)
    return True


def main():
    command = sys.argv[1:] or [PROGRAM, "--stopping-criterion", "sample-count"]
    with tempfile.TemporaryDirectory() as directory:
        first, second = (run(command, os.path.join(directory, name))
                         for name in ("first.json", "second.json"))
        if first.metadata != 0 or second.metadata != 0:
            sys.exit(f"{command[0]} has failed")
        rows = [row for row in br.compare(first, second) if not row.state.is_skipped]
        for row in sorted(rows, key=rate, reverse=True):
            print(f"{row.benchmark:<6} {row.name:<32} {row.verdict} {rate(row) / 1e6:10.1f} M/s "
                  f"{row.state.center(statistics.median) * 1e6:10.3f} us")
        best = max(rows, key=rate)
        print(f"best: {best.benchmark} {best.name}")
        unsteady = [row for row in rows if row.verdict in (br.Verdict.FAST, br.Verdict.SLOW)]
        if best in unsteady:
            print("but its two runs differ: measure it longer")
        if draw(best, "best.png"):
            print("best.png shows its samples")


if __name__ == "__main__":
    main()
