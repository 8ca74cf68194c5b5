# SPDX-License-Identifier: MIT
"""Wrong calls of the public interface raise an exception by the rule of `benchresult.errors`: no
error of ctypes, and no error about internals."""
import inspect
import os
import unittest
import warnings

from support import DATA, ResultTest, VirtualTime, is_refusal

import benchresult as br

MAIN = os.path.join(DATA, "main.json")
WRONG = [None, -1, float("nan"), "", "a\0b", "\ud800", b"\xff", [None], ["x"], {"x": object()},
         object(), lambda *arguments: arguments[99]]
if os.environ.get("BRES_TEST_LONG"):
    WRONG += [True, 3, 2**40, -2**70, 10**400, 1.5, float("inf"), "x", b"x", [], [3],
              [float("nan")], (), {}, {3: 3}, int, lambda: "x", range(2)]


class Problem(br.Problem):
    name = "p"
    parameters = (br.Parameter("x", "input"),)
    cases = (br.Case("c", [3]),)

    def reference(self, case, arguments):
        pass


def functions(path):
    """The free functions and constructors, each with a right call."""
    count = {"timeout": 1e-9, "min_samples": 1, "warmup_runs": 0}
    race = {"max_time": 0.001, "min_pairs": 1, "max_pairs": 2, "warmup_runs": 0}
    one = [1.0, 1.1] * 20
    return [
        (br.load, {"source": MAIN}),
        (br.BenchmarkResult.from_json, {"json_path": MAIN}),
        (br.BenchmarkResult.from_file, {"path": MAIN}),
        (br.BenchmarkResult.empty, {}),
        (br.SubBenchmarkResult, {"data": {"name": "b", "states": []}, "directory": "."}),
        (br.SubBenchmarkState, {}), (br.Comparison, {}), (br.Trial, {}), (br.Launch, {}),
        (br.BenchmarkBuilder, {}), (br.CommandRace, {}),
        (br.BenchmarkResultSummary, {"tag": "t"}),
        (br.BenchmarkResultDevice, {"id": 0, "name": "x", "data": {}}),
        (br.ResultBuilder, {}),
        (br.compare, {"reference": MAIN, "candidate": MAIN}),
        (br.compare_states, {"reference": br.load(MAIN)["copy"][0],
                             "candidate": br.load(MAIN)["copy"][1]}),
        (br.compare_samples, {"reference": one, "candidate": one}),
        (br.compare_runs, {"references": [one, one], "candidates": [one, one]}),
        (br.Thresholds, {}), (br.Thresholds.preset, {"name": "strict"}),
        (br.Thresholds.load, {"path": path("nothing.toml")}),
        (br.merge, {"results": [br.load(MAIN)]}),
        (br.write, {"result": br.BenchmarkResult.empty(), "path": path("w.json")}),
        (br.export, {"result": br.load(MAIN), "format": "jsonl"}),
        (br.summary, {}), (br.replay, {"recorded": one}),
        (br.StoppingCriterion, {"expression": "stdrel"}), (br.criteria, {}),
        (br.stop_index, {"samples": one}),
        (br.measure, {"function": int, **count}),
        (br.race, {"reference": int, "candidate": int, **race}),
        (br.race_commands, {"reference": "true", "candidate": "true", **race}),
        (br.time_commands, {"commands": "true", "runs": 1}),
        (br.TaskSpec, {"stmt": "x"}),
        (br.Measurement, {"number_per_run": 1, "raw_times": one, "task_spec": br.TaskSpec("x")}),
        (br.Measurement.merge, {"measurements": []}), (br.Measurement.from_json, {"data": "{}"}),
        (br.Measurement.to_result, {"measurements": []}),
        (br.Measurement.from_state, {"state": br.load(MAIN)["copy"][0]}),
        (br.Compare, {"results": []}),
        (br.Timer, {}), (br.SymbolTimer, {"library": "libm.so.6", "symbol": "x"}),
        (br.CommandTimer, {"arguments": ["true"]}),
        (br.FunctionCounts, {"data": [(2, "f")], "inclusive": False}),
        (br.Profile, {"path": path("nothing.out")}),
        (br.Tuner, {"parameters": {"N": [1, 2]}}), (br.Pow2, {"exponents": [3]}),
        (br.TunerCache, {"path": path("cache")}),
        (br.machine, {}), (br.Machine, {}),
        (br.saved_probe, {}), (br.saved_probe_path, {}),
        (br.Parameter, {"name": "x", "kind": "input"}), (br.Case, {"name": "c", "sizes": [3]}),
        (br.problems, {}), (br.prototype, {"problem": "relu"}), (br.starter, {"problem": "relu"}),
        (br.judge, {"problem": Problem(), "source": path("nothing.c")}),
        (br.benchmark, {}), (br.cuda_available, {}),
    ]


