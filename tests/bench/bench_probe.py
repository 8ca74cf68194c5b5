#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The results of the probe on this machine, alone and beside spinning processes.

usage: bench_probe.py BUILD_DIR [TRIALS] [SECONDS]

Runs TRIALS (10) probes of SECONDS (10) without a spinning process, and TRIALS probes with one per
CPU; and one probe with each other number of spinning processes up to twice the number of CPUs.
Other work on the machine also makes it unfit; the row without spinning processes then shows it.
"""
import contextlib
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "bindings", "python"))

import benchresult

SPIN = "while True: pass"


@contextlib.contextmanager
def spinning(number):
    started = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(number)]
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


def percent(value):
    return "-" if value is None else f"{100 * value:.{0 if value > .1 else 2}f} %"


def row(number, trials, seconds):
    """Prints the results of the probes; returns the best class."""
    with spinning(number):
        probes = [benchresult.probe(seconds) for _ in range(trials)]
    unfit = sum(probe.fitness > benchresult.ProbeClass.FIT_1 for probe in probes)
    classes = sorted({probe.fitness for probe in probes})
    effects = [probe.detectable_effect for probe in probes if probe.detectable_effect is not None]
    waiting = [probe.waiting or 0 for probe in probes]
    print(f"{number:8} {trials:7} {unfit:14} {percent(min(effects, default=None)):>8} "
          f"{percent(max(effects, default=None)):>8} {percent(max(waiting)):>8}  "
          f"{', '.join(str(each) for each in classes)}")
    print(f"         {probes[-1].message}")
    return classes[0]


def main():
    trials, seconds = [*map(int, sys.argv[2:4]), *(10, 10)[len(sys.argv[2:4]):]]
    cpus = len(os.sched_getaffinity(0))
    print(f"\nThe probe: {cpus} CPUs, {seconds} s each")
    print(f"{'spinners':>8} {'trials':>7} {'unfit for 1 %':>14} {'least':>8} {'most':>8} "
          f"{'waiting':>8}  classes")
    best = [row(number, trials if number in (0, cpus) else 1, seconds)
            for number in range(2 * cpus + 1)]
    print(f"the class {'never gets' if best == sorted(best) else 'GETS'} better with more spinners")


if __name__ == "__main__":
    os.environ.setdefault("BENCHRESULT_LIBEXEC", os.path.join(sys.argv[1], "libexec"))
    main()
