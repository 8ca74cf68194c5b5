#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The cost of a measurement: an execution of bodies of about 10 ns, 1 us and 100 us and of an empty
body, measured in one run by this library in single executions and in blocks, and by Google
Benchmark; and the cost of a sample outside of its block: clocks, counts of the system, criterion.

usage: bench_harness.py BUILD_DIR
"""
import os
import subprocess
import sys

from side_by_side import build_google, fastest, google_median, row

# Name, steps, samples with single executions, samples with blocks.
BODIES = (
    ("empty", 0, 2000, 100),
    ("10 ns", 8, 2000, 100),
    ("1 us", 800, 2000, 100),
    ("100 us", 80000, 1000, 100),
)
OPTIONS = ("--benchmark_repetitions=100", "--benchmark_min_time=0.001")


def ours(worker, kind, steps, samples):
    """(median, total cost of an execution, cost of a sample outside of its block) in
    nanoseconds."""
    output = subprocess.run([worker, kind, str(steps), str(samples)], check=True,
                            capture_output=True, text=True).stdout
    median, cost, size = map(float, output.split())
    return median, cost, (cost - median) * size


def theirs(worker, steps):
    median = google_median(worker, steps, OPTIONS)
    return median, median


def bench_body(name, steps, samples, blocks, worker, google):
    ways = {
        "plain": lambda: ours(worker, "plain", steps, samples),
        "batched": lambda: ours(worker, "batched", steps, blocks),
        "google": lambda: theirs(google, steps),
    }
    best = fastest(ways)
    print(f"  {name:<8} {best['plain'][0]:>12.2f} {best['plain'][1]:>12.2f} "
          f"{best['batched'][0]:>12.2f} {best['google'][0]:>12.2f}")
    return best


def main():
    build = sys.argv[1]
    worker = os.path.join(build, "bench", "harness_worker")
    google = build_google(build)
    print("harness: nanoseconds of an execution")
    print(f"  {'body':<8} {'called':>12} {'all of it':>12} {'in blocks':>12} {'Google':>12}")
    results = {body[0]: bench_body(*body, worker, google) for body in BODIES}
    row("cost of a sample beside its block, ns", results["empty"]["plain"][2],
        "clocks, context switches, stdrel")
    row("own cost in blocks, empty body, ns", results["empty"]["batched"][0], "")
    row("own cost of Google Benchmark, ns", results["empty"]["google"][0], "")
    for name in ("1 us", "100 us"):
        best = results[name]
        row(f"{name}: median in blocks / Google Benchmark",
            best["batched"][0] / best["google"][0], "expected 0.98 to 1.02")


if __name__ == "__main__":
    main()
