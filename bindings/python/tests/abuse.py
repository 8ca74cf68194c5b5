#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes wrong calls of all public functions and methods: wrong types, counts, names and numbers,
closed and half-made objects. Each call raises a documented exception, or is accepted; none may
crash.

usage: abuse.py [STEP]

Only each STEP-th call is made (default 1: all of them). On a crash, the traceback and the call
are printed.
"""
import array
import faulthandler
import functools
import inspect
import os
import sys
import tempfile
import warnings

from support import DATA, is_refusal

import benchresult as br
import benchresult.bench as bench

MAIN, BRANCH = (os.path.join(DATA, name) for name in ("main.json", "branch.json"))


class Raising:
    """An object whose operations all fail."""

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


#: The values that replace a right argument.
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
QUICK = {"timeout": 0.001, "min_samples": 1, "warmup_runs": 0}
SHORT_RACE = {"max_time": 0.001, "max_pairs": 2, "min_pairs": 1, "warmup_runs": 0}
SHORT_TIMING = {"max_time": 0.001, "max_runs": 2, "min_runs": 1}
SHORT_PROBE = {"idle_only": True}
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


@functools.lru_cache(maxsize=None)
def made_once(make):
    """Makes an object once, if this takes long and the methods of the object do not change it."""
    return make()


def registered():
    return bench.register(lambda state: None)


def timing():
    return br.time_commands("true", **SHORT_TIMING)


def command_race():
    return br.race_commands("true", "true", **SHORT_RACE)


def judgement():
    with open("solution.c", "w", encoding="utf-8") as file:
        file.write(br.starter("relu"))
    return br.judge("relu", "solution.c", sample_case=True)


def probe():
    return br.probe(0.001, **SHORT_PROBE)


def statistics():
    counts = br.FunctionCounts([(2, "f"), (1, "g")], False)
    return br.CallgrindStats(br.TaskSpec("x"), 1, True, counts, counts, counts, counts)


#: Objects whose methods are called: name -> function that makes the object.
OBJECTS = {
    "result": lambda: br.load(MAIN), "empty result": br.BenchmarkResult.empty,
    "built result": lambda: builder().result(), "benchmark": lambda: br.load(MAIN)["copy"],
    "state": lambda: br.load(MAIN)["copy"][0],
    "summary": lambda: next(iter(br.load(MAIN)["copy"][0].summaries.values())),
    "builder": builder, "bench builder": lambda: builder().add_benchmark("c"),
    "comparison": lambda: br.compare(MAIN, BRANCH), "row": lambda: br.compare(MAIN, BRANCH)[0],
    "thresholds": br.Thresholds, "decision": lambda: br.compare_samples(SAMPLES, SAMPLES),
    "criterion": lambda: br.StoppingCriterion("stdrel"), "own criterion": own_criterion,
    "tuner": tuner, "asked tuner": asked, "trial": lambda: br.Tuner({"N": [1, 2]}).ask(),
    "cache": lambda: br.TunerCache("cache.json"), "closed cache": closed_cache,
    "counts": lambda: br.FunctionCounts([(2, "f"), (1, "g")], False),
    "measurement": lambda: br.Measurement(2, [1.0, 2.0], br.TaskSpec("x")),
    "task": lambda: br.TaskSpec("x"), "table": lambda: br.Compare([]), "machine": br.machine,
    "problem": br.Problem, "case": lambda: br.Case("c", [1]), "pow2": lambda: br.Pow2([1]),
    "parameter": lambda: br.Parameter("x", "input"), "registered": registered,
    "timing": lambda: made_once(timing), "timing row": lambda: made_once(timing).rows[0],
    "command race": lambda: made_once(command_race),
    "race": lambda: br.race(int, int, **SHORT_RACE), "gate": lambda: br.gate(MAIN, BRANCH),
    "judgement": lambda: made_once(judgement), "probe": lambda: made_once(probe),
    "statistics": statistics,
    "axis": lambda: bench.axis, "option": lambda: bench.option,
}
#: Functions and classes, with right arguments.
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
    "race_commands": ("true", "true", SHORT_RACE), "time_commands": ("true", SHORT_TIMING),
    "gate": (MAIN, BRANCH), "probe": (0.001, SHORT_PROBE), "measure_cuda": (int, QUICK),
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
#: Seconds that a call may take.
LIMIT = 60
KEYWORDS = (QUICK, SHORT_RACE, SHORT_TIMING, SHORT_PROBE)
#: Functions that take long with an accepted argument, or that end the process.
LONG = {"main", "bench.run_all_benchmarks", "tune", "measure_cuda", "race_cuda"}
#: Parameters that accept large values, which then take long.
LIMITS = {"warmup_runs", "max_time", "cooldown"}
LARGE = {"None", "True", "2**31", "2**63", "2**64", "inf", "1e308"}


def is_long(name, label):
    """Whether a call would take long."""
    if name in LONG:
        return "keyword" not in label and "arguments" not in label
    parameter, _, value = label.partition("=")
    if parameter in ("clock", "timer"):
        return value == "type"  # int() is a clock that stands still
    return parameter in LIMITS and value in LARGE or \
        name == "probe" and (label == "no arguments" or label.partition(" at ")[0] in LARGE)


def everything():
    """The calls of the table, and every other public callable without right arguments."""
    calls = dict(CALLS)
    for prefix, module in (("", br), ("bench.", bench), ("errors.", br.errors)):
        names = getattr(module, "__all__", [name for name in vars(module)
                                            if name.endswith(("Error", "Warning"))])
        for name in names:
            if callable(getattr(module, name)):
                calls.setdefault(prefix + name, ())
    return calls


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
    """Yields arguments with one wrong argument each, and wrong numbers of arguments."""
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
    for name, arguments in everything().items():
        function = br
        for part in name.split("."):
            function = getattr(function, part)
        right, keywords = arguments, {}
        if arguments and any(arguments[-1] is one for one in KEYWORDS):
            right, keywords = arguments[:-1], arguments[-1]
        for label, given, named in wrong_arguments(function, right, keywords):
            if not is_long(name, label):
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
    """Yields uses of objects without a call of `__init__()`, as a faulty subclass can make them."""
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


#: Prefixes of calls that raise the exceptions of NVBench's module.
NVBENCH = ("bench.", "benchmark:", "main:", "registered", "axis", "option")


def is_documented(label, error):
    if is_refusal(error, label.startswith(NVBENCH)):
        return True
    if isinstance(error, AttributeError):  # Python's own: the object has no such operation
        return label.startswith("half-made ") or ": set" in label
    # Exceptions of the wrong arguments themselves.
    return type(error) in (LookupError, ZeroDivisionError) or \
        type(error) is NotImplementedError and "wide view" in label or \
        type(error) is ValueError and "invalid literal for int()" in str(error)


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
                faulthandler.dump_traceback_later(LIMIT, exit=True)
                try:
                    call()
                except BaseException as error:
                    if not is_documented(label, error):
                        faults.append(f"{label}: {type(error).__name__}: {error}"[:300])
                if unraisable:
                    faults.append(f"{label}: not raised: {unraisable.pop().exc_value!r}"[:300])
    faulthandler.cancel_dump_traceback_later()
    for fault in faults:
        print(fault)
    print(f"{count} calls, {len(faults)} faults")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        os.environ["XDG_STATE_HOME"] = scratch
        status = main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
        os.chdir("/")
    sys.exit(status)