def objects(path):
    """An object of each kind with methods, and right arguments of some of its methods."""
    result = br.load(MAIN)
    bench = br.ResultBuilder().add_benchmark("b")
    time = VirtualTime()
    tuner = br.tune(lambda trial: time.spend(1e-3), {"N": [1, 2]}, clock=time.now, max_samples=4)
    timer = br.Timer(lambda: time.spend(1e-3), timer=time.now)
    measurement = br.Measurement(2, [1.0, 2.0], br.TaskSpec("x"))
    return [
        (result, {"write": {"path": path("m.json")}, "export": {"format": "jsonl"},
                  "compare": {"candidate": MAIN}, "centers": {"estimator": len}}),
        (result["copy"], {}), (result["copy"][0], {}),
        (result["copy"][0].summaries["nv/cold/time/gpu/mean"], {}), (result.devices[0], {}),
        (br.compare(MAIN, MAIN), {"plot": {"path": path("x.txt")}}),
        (br.compare(MAIN, MAIN)[0], {}),
        (br.ResultBuilder(), {"add_benchmark": {"name": "b"}, "set_meta": {"meta": {}},
                              "add_device": {"id": 0, "name": "x"}}),
        (bench, {"add_axis": {"name": "N", "values": [1]}, "set": {"key": "timeout", "value": 1.0},
                 "add_state": {"samples": [1.0], "axes": {"M": 1}}}),
        (br.Thresholds(), {}), (br.StoppingCriterion("entropy"), {}),
        (measurement, {}), (timer, {"timeit": {"number": 1}, "blocked_autorange":
                                    {"min_run_time": 1e-6}, "adaptive_autorange":
                                    {"min_run_time": 1e-6}}),
        (br.Compare([]), {}), (br.FunctionCounts([(2, "f"), (1, "g")], False), {}),
        (br.Tuner({"N": [1, 2]}, max_samples=2), {"run": {"function": int}}),
        (tuner, {}), (tuner.best[0], {}),
        (br.TunerCache(path("c")), {"find": {"kernel": "k"}}), (br.Machine(), {}),
        (Problem(), {}), (br.Parameter("x", "input"), {}), (br.Case("c", [3]), {}),
    ]


#: Parameters that accept large values, which then take long.
LIMITS = {"timeout", "skip_time", "max_time", "min_samples", "max_pairs", "min_pairs",
          "warmup_runs", "max_samples", "trial_samples", "number", "min_run_time", "max_run_time",
          "cooldown", "execution_timeout", "cache_timeout", "lock_timeout", "criterion", "threads",
          "num_threads"}
#: Methods that take long, or start another program.
SKIPPED = {"collect_callgrind", "run_cuda", "run_command"}


def parameters(call):
    """The names of the parameters; "*" and "**" for the variable ones."""
    try:
        found = inspect.signature(call).parameters.values()
    except ValueError:
        return []
    return [{one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, one.name)
            for one in found]


class WrongCallTest(ResultTest):
    def setUp(self):
        super().setUp()
        self.calls = 0
        catcher = warnings.catch_warnings()
        catcher.__enter__()
        self.addCleanup(catcher.__exit__, None, None, None)
        warnings.simplefilter("ignore")
        here = os.getcwd()
        os.chdir(self.directory)
        self.addCleanup(os.chdir, here)

    def attempt(self, where, call, arguments, keywords):
        self.calls += 1
        try:
            value = call(*arguments, **keywords)
            repr(value)
        except Exception as exception:
            self.check(where, exception)

    def check(self, where, exception):
        self.assertTrue(is_refusal(exception, where.startswith("benchmark(")),
                        f"{where}: {type(exception).__name__}: {exception}")

    def attack(self, name, call, right):
        for parameter in parameters(call):
            for wrong in WRONG:
                if parameter in ("clock", "timer") and callable(wrong):  # a stopped clock
                    continue
                if parameter in LIMITS and isinstance(wrong, (int, float)) and wrong > 0:
                    continue
                where = f"{name}({parameter}={wrong!r})"
                if parameter == "*":
                    self.attempt(where, call, [wrong], right)
                elif parameter == "**":
                    self.attempt(where, call, [], {**right, "x": wrong})
                else:
                    self.attempt(where, call, [], {**right, parameter: wrong})
        self.attempt(f"{name}()", call, [], {})
        self.attempt(f"{name}(too many)", call, [object()] * 30, {})

    def test_functions(self):
        for call, right in functions(self.path):
            with self.subTest(call.__qualname__):
                self.attack(call.__qualname__, call, right)
        self.assertGreater(self.calls, 3000)

    def test_methods(self):
        for owner, right in objects(self.path):
            kind = type(owner).__name__
            for name in dir(owner):
                if name.startswith("_") or name in SKIPPED:
                    continue
                with self.subTest(f"{kind}.{name}"):
                    try:
                        value = getattr(owner, name)
                    except Exception as exception:
                        self.check(f"{kind}.{name}", exception)
                        continue
                    if callable(value) and not inspect.isclass(value):
                        self.attack(f"{kind}.{name}", value, right.get(name, {}))
        self.assertGreater(self.calls, 1000)

    def test_operators(self):
        for owner, _ in objects(self.path):
            kind = type(owner).__name__
            for wrong in WRONG:
                with self.subTest(kind, wrong=repr(wrong)):
                    for call in (lambda: owner[wrong], lambda: owner == wrong,
                                 lambda: owner < wrong, lambda: owner + wrong,
                                 lambda: wrong in owner):
                        self.attempt(f"{kind} and {wrong!r}", call, [], {})

    def test_a_subclass_that_forgets_init(self):
        for kind in (br.Tuner, br.ResultBuilder, br.StoppingCriterion, br.TunerCache, br.Timer,
                     br.SymbolTimer, br.CommandTimer):
            half = type("Half", (kind,), {"__init__": lambda self: None})()
            uses = [lambda: repr(half)]
            for name in dir(kind):
                if not name.startswith("_") and name not in SKIPPED:
                    uses.append(lambda name=name: getattr(half, name)())
            for use in uses:
                self.attempt(kind.__name__, use, [], {})
            with self.assertRaisesRegex(br.errors.NotMadeError, "__init__"):
                half._anything
            self.assertFalse(hasattr(half, "_repr_markdown_"))
            with self.assertRaises(AttributeError):
                half.nothing


if __name__ == "__main__":
    unittest.main()
