#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes random calls of the public interface from several threads. Exceptions are expected;
anything else is a fault.

usage: fuzz.py SECONDS [SEED]

A fault prints the seed. Because of the threads, a run with the same seed may still differ.
"""
import array
import copy
import gc
import os
import pickle
import random
import shutil
import sys
import tempfile
import threading
import time

from support import DATA

import benchresult

THREADS = 4
POOL = 150
MAIN = os.path.join(DATA, "main.json")


def load_main():
    """Loads a copy in the working directory, because a call may write to the path of a result."""
    copied = f"copied-{threading.get_ident()}"
    shutil.copyfile(MAIN, copied)
    os.replace(copied, "main.json")
    return benchresult.BenchmarkResult.from_json("main.json")


NAMES = ["N", "copy", "stdrel", "max-noise", "t", "value", "strict", "markdown", "main.json",
         "new.json", "any-of(stdrel,entropy)", "N=[1]", "", "a\0b", "ö\ud800"]
SEEDS = [
    lambda: None, lambda: random.choice(NAMES), lambda: random.randrange(-3, 12),
    lambda: 2 ** random.randrange(80), lambda: random.uniform(-1, 3), lambda: float("nan"),
    lambda: float("inf"), lambda: b"main.json", lambda: [], lambda: {"N": 1}, lambda: [1.0, 2.0],
    lambda: array.array("d", [1.0] * 20), lambda: memoryview(b"12345678"), lambda: object(),
    lambda: int, lambda: (lambda *a: 1 / 0), lambda: {"tag": "t", "value": 1},
    load_main, lambda: benchresult.BenchmarkResult.empty(), lambda: benchresult.ResultBuilder(),
    lambda: benchresult.StoppingCriterion("entropy"), lambda: benchresult.Thresholds(),
    lambda: Own(), lambda: Own.__new__(Own), lambda: benchresult.TaskSpec("x"),
    lambda: benchresult.Measurement(2, [1.0, 2.0], benchresult.TaskSpec("x")),
    lambda: benchresult.FunctionCounts([(2, "f"), (1, "g")], False),
    lambda: benchresult.Compare([]), lambda: benchresult.Parameter("x", "input"),
    lambda: benchresult.Case("c", [3]),
    lambda: benchresult.Tuner({"N": [1, 2]}, max_time=0.002, max_samples=6),
]
# Without plot(), which starts another program, and without functions that need limits of time.
# Methods of Fuzz call some of these functions with such limits.
FUNCTIONS = [getattr(benchresult, name) for name in benchresult.__all__
             if name not in ("plot", "errors", "results", "measure", "measure_cuda", "Timer",
                             "SymbolTimer", "CommandTimer", "Tuner", "tune", "race", "race_cuda",
                             "judge")]
KEYWORDS = ["metadata", "thresholds", "metric", "benchmarks", "axes", "allow_missing", "threads",
            "samples", "frequencies", "summaries", "device", "run", "pow2", "type_axis", "format",
            "display", "sidecars", "min_samples", "criterion", "skip_reason", "has_clock"]
HALF_MADE = ["BenchmarkResult", "SubBenchmarkResult", "SubBenchmarkState", "Comparison",
             "BenchmarkBuilder", "ResultBuilder", "StoppingCriterion", "BenchmarkResultSummary",
             "Row", "Thresholds", "Tuner", "Trial", "Problem"]


class Own(benchresult.StoppingCriterion):
    """A criterion that sometimes fails."""

    def add_measurement(self, seconds):
        if random.random() < 0.02:
            raise LookupError

    def is_finished(self):
        return random.random() < 0.1


class Fuzz:
    def __init__(self, seconds):
        self.end = time.monotonic() + seconds
        self.pool = [make() for make in SEEDS]
        self.calls = 0
        self.faults = []

    def any(self):
        return random.choice(self.pool) if random.random() < 0.7 else random.choice(SEEDS)()

    def put(self, value):
        if len(self.pool) < POOL:
            self.pool.append(value)
        else:
            self.pool[random.randrange(len(self.pool))] = value

    def arguments(self):
        count = random.choice((0, 0, 1, 1, 2, 3))
        names = random.sample(KEYWORDS, random.choice((0, 0, 0, 1, 2)))
        return [self.any() for _ in range(count)], {name: self.any() for name in names}

    def call(self, function):
        arguments, keywords = self.arguments()
        return function(*arguments, **keywords)

    def measure(self):
        function = random.choice((int, self.any(), lambda: self.step(), lambda *a: 1 / 0))
        bench = random.choice([one for one in self.pool
                               if isinstance(one, benchresult.BenchmarkBuilder)] or [None])
        return benchresult.measure(function, bench=bench, timeout=0.002, warmup_runs=0,
                                   criterion=random.choice((None, "entropy", self.any())),
                                   axes=random.choice((None, {"N": 1})), min_samples=2,
                                   batched=random.random() < 0.2)

    def race(self):
        functions = [random.choice((int, self.any(), lambda: self.touch(), lambda *a: 1 / 0))
                     for _ in range(2)]
        return benchresult.race(*functions, max_time=0.002, min_pairs=1, warmup_runs=0,
                                seed=random.choice((None, 3, self.any())),
                                progress=random.choice((None, self.any())))

    def time(self):
        timer = benchresult.Timer(random.choice(("pass", "1 / 0", lambda: self.step(), self.any())),
                                  random.choice(("pass", self.any())),
                                  timer=random.choice((None, None, lambda: 0.0, self.any())),
                                  label=self.any(), set_threads=random.choice((None, self.any())))
        return timer.timeit(random.choice((-1, 1, 5)))

    def touch(self):
        """Reads an attribute of an object of the package, and calls it if it is a method."""
        owner = self.any()
        if not type(owner).__module__.startswith(("benchresult", "__main__")):
            owner = benchresult.BenchmarkResult.empty(metadata=owner)
        name = random.choice([name for name in dir(owner) if not name.startswith("_")] or ["x"])
        value = getattr(owner, name)
        return self.call(value) if callable(value) and not isinstance(value, type) else value

    def handle(self):
        """Applies an operation of the interpreter to an object."""
        owner = self.any()
        return random.choice((repr, len, list, hash, copy.copy, copy.deepcopy, pickle.dumps, bool,
                              lambda x: x == self.any(), lambda x: x[self.any()],
                              lambda x: x.__init__(*self.arguments()[0]),
                              lambda x: setattr(x, random.choice(KEYWORDS), self.any())))(owner)

    def half_made(self):
        kind = getattr(benchresult, random.choice(HALF_MADE))
        return kind.__new__(kind)

    def step(self):
        way = random.choice((self.touch, self.touch, self.touch, self.handle, self.measure, self.time,
                             self.race, lambda: self.call(random.choice(FUNCTIONS)),
                             self.half_made))
        self.calls += 1
        try:
            self.put(way())
        except Exception:
            pass

    def run(self):
        while time.monotonic() < self.end and not self.faults:
            self.step()
            if random.random() < 0.001:
                gc.collect()

    def note(self, what):
        self.faults.append(what)


def main():
    seconds = float(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(2 ** 32)
    random.seed(seed)
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        os.environ["XDG_STATE_HOME"] = directory
        for sidecars in ("main.json-bin", "main.json-freqs-bin"):
            shutil.copytree(os.path.join(DATA, sidecars), sidecars)
        fuzz = Fuzz(seconds)
        sys.unraisablehook = lambda what: fuzz.note(
            f"not raised: {what.exc_value!r} {what.object!r}")
        threading.excepthook = lambda what: fuzz.note(f"in a thread: {what.exc_value!r}")
        threads = [threading.Thread(target=fuzz.run) for _ in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        os.chdir("/")
    if fuzz.faults:
        sys.exit(f"seed {seed}: " + "; ".join(fuzz.faults[:3]))
    if fuzz.calls == 0:
        sys.exit("nothing was called")
    print(f"{fuzz.calls} calls")


if __name__ == "__main__":
    main()
