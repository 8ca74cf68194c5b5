#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The speed of the Python package: loading a result of more than 100 MB and walking all its states
and summaries, compared with json.load of the same file; the time of an import and of a getter.

usage: bench_python.py BUILD_DIR

Each way runs in its own process, a few times in turn; the fastest round counts. Only the ratios
are meaningful on other machines.
"""
import os
import sys

from side_by_side import HERE, fastest, generate, measure, row

PACKAGE = os.path.join(HERE, "..", "..", "bindings", "python")
PEAK = "resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024"

JSON_LOAD = f"""
import json, resource, sys, time
start = time.perf_counter()
with open(sys.argv[1]) as file:
    document = json.load(file)
print(time.perf_counter() - start, {PEAK})
"""

WALK = f"""
import resource, sys, time
sys.path.insert(0, {PACKAGE!r})
from benchresult import results
start = time.perf_counter()
result = results.BenchmarkResult.from_json(sys.argv[1])
count = 0
for bench in result.values():
    for state in bench:
        if state.is_skipped or not state.name():
            continue
        for tag, summary in state.summaries.items():
            if summary.value is not None:
                count += 1
print(time.perf_counter() - start, {PEAK})
assert count > 1000
"""

IMPORT = f"""
import sys, time
sys.path.insert(0, {PACKAGE!r})
start = time.perf_counter()
import benchresult.results
print(time.perf_counter() - start, 0)
"""

GETTERS = ("state.state_name", "state.device", "state.bw", "state.name()", "state.summaries",
           "state.samples", "summary.value", "summary.tag", "summary['value']")
GETTER = f"""
import sys, timeit
sys.path.insert(0, {PACKAGE!r})
from benchresult import results
result = results.BenchmarkResult.from_json(sys.argv[1])
state = next(iter(result.values()))[0]
summary = next(iter(state.summaries.values()))
print(min(timeit.repeat(sys.argv[2], globals=globals(), number=100000)) / 100000, 0)
"""


def script(code, *arguments):
    return measure([sys.executable, "-c", code, *arguments])


def main():
    path = generate(os.path.join(sys.argv[1], "bench", "states.json"), "--seed", "1", "--benches",
                    "4", "--states", "5000", "--samples", "60", "--classic", "0")
    best = fastest({
        "walk": lambda: script(WALK, path),
        "json.load": lambda: script(JSON_LOAD, path),
        "import": lambda: script(IMPORT),
    })
    print(f"Python: {os.path.getsize(path) / 1e6:.0f} MB, 20000 states")
    for name, label in (("walk", "load and walk"), ("json.load", "json.load alone")):
        print(f"  {label:<44} {best[name][0]:>8.3f} s {best[name][1] / 1e6:>8.0f} MB at most")
    row("json.load / load and walk", best["json.load"][0] / best["walk"][0], "expected >= 2.5")
    row("memory: load and walk / json.load", best["walk"][1] / best["json.load"][1],
        "expected <= 0.5")
    row("import, ms", best["import"][0] * 1e3, "expected <= 25")
    small = os.path.join(HERE, "..", "..", "examples", "data", "main.json")
    for getter in GETTERS:
        row(f"{getter}, us", script(GETTER, small, getter)[0] * 1e6, "expected < 1")


if __name__ == "__main__":
    main()
