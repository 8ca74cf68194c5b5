#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The speed of comparisons. One run measures the whole command on generated pairs of results,
json-c's tree of one of the two files, and cat of all sidecars; and the decision alone and qsort of
the same arrays.

usage: bench_compare.py BUILD_DIR
"""
import os
import resource
import subprocess
import sys

from side_by_side import cat, fastest, generate, measure, row, run, sidecars

STATES = ("--benches", "4", "--states", "2500", "--classic", "0", "--noclock", "0")


def pair(build, name, *options):
    """Two results with the same states and different data."""
    folder = os.path.join(build, "bench")
    return [
        generate(os.path.join(folder, f"{name}-{side}.json"), "--seed", "4", *STATES, *options, *salt)
        for side, salt in (("ref", ()), ("cmp", ("--salt", "1")))
    ]


def peak_of(command):
    """Peak of the resident memory of a command, in bytes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    run(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return max(before, after) * 1024


def bench_summaries(build, tool, worker):
    files = pair(build, "summaries", "--samples", "60")
    command = [tool, "compare", *files, "--format", "json"]
    peak = peak_of(command)
    best = fastest({
        "compare": lambda: run(command),
        "tree": lambda: measure([worker, "tree", files[0]]),
        "start": lambda: run([tool, "--version"]),
    })
    print(f"compare: 2 x 10000 states, {os.path.getsize(files[0]) / 1e6:.0f} MB each, no sidecars")
    print(f"  {'benchresult compare':<44} {best['compare'][0]:>8.3f} s {peak / 1e6:>8.0f} MB at most")
    print(f"  {'json-c tree of one file':<44} {best['tree'][0]:>8.3f} s")
    row("benchresult compare / json-c tree", best["compare"][0] / best["tree"][0], "expected <= 0.8")
    row("peak memory, MB", peak / 1e6, "expected <= 250")
    row("start of the command, ms", best["start"][0] * 1e3, "expected <= 10")


def bench_samples(build, tool):
    files = pair(build, "samples", "--samples", "1000", "--jsonbin")
    everything = files + sidecars(files[0]) + sidecars(files[1])
    best = fastest({
        "compare": lambda: run([tool, "compare", *files, "--format", "json"]),
        "cat": lambda: cat(everything),
    })
    size = sum(os.path.getsize(file) for file in everything)
    print(f"compare: 2 x 10000 states with sidecars, {len(everything)} files, {size / 1e6:.0f} MB")
    print(f"  {'benchresult compare':<44} {best['compare'][0]:>8.3f} s")
    print(f"  {'cat':<44} {best['cat'][0]:>8.3f} s")
    row("benchresult compare / cat", best["compare"][0] / best["cat"][0], "expected <= 2")


def bench_decision(worker):
    print("decision: two sides, times and clock rates")
    print(f"  {'samples a side':>14} {'values':>7} {'ns/state':>12} {'Msamples/s':>11} {'qsort/ours':>11}")
    for count in (60, 1000, 100000):
        for kind in ("few", "all"):
            output = subprocess.run([worker, str(count), kind], check=True, capture_output=True,
                                    text=True).stdout
            ours, theirs, reason = output.split()
            ours, theirs = float(ours), float(theirs)
            print(f"  {count:>14} {kind:>7} {ours:>12.0f} {2e3 * count / ours:>11.1f} "
                  f"{theirs / ours:>11.2f}   {reason}")
    print("  expected at 100000: qsort/ours >= 3")


def main():
    build = sys.argv[1]
    tool = os.path.join(build, "bin", "benchresult")
    bench_decision(os.path.join(build, "bench", "compare_worker"))
    bench_summaries(build, tool, os.path.join(build, "bench", "load_worker"))
    bench_samples(build, tool)


if __name__ == "__main__":
    main()
