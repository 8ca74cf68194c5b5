#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Creates, loads, compares and frees objects repeatedly: the memory of the process must not grow.

usage: soak.py [CYCLES]
"""
import gc
import json
import os
import sys
import tempfile
import warnings

import support  # noqa: F401  adds the package to the path

import benchresult as br

SAMPLES = [1.0, 1.01, 1.02] * 5
#: The bytes by which the process may grow: by fragmentation, and per cycle. Any leak is larger.
ALLOWED, ALLOWED_EACH = 1_000_000, 16


def write_result():
    builder = br.ResultBuilder()
    for name in ("copy", "sort"):
        bench = builder.add_benchmark(name)
        bench.add_axis("N", [1, 2])
        for n in (1, 2):
            bench.add_state(axes={"N": n}, samples=SAMPLES, summaries=[
                {"tag": f"nv/cpu_only/time/cpu/{tag}", "value": value} for tag, value in (
                    ("mean", 1.01), ("median", 1.01), ("stdev/relative", 0.01))])
    br.write(builder.result(), "soak.json")


def cycle(document):
    """Makes one object of each kind, and uses it once."""
    result = br.BenchmarkResult.from_json("soak.json")
    for bench in result.values():
        for state in bench:
            sum(state.samples), state.summaries, state.point, state.axis_values, repr(state)
    br.SubBenchmarkResult(document, ".")
    comparison = br.compare(result, result)
    comparison.report(), list(comparison), br.summary(result)
    br.compare_samples(SAMPLES, SAMPLES)
    builder = br.ResultBuilder()
    builder.add_benchmark("b").add_state(samples=SAMPLES)
    br.merge([builder.result(), result])
    br.StoppingCriterion("stdrel").stop_index(SAMPLES)
    br.measure(int, timeout=1e-6, min_samples=1, warmup_runs=0)
    tuner = br.Tuner({"N": [1, 2]}, max_samples=4, prepare=lambda trial: None)
    tuner.tell(tuner.ask(), SAMPLES)
    measurement = br.Measurement.from_json(br.Measurement(1, SAMPLES, br.TaskSpec("x")).to_json())
    str(br.Compare([measurement]))
    br.FunctionCounts([(2, "f"), (1, "g")], False).transform(str.upper)
    try:
        br.BenchmarkResult.from_json("nothing.json")
    except FileNotFoundError:
        pass


def resident():
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main(cycles):
    warnings.simplefilter("ignore")
    write_result()
    with open("soak.json", encoding="utf-8") as file:
        document = json.load(file)["benchmarks"][0]
    for _ in range(max(cycles // 10, 100)):
        cycle(document)
    gc.collect()
    memory, objects = resident(), len(gc.get_objects())
    for _ in range(cycles):
        cycle(document)
    gc.collect()
    memory, objects = resident() - memory, len(gc.get_objects()) - objects
    print(f"{cycles} cycles: {memory} bytes and {objects} objects more")
    return 1 if memory > ALLOWED + ALLOWED_EACH * cycles or objects > 100 else 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        status = main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
        os.chdir("/")
    sys.exit(status)
