#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The times of twelve functions by this library, by Google Benchmark and by a hand-written loop
over the same function pointers. Compares wall times with wall times and CPU times with CPU times,
in repetitions whose order alternates, and CPU times again beside two spinning processes.

Functions of at least 10 ns must be within 5 % of Google Benchmark or of the loop, shorter ones
within 1.5 ns of the loop; beside the spinning processes within 10 % or 1.5 ns of Google Benchmark.
The loop runs twice in each repetition. The ratio of its two times is the A/A row: the smallest
difference that the machine can show at this time. If its interval is wider than a limit, the limit
cannot be tested.

usage: bench_cpu.py BUILD_DIR [REPETITIONS [SECONDS]]
"""
import os
import random
import statistics
import subprocess
import sys

from side_by_side import build_google

NAMES = ("empty", "10 additions", "30 additions", "100 additions", "1,000 additions",
         "100,000 additions", "nanosleep 100 us", "nanosleep 5 ms", "memcpy 8 KB", "memcpy 256 KB",
         "memcpy 64 MB", "qsort of 65,536")
WAYS = ("harness", "timer", "google", "loop", "again")
OURS = ("harness", "timer")
SHORT_NS = 10  # for shorter functions the limit is a difference, not a ratio
SHORT_LIMIT_NS = 1.5
LIMIT = 0.05
BUSY_LIMIT = 0.1
RESAMPLES = 2000


def measure(worker, clock, seconds, ways):
    """The times of one process: {function: {way: nanoseconds}}."""
    words = ["loop" if way == "again" else way for way in ways]
    output = subprocess.run([worker, clock, str(seconds), *words], check=True, capture_output=True,
                            text=True).stdout
    rows = (line.split() for line in output.splitlines())
    return {int(number): dict(zip(ways, map(float, times))) for number, *times in rows}


def repeat(worker, clock, repetitions, seconds):
    """{function: {way: [nanoseconds of each repetition]}}; the first way changes each time."""
    times = {}
    for repetition in range(repetitions):
        first = repetition % len(WAYS)
        order = WAYS[first:] + WAYS[:first]
        if repetition % 2:
            order = order[::-1]
        for number, row in measure(worker, clock, seconds, order).items():
            for way, value in row.items():
                times.setdefault(number, {}).setdefault(way, []).append(value)
    return times


def ratio(above, below):
    """The ratio of the medians, and the ends of its 95 % interval by resampling the repetitions."""
    draw = random.Random(19)
    count = len(above)
    drawn = []
    for _ in range(RESAMPLES):
        chosen = [draw.randrange(count) for _ in range(count)]
        drawn.append(statistics.median([above[i] for i in chosen]) /
                     statistics.median([below[i] for i in chosen]))
    drawn.sort()
    return (statistics.median(above) / statistics.median(below), drawn[RESAMPLES // 40],
            drawn[-1 - RESAMPLES // 40])


def shown(value):
    return "{:.3f} [{:.3f}, {:.3f}]".format(*value)


def spread_of(value):
    """The largest distance of the ends of an interval from 1."""
    return max(abs(1 - end) for end in value[1:])


def verdict(distance, limit, spread, unit):
    """The verdict as text. A limit that is smaller than the A/A spread cannot be tested; the text
    then has both."""
    words = f"{distance:.3g} {unit}, limit {limit:g}: "
    if distance <= limit:
        words += "ok"
    else:
        words += "CANNOT BE TESTED" if spread > limit else "NOT WITHIN THE LIMIT"
    return words + (f" (A/A shows {spread:.3g})" if spread > limit else "")


def judge(row, way, ratios, others, limit, spread):
    """Judges short functions by their difference from the last of the others, and long functions by
    the ratio that is nearest to 1."""
    last = statistics.median(row[others[-1]])
    if last < SHORT_NS:
        return verdict(abs(statistics.median(row[way]) - last), SHORT_LIMIT_NS, spread * last, "ns")
    nearest = min(abs(ratios[other][0] - 1) for other in others)
    return verdict(100 * nearest, 100 * limit, 100 * spread, "%")


def report(title, times, others, limit):
    """Prints the table. Each way of this library must be near one of the `others`."""
    widest = 0
    print(f"\n{title}")
    print(f"  {'function':<18} {'way':<8} {'ns':>10}  {'/ google':<22} {'/ loop':<22} verdict")
    for number, row in sorted(times.items()):
        alike = ratio(row["again"], row["loop"])
        widest = max(widest, spread_of(alike))
        for way in WAYS[:-1]:
            ratios = {other: ratio(row[way], row[other]) for other in ("google", "loop")}
            cells = {other: shown(value) if way != other else "" for other, value in ratios.items()}
            words = "A/A" if way == "loop" else ""
            if way == "loop":
                cells["loop"] = shown(alike)
            elif way in OURS:
                words = judge(row, way, ratios, others, limit, spread_of(alike))
            print(f"  {NAMES[number] if way == WAYS[0] else '':<18} {way:<8} "
                  f"{statistics.median(row[way]):>10.5g}  {cells['google']:<22} "
                  f"{cells['loop']:<22} {words}")
    print(f"  A/A: the loop against itself is known to {100 * widest:.1f} % at worst")


def spin():
    return subprocess.Popen([sys.executable, "-c", "while True: pass"])


def main():
    build = sys.argv[1]
    repetitions = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 0.05
    library = os.path.abspath(os.path.join(build, "lib"))
    worker = build_google(build, "cpu_worker", ("-L" + library, "-lbenchresult",
                                                "-Wl,-rpath," + library))
    print(f"cpu: medians of {repetitions} alternated repetitions of {seconds:g} s; ratios of medians "
          "with 95 % intervals")
    report("wall time", repeat(worker, "wall", repetitions, seconds), ("google", "loop"), LIMIT)
    report("CPU time of the thread", repeat(worker, "thread", repetitions, seconds),
           ("google", "loop"), LIMIT)
    spinning = [spin(), spin()]
    try:
        report("CPU time of the thread beside two spinning processes",
               repeat(worker, "thread", repetitions, seconds), ("google",), BUSY_LIMIT)
    finally:
        for process in spinning:
            process.kill()
            process.wait()


if __name__ == "__main__":
    main()
