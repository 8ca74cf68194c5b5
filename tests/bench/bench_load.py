#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The speed of reading. One run compares a generated file of more than 100 MB with Python's
json.load, json-c's tree and simdjson's on-demand parser on the same file, and the sidecars of
another result with cat of the same bytes.

usage: bench_load.py BUILD_DIR

Each way runs in its own process, a few times in turn; the fastest round counts. Only the ratios
are meaningful on other machines.
"""
import os
import re
import subprocess
import sys
import tempfile

from side_by_side import (build_simdjson, cat, fastest, generate, measure, processor_time, row,
                          sidecars)

JSON_LOAD = """
import json, resource, sys, time
start = time.perf_counter()
with open(sys.argv[1]) as file:
    document = json.load(file)
print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


def bench_states(build, worker):
    path = generate(os.path.join(build, "bench", "states.json"), "--seed", "1", "--benches", "4",
                    "--states", "5000", "--samples", "60", "--classic", "0")
    size = os.path.getsize(path)
    best = fastest({
        "load": lambda: measure([worker, "load", path, "0"]),
        "load1": lambda: measure([worker, "load", path, "1"]),
        "json.load": lambda: measure([sys.executable, "-c", JSON_LOAD, path]),
        "tree": lambda: measure([worker, "tree", path]),
    })
    print(f"load: {size / 1e6:.0f} MB, 20000 states, no sidecars")
    for name, label in (("load", "bres_result_load"), ("load1", "bres_result_load, one thread"),
                        ("json.load", "Python json.load"), ("tree", "json-c tree")):
        print(f"  {label:<44} {best[name][0]:>8.3f} s {best[name][1] / 1e6:>8.0f} MB at most")
    row("one thread / all", best["load1"][0] / best["load"][0], "expected >= 1.6 on two processors")
    row("json.load / bres_result_load", best["json.load"][0] / best["load"][0], "expected >= 5")
    row("json-c tree / bres_result_load", best["tree"][0] / best["load"][0], "expected >= 4")
    row("peak memory / file size", best["load"][1] / size, "expected <= 1.25")


def bench_processor_time(build, worker):
    """Compares with a program that copies the names and values of all states into strings."""
    path = os.path.join(build, "bench", "states.json")
    simdjson = build_simdjson(build)
    best = fastest({
        "load": lambda: processor_time([worker, "load", path, "1"]),
        "simdjson": lambda: processor_time([simdjson, path]),
    })
    print("load, processor time of the whole process, one thread")
    print(f"  {'bres_result_load':<44} {best['load'][0]:>8.3f} s")
    print(f"  {'simdjson into strings':<44} {best['simdjson'][0]:>8.3f} s")
    row("bres_result_load / simdjson", best["load"][0] / best["simdjson"][0], "expected <= 0.8")


def bench_serial_part(build, worker):
    """The instructions that run in one thread only, counted by callgrind."""
    path = os.path.join(build, "bench", "states.json")
    with tempfile.TemporaryDirectory() as directory:
        profile = os.path.join(directory, "profile")
        subprocess.run(["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={profile}",
                        worker, "load", path, "2"], check=True, stdout=subprocess.DEVNULL)
        functions = subprocess.run(["callgrind_annotate", "--inclusive=yes", "--show-percs=no",
                                    profile], check=True, stdout=subprocess.PIPE, text=True).stdout

    def count(name):
        return int(re.search(rf"^ *([\d,]+) .*{name}", functions, re.M).group(1).replace(",", ""))

    total = count("PROGRAM TOTALS")
    row("part of one thread / all instructions, %", 100 * (1 - count(":ordered_work ") / total),
        "expected <= 6")


def bench_sidecars(build, worker):
    path = generate(os.path.join(build, "bench", "sidecars.json"), "--seed", "2", "--benches", "2",
                    "--states", "2500", "--samples", "1000", "--classic", "0", "--jsonbin")
    files = sidecars(path)
    best = fastest({
        "samples": lambda: measure([worker, "samples", path]),
        "cat": lambda: cat(files),
    })
    size = sum(os.path.getsize(file) for file in files)
    print(f"sidecars: {len(files)} files, {size / 1e6:.0f} MB")
    print(f"  {'bres_state_samples, _frequencies':<44} {best['samples'][0]:>8.3f} s")
    print(f"  {'cat':<44} {best['cat'][0]:>8.3f} s")
    row("samples / cat", best["samples"][0] / best["cat"][0], "expected <= 2")


def main():
    build = sys.argv[1]
    worker = os.path.join(build, "bench", "load_worker")
    bench_states(build, worker)
    bench_processor_time(build, worker)
    bench_serial_part(build, worker)
    bench_sidecars(build, worker)


if __name__ == "__main__":
    main()
