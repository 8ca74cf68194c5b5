#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The times that a timer reports for bodies of about 10 ns, 1 us and 100 us and for an empty body,
and the cost of its search for a block size, compared with Google Benchmark and with C++ statements
of torch's Timer. All of them measure for 0.2 s.

usage: bench_timer.py BUILD_DIR
"""
import importlib.util
import os
import subprocess
import sys

from side_by_side import HERE, build_google, fastest, google_median, row, run

BODIES = (("empty", 0), ("10 ns", 8), ("1 us", 800), ("100 us", 80000))
KINDS = ("plain", "subtracted", "batched")
# 100 blocks of at least 1 ms.
MEDIAN = ("--benchmark_repetitions=100", "--benchmark_min_time=0.001")
WHOLE = ("--benchmark_min_time=0.2",)


def times_of(output):
    """(median in nanoseconds, executions of a block, milliseconds of the search)"""
    median, number, search = output.split()
    return float(median), int(number), float(search)


def ours(worker, kind, steps):
    return times_of(subprocess.run([worker, kind, str(steps)], check=True, capture_output=True,
                                   text=True).stdout)


class Torch:
    """A process that has loaded torch and compiled the statement."""

    def __init__(self):
        places = [os.path.abspath(os.path.join(HERE, "..", "..", "include")),
                  os.environ.get("CPLUS_INCLUDE_PATH", "")]
        environment = dict(os.environ, CPLUS_INCLUDE_PATH=os.pathsep.join(filter(None, places)))
        self.process = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "torch_worker.py")], env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def times(self, steps):
        self.process.stdin.write(f"{steps}\n")
        self.process.stdin.flush()
        return times_of(self.process.stdout.readline())

    def close(self):
        self.process.communicate()


def bench_body(name, steps, worker, google, torch):
    ways = {kind: lambda kind=kind: ours(worker, kind, steps) for kind in KINDS}
    ways["google"] = lambda: (google_median(google, steps, MEDIAN), 0, 0)
    if torch is not None:
        ways["torch"] = lambda: torch.times(steps)
    best = fastest(ways)
    shown = [f"{best[way][0]:>12.2f}" if way in best else f"{'-':>12}"
             for way in (*KINDS, "google", "torch")]
    print(f"  {name:<8}", *shown)
    return best


def bench_whole(worker, google):
    """The time of the process in addition to the 0.2 s, for the body of 1 us."""
    ways = {"ours": lambda: run([worker, "batched", "800"]),
            "google": lambda: run([google, "800", "--", *WHOLE])}
    best = fastest(ways)
    row("a whole process of 0.2 s, s", best["ours"][0], "")
    row("  the same by Google Benchmark, s", best["google"][0], "")


def main():
    build = sys.argv[1]
    worker = os.path.join(build, "bench", "timer_worker")
    google = build_google(build)
    torch = Torch() if importlib.util.find_spec("torch") is not None else None
    if torch is None:
        print("timer: torch (python3-torch) is not installed")
    print("timer: nanoseconds of an execution, in blocks")
    print(f"  {'body':<8}", *(f"{way:>12}" for way in (*KINDS, "Google", "torch, C++")))
    results = {name: bench_body(name, steps, worker, google, torch) for name, steps in BODIES}
    for name in ("10 ns", "1 us"):
        best = results[name]
        row(f"{name}: search for a block size, ms", best["batched"][2],
            f"blocks of {best['batched'][1]}")
        if torch is not None:
            row("  the same by torch, ms", best["torch"][2], f"blocks of {best['torch'][1]}")
    bench_whole(worker, google)
    for name in ("1 us", "100 us"):
        for other in ("google", "torch"):
            if other in results[name]:
                row(f"{name}: median in blocks / {other}'s",
                    results[name]["batched"][0] / results[name][other][0],
                    "expected 0.98 to 1.02")
    if torch is not None:
        torch.close()


if __name__ == "__main__":
    main()
