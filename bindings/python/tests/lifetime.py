#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lets objects outlive their owners: releases them in any order, in threads and after a fork, and
checks that the remaining objects keep their values.

usage: lifetime.py [ROUNDS]
"""
import faulthandler
import gc
import os
import random
import sys
import tempfile
import threading
import warnings

from support import DATA

import benchresult as br

MAIN, BRANCH = (os.path.join(DATA, name) for name in ("main.json", "branch.json"))
SAMPLES = [1.0, 1.01, 1.02] * 5
THREADS = 4


def state_value(state):
    return (state.name(), len(state.summaries), state.point,
            None if state.samples is None else sum(state.samples))


def result_value(result):
    return [state_value(state) for bench in result.values() for state in bench]


def loaded():
    """Yields parts of a loaded result: the object, and a function that returns its value."""
    result = br.BenchmarkResult.from_json(MAIN)
    bench = result["copy"]
    state = bench[0]
    yield result, result_value
    yield bench, lambda one: [state_value(state) for state in one]
    yield state, state_value
    yield state.samples, sum
    yield state.samples[3:], bytes
    yield memoryview(state.frequencies).cast("B"), bytes
    yield state.summaries, lambda one: [summary.value for summary in one.values()]
    yield result.devices[0], lambda one: one.data
    yield br.merge([result, result]), result_value
    comparison = br.compare(result, BRANCH)
    yield comparison, lambda one: one.report()
    yield comparison[0], lambda one: (one.message, state_value(one.state))
    yield comparison[1].reference_state, state_value
    yield comparison[2].state.samples, sum


def made():
    """Yields parts of results that this process makes, like `loaded()`."""
    builder = br.ResultBuilder()
    state = builder.add_benchmark("b").add_state(samples=SAMPLES)
    yield state, state_value
    yield builder.result(), result_value
    yield br.measure(int, timeout=0.001, min_samples=1), state_value
    tuner = br.Tuner({"N": [1, 2]}, max_samples=20)
    for trial in tuner:
        tuner.tell(trial, SAMPLES)
    yield tuner.best[0], lambda one: (dict(one), one.name)
    yield tuner.best_states[0], state_value
    yield tuner.result, result_value
    yield tuner, lambda one: one.message
    outcome = br.race(int, int, max_pairs=2, min_pairs=1, warmup_runs=0)
    yield outcome.result, result_value
    yield outcome.reference_state, state_value
    measurement = br.Measurement(2, SAMPLES, br.TaskSpec("x"))
    yield br.Measurement.to_result([measurement]), result_value
    yield measurement, lambda one: one.median
    counts = br.FunctionCounts([(2, "f"), (1, "g")], False)
    yield counts + counts, list
    with br.TunerCache("cache.json") as cache:
        cache.store("kernel", {"N": 1})
        yield cache.find("kernel"), dict


class Parts:
    """Objects, each with its first value."""

    def __init__(self, order):
        self.entries = [(one, value, value(one)) for one, value in (*loaded(), *made())]
        order.shuffle(self.entries)

    def check(self):
        for one, value, first in self.entries:
            if value(one) != first:
                raise AssertionError(f"{type(one).__name__} has changed")

    def release(self, order):
        """Releases the objects one by one, and checks one of the remaining objects each time."""
        while self.entries:
            self.entries.pop()
            if order.random() < 0.3:
                gc.collect(order.randrange(3))
            if self.entries:
                one, value, first = order.choice(self.entries)
                if value(one) != first:
                    raise AssertionError(f"{type(one).__name__} has changed")


def in_threads(parts, order):
    """Each thread checks all parts and releases its own."""
    shares = [Parts.__new__(Parts) for _ in range(THREADS)]
    for i, share in enumerate(shares):
        share.entries = parts.entries[i::THREADS]
    parts.entries = []
    failed = []

    def run(share, seed):
        try:
            share.check()
            share.release(random.Random(seed))
        except BaseException as error:  # the main thread raises it
            failed.append(error)

    threads = [threading.Thread(target=run, args=(share, order.random())) for share in shares]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


def after_fork(parts, order):
    """The child checks and releases its parts; the parent still has them."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            parts.check()
            parts.release(order)
            status = 0
        finally:
            os._exit(status)
    if os.waitpid(child, 0)[1] != 0:
        raise AssertionError("an object does not work after a fork")
    parts.check()


def main(rounds):
    warnings.simplefilter("ignore")
    faulthandler.enable()
    unraisable = []
    sys.unraisablehook = unraisable.append
    for number in range(rounds):
        order = random.Random(number)
        Parts(order).release(order)
        in_threads(Parts(order), order)
        parts = Parts(order)
        after_fork(parts, order)
        in_threads(parts, order)
        gc.collect()
        if unraisable:
            sys.exit(f"round {number}: not raised: {unraisable[0].exc_value!r}")
    print(f"{rounds} rounds")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
        os.chdir("/")
