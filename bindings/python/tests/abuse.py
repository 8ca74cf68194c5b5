#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes wrong calls of everything public: wrong types, counts, names and numbers, closed and
half-made objects. Each raises an exception that the package documents, or is accepted; nothing
crashes.

usage: abuse.py [STEP]

Only each STEP-th call is made (default 1: all of them). On a crash, the traceback and the call
are printed.
"""
import array
import faulthandler
import inspect
import os
import sys
import tempfile
import warnings

from support import DATA

import benchresult as br
import benchresult.bench as bench

MAIN, BRANCH = (os.path.join(DATA, name) for name in ("main.json", "branch.json"))


class Raising:
    """Fails whatever is done with it."""

    def fail(self, *arguments):
        raise LookupError("a wrong argument")

    __iter__ = __len__ = __index__ = __float__ = __int__ = __bool__ = __fspath__ = __call__ = fail
    __getitem__ = __eq__ = __hash__ = keys = read = fail


def own_criterion():
    class Own(br.StoppingCriterion):
        def add_measurement(self, seconds):
            pass

        def is_finished(self):
            return True
    return Own()


#: What is passed in place of a right argument.
WRONG = {
    "None": None, "True": True, "-1": -1, "0": 0, "2**31": 2**31, "2**63": 2**63, "2**64": 2**64,
    "-2**70": -2**70, "10**400": 10**400, "-0.5": -0.5, "nan": float("nan"), "inf": float("inf"),
    "1e308": 1e308, "empty": "", "surrogate": "\udc80\ud800", "NUL": "a\0b", "long": "x" * 100000,
    "bytes": b"\xff\xfe", "bytearray": bytearray(b"a"), "object": object(), "type": int,
    "list": [], "nested": [[None]], "floats": [float("nan"), 1e400, -1.0], "dict": {},
    "odd dict": {1: None, "\ud800": "a\0b"}, "array": array.array("d", [1.0]), "raising": Raising(),
    "wide view": memoryview(bytes(8)).cast("B", (2, 4)), "generator": (i for i in (1, "a")),
    "function": lambda *arguments: 1 / 0, "exception": ValueError, "complex": 1j, "set": {1, "a"},
}
#: Exceptions of the package, and those of Python for a wrong argument. The last two come from the
#: wrong arguments themselves.
DOCUMENTED = (br.Error, br.TrialError, bench.NVBenchRuntimeError, TypeError, ValueError,
              ZeroDivisionError, LookupError)
QUICK = {"timeout": 0.001, "min_samples": 1, "warmup_runs": 0}
SHORT_RACE = {"max_time": 0.001, "max_pairs": 2, "min_pairs": 1, "warmup_runs": 0}
SAMPLES = [1.0, 1.01, 1.02] * 5


def closed_cache():
    cache = br.TunerCache("closed.json")
    cache.close()
    return cache


def tuner():
    return br.Tuner({"N": [1, 2]}, max_time=0.001, max_samples=4, warmup_runs=0, timeout=0.001)


def asked():
    made = tuner()
    made.ask()
    return made


def builder():
    made = br.ResultBuilder()
    made.add_benchmark("b").add_state(samples=SAMPLES)
    return made


def registered():
    return bench.register(lambda state: None)


#: Objects whose methods are called: name -> how each is made.
OBJECTS = {
    "result": lambda: br.load(MAIN), "empty result": br.BenchmarkResult.empty,
    "built result": lambda: builder().result(), "benchmark": lambda: br.load(MAIN)["copy"],
    "state": lambda: br.load(MAIN)["copy"][0],
    "summary": lambda: next(iter(br.load(MAIN)["copy"][0].summaries.values())),
    "builder": builder, "bench builder": lambda: builder().add_benchmark("c"),
    "comparison": lambda: br.compare(MAIN, BRANCH), "row": lambda: br.compare(MAIN, BRANCH)[0],
    "thresholds": br.Thresholds, "decision": lambda: br.compare_samples(SAMPLES, SAMPLES),
    "criterion": lambda: br.StoppingCriterion("stdrel"), "own criterion": own_criterion,
    "tuner": tuner, "asked tuner": asked, "trial": lambda: tuner().ask(),
    "cache": lambda: br.TunerCache("cache.json"), "closed cache": closed_cache,
    "counts": lambda: br.FunctionCounts([(2, "f"), (1, "g")], False),
    "measurement": lambda: br.Measurement(2, [1.0, 2.0], br.TaskSpec("x")),
    "task": lambda: br.TaskSpec("x"), "table": lambda: br.Compare([]), "machine": br.machine,
    "problem": br.Problem, "case": lambda: br.Case("c", [1]), "pow2": lambda: br.Pow2([1]),
    "parameter": lambda: br.Parameter("x", "input"), "registered": registered,
    "axis": lambda: bench.axis, "option": lambda: bench.option,
}
#: Functions and classes with arguments that are right.
CALLS = {
    "load": (MAIN,), "BenchmarkResult.from_json": (MAIN,), "BenchmarkResult.from_file": (MAIN,),
    "SubBenchmarkResult": ({"name": "b", "states": []}, "."), "merge": ([],),
    "BenchmarkResultSummary": ("tag",), "BenchmarkResultDevice": (0, "name", {}),
    "write": (br.BenchmarkResult.empty(), "out.json"), "summary": (br.BenchmarkResult.empty(),),
    "export": (br.BenchmarkResult.empty(), "pyperf"), "replay": (SAMPLES,),
    "compare": (MAIN, BRANCH), "compare_samples": (SAMPLES, SAMPLES),
    "compare_runs": ([SAMPLES], [SAMPLES]), "Thresholds": (), "Thresholds.load": ("none.toml",),
    "compare_states": (br.load(MAIN)["copy"][0], br.load(MAIN)["copy"][0]),
    "Thresholds.preset": ("strict",), "StoppingCriterion": ("stdrel",), "criteria": (),
    "stop_index": (SAMPLES,), "measure": (int, QUICK), "race": (int, int, SHORT_RACE),
    "race_commands": ("true", "true", SHORT_RACE), "measure_cuda": (int, QUICK),
    "race_cuda": (int, int, SHORT_RACE), "Tuner": ({"N": [1]},), "tune": (int, {"N": [1]}),
    "Pow2": ([1],), "TunerCache": ("new.json",), "TaskSpec": ("x",), "Compare": ([],),
    "Measurement": (1, [1.0], br.TaskSpec("x")), "Measurement.from_json": ("{}",),
    "Measurement.merge": ([],), "Measurement.to_result": ([],), "Measurement.from_state": (None,),
    "Timer": ("pass",), "SymbolTimer": ("libc.so.6", "getpid"), "CommandTimer": (["true"],),
    "FunctionCounts": ([(1, "f")], False), "Profile": ("none",), "Machine": (), "machine": (),
    "saved_probe": ("none",), "problems": (), "starter": ("relu",), "prototype": ("relu",),
    "Parameter": ("x", "input"), "Case": ("c",), "judge": ("relu", "none.c"),
    "CallgrindStats.from_profile": (None,), "benchmark": (), "plot": (None, "chart.svg"),
    "bench.register": (int,), "bench.run_all_benchmarks": (["-q"],), "main": (["-q"],),
}
#: Methods that take long with an argument that is accepted, or that end the process.
LONG = {"main", "bench.run_all_benchmarks", "tune", "measure_cuda", "race_cuda"}


def parameters(function):
    """The names of the parameters that can be passed by position, and of the others."""
    try:
        found = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return [], []
    return ([one.name for one in found if one.kind in (one.POSITIONAL_ONLY,
                                                       one.POSITIONAL_OR_KEYWORD)],
            [one.name for one in found if one.kind in (one.KEYWORD_ONLY,
                                                       one.POSITIONAL_OR_KEYWORD)])


def wrong_arguments(function, right, keywords):
    """Arguments of which one is wrong, and wrong counts."""
    positions, names = parameters(function)
    yield "no arguments", (), {}
    yield "many arguments", (*right, *[None] * 40), keywords
    yield "an unknown keyword", right, {**keywords, "no_such_keyword": 1}
    for label, value in WRONG.items():
        for i in range(max(len(right), min(len(positions), 1))):
            yield f"{label} at {i}", (*right[:i], value, *right[i + 1:]), keywords
        for name in names:
            if name not in positions[:len(right)]:
                yield f"{name}={label}", right, {**keywords, name: value}


def function_calls():
    for name, arguments in CALLS.items():
        function = br
        for part in name.split("."):
            function = getattr(function, part)
        right, keywords = arguments, {}
        if arguments and isinstance(arguments[-1], dict) and arguments[-1] in (QUICK, SHORT_RACE):
            right, keywords = arguments[:-1], arguments[-1]
        for label, given, named in wrong_arguments(function, right, keywords):
            if name not in LONG or "keyword" in label or "arguments" in label:
                yield f"{name}: {label}", lambda: function(*given, **named)


def method_calls():
    operations = {"item": lambda one, value: one[value], "equal": lambda one, value: one == value,
                  "contains": lambda one, value: value in one, "add": lambda one, value: one + value,
                  "subtract": lambda one, value: one - value, "times": lambda one, value: one * value,
                  "set": lambda one, value: setattr(one, "name", value),
                  "init": lambda one, value: one.__init__(value),
                  "set item": lambda one, value: one.__setitem__(value, value)}
    for what, make in OBJECTS.items():
        kind = type(make())
        for label, value in WRONG.items():
            for operation, run in operations.items():
                yield f"{what}: {operation} {label}", lambda: run(make(), value)
        for name in sorted(name for name in dir(kind) if not name.startswith("_")):
            method = getattr(kind, name)
            if not callable(method) or name in ("print", "run_all_benchmarks"):
                yield f"{what}.{name}", lambda: getattr(make(), name)
                continue
            for label, given, named in wrong_arguments(method, (), {}):
                yield f"{what}.{name}: {label}", lambda: getattr(make(), name)(*given, **named)


def half_made_calls():
    """Objects that no constructor has filled, which subclasses can make by mistake."""
    for name in br.__all__:
        kind = getattr(br, name)
        if not isinstance(kind, type) or issubclass(kind, BaseException):
            continue
        for member in sorted(dir(kind)):
            if member.startswith("__") and member not in ("__repr__", "__len__", "__iter__"):
                continue

            def touch():
                value = getattr(kind.__new__(kind), member)
                return value() if callable(value) else value
            yield f"half-made {name}.{member}", touch


def is_documented(label, error):
    if isinstance(error, DOCUMENTED):
        return True
    if isinstance(error, AttributeError):  # Python's own: the object has no such operation
        return label.startswith("half-made ") or ": set" in label
    if isinstance(error, NotImplementedError):  # of the memoryview itself, or said by the page
        return any(word in label for word in ("wide view", "problem", "repeat", "autorange"))
    return isinstance(error, RuntimeError) and "set_stopping_criterion" in label  # as in NVBench


def main(step):
    warnings.simplefilter("ignore")
    faulthandler.enable()
    faults = []
    unraisable = []
    sys.unraisablehook = unraisable.append
    count = 0
    with open("abuse.log", "w", encoding="utf-8", errors="replace", buffering=1) as log:
        for calls in (function_calls, method_calls, half_made_calls):
            for number, (label, call) in enumerate(calls()):
                if number % step:
                    continue
                log.seek(0)
                log.write(f"{label[:200]}\n")
                count += 1
                try:
                    call()
                except BaseException as error:
                    if not is_documented(label, error):
                        faults.append(f"{label}: {type(error).__name__}: {error}"[:300])
                if unraisable:
                    faults.append(f"{label}: not raised: {unraisable.pop().exc_value!r}"[:300])
    for fault in faults:
        print(fault)
    print(f"{count} calls, {len(faults)} faults")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        status = main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
        os.chdir("/")
    sys.exit(status)
