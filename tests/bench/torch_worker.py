#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The bodies of bench_timer.py in a C++ statement of torch's Timer. Reads a number of steps from
each line and prints the same as timer_worker: the median in nanoseconds, the executions of a block,
and the milliseconds of the search for the block size. Compiles the statement once, for the first
line.
"""
import os
import sys
import time

from torch.utils.benchmark import Timer

HERE = os.path.dirname(os.path.abspath(__file__))


def measure(timer):
    first = []
    begin = time.perf_counter()
    measurement = timer.blocked_autorange(
        callback=lambda number, seconds: first.append((time.perf_counter(), seconds)))
    end, seconds = first[0]
    return measurement.median * 1e9, measurement.number_per_run, (end - begin - seconds) * 1e3


def main():
    timer = Timer(stmt="if (body.steps != 0) body_execute(&body); else body_execute_empty();",
                  setup='struct body body = { strtoull(getenv("STEPS"), nullptr, 10), 1 };',
                  global_setup=f'#include "{HERE}/bodies.h"\n#include <cstdlib>', language="cpp")
    for line in sys.stdin:
        os.environ["STEPS"] = line.strip()
        timer.timeit(2)
        print(*measure(timer), flush=True)


main()
