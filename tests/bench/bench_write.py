#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The speed of writing a result of more than 100 MB, and of merging two, compared in one run with
cp of the same bytes. The library syncs a new file to the disk before it replaces the old file, so
cp followed by sync is also measured; the difference is the time of the disk.

usage: bench_write.py BUILD_DIR

The fastest round counts.
"""
import os
import sys

from bench_compare import pair
from side_by_side import fastest, generate, measure, row, run


def copies(source, target):
    """The commands for cp alone, and for cp with sync."""
    return {
        "cp": lambda: run(["cp", source, target]),
        "cp, sync": lambda: run(["sh", "-c", 'cp "$1" "$2" && sync "$2"', "sh", source, target]),
    }


def show(title, name, ways, target):
    best = fastest(ways)
    os.remove(target)
    print(title)
    for way, (seconds, _) in best.items():
        print(f"  {way:<44} {seconds:>8.3f} s")
    print(f"  {'the part of the disk (cp, sync - cp)':<44} "
          f"{best['cp, sync'][0] - best['cp'][0]:>8.3f} s")
    row(f"{name} / cp, sync", best[name][0] / best["cp, sync"][0], "expected <= 3")


def main():
    build = sys.argv[1]
    folder = os.path.join(build, "bench")
    worker = os.path.join(folder, "load_worker")
    tool = os.path.join(build, "bin", "benchresult")
    states = generate(os.path.join(folder, "states.json"), "--seed", "1", "--benches", "4",
                      "--states", "5000", "--samples", "60", "--classic", "0")
    written = os.path.join(folder, "written.json")
    show(f"write: {os.path.getsize(states) / 1e6:.0f} MB, 20000 states", "bres_result_write",
         {"bres_result_write": lambda: measure([worker, "write", states, written]),
          **copies(states, written)}, written)

    summaries = pair(build, "summaries", "--samples", "60")
    merged = os.path.join(folder, "merged.json")
    command = [tool, "merge", "-o", merged, *summaries]
    run(command)
    source = os.path.join(folder, "copied.json")
    os.rename(merged, source)
    show(f"merge: 2 x 10000 states into {os.path.getsize(source) / 1e6:.0f} MB",
         "benchresult merge", {"benchresult merge": lambda: run(command),
                               **copies(source, merged)}, merged)
    os.remove(source)


if __name__ == "__main__":
    main()
