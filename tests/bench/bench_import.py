#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The speed of reading results of Google Benchmark, a file of more than 100 MB, compared with
Python's json.load of the same file.

usage: bench_import.py BUILD_DIR

Each way runs in its own process, a few times in turn; the fastest round counts.
"""
import json
import os
import random
import sys

from bench_load import JSON_LOAD
from side_by_side import fastest, measure, row

FAMILIES = 50
ARGUMENTS = 500
REPETITIONS = 10


def write_google(path):
    """Writes the file unless it exists; the same seed gives the same file."""
    if os.path.exists(path):
        return
    draw = random.Random(1)
    records = []
    for family in range(FAMILIES):
        for instance in range(ARGUMENTS):
            name = f"BM_Function{family}/{1 << instance % 24}/{instance}"
            for repetition in range(REPETITIONS):
                time = draw.lognormvariate(5, 0.1)
                records.append({
                    "name": name, "family_index": family, "per_family_instance_index": instance,
                    "run_name": name, "run_type": "iteration", "repetitions": REPETITIONS,
                    "repetition_index": repetition, "threads": 1, "iterations": 1000000,
                    "real_time": time, "cpu_time": time * 0.99, "time_unit": "ns",
                    "bytes_per_second": 1e9 / time, "items_per_second": 2e9 / time})
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".part", "w", encoding="utf-8") as file:
        json.dump({"context": {"num_cpus": 2, "library_version": "v1.9.5",
                               "json_schema_version": 1}, "benchmarks": records}, file, indent=2)
    os.rename(path + ".part", path)


def main():
    build = sys.argv[1]
    worker = os.path.join(build, "bench", "load_worker")
    path = os.path.join(build, "bench", "google.json")
    write_google(path)
    best = fastest({
        "load": lambda: measure([worker, "load", path, "0"]),
        "json.load": lambda: measure([sys.executable, "-c", JSON_LOAD, path]),
    })
    print(f"import: {os.path.getsize(path) / 1e6:.0f} MB of Google Benchmark, "
          f"{FAMILIES * ARGUMENTS} states")
    for name, label in (("load", "bres_result_load"), ("json.load", "Python json.load")):
        print(f"  {label:<44} {best[name][0]:>8.3f} s {best[name][1] / 1e6:>8.0f} MB at most")
    row("json.load / bres_result_load", best["json.load"][0] / best["load"][0], "expected >= 3")


if __name__ == "__main__":
    main()
