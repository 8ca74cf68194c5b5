# SPDX-License-Identifier: MIT
"""The tuner, in virtual time: its outcomes do not depend on the machine."""
import ctypes
import gc
import os
import pickle
import signal
import threading
import unittest

from support import BUILD, ResultTest, VirtualTime, results

import benchresult
from benchresult import Pow2, TrialError, Tuner
from benchresult.errors import ConflictError, FormatError, StateError, UnsupportedError

SPACE = {"TILE": [8, 16, 32, 64], "KIND": ["rows", "columns"]}


def seconds_of(trial):
    """The fastest is TILE=32 KIND=rows."""
    return 1e-3 * (1 + abs(trial["TILE"] - 32) / 32) * (1 if trial["KIND"] == "rows" else 1.5)


class TunerTest(ResultTest):
    def setUp(self):
        super().setUp()
        self.time = VirtualTime()

    def tuner(self, parameters=None, **keywords):
        return Tuner(SPACE if parameters is None else parameters, clock=self.time.now, **keywords)

    def execute(self, trial):
        self.time.spend(seconds_of(trial))

    def test_run(self):
        heard = []
        tuner = self.tuner(name="tiles", progress=lambda t: heard.append(t.sample_count))
        self.assertEqual((tuner.stop_reason, tuner.message, tuner.result, tuner.best_states),
                         ("running", "", None, []))
        self.assertEqual(set(tuner.statuses.values()), {0})
        best = tuner.run(self.execute)
        self.assertEqual(best[0], {"TILE": 32, "KIND": "rows"})
        self.assertEqual((best[0].name, best[0].index), ("TILE=32 KIND=rows", 2))
        self.assertEqual([trial.name for trial in tuner.best],
                         [state.name() for state in tuner.best_states])
        self.assertEqual((tuner.stop_reason, len(best)), ("decided", 1))
        self.assertTrue(tuner.message)
        self.assertEqual((tuner.config_count, tuner.measured_count), (8, 8))
        self.assertEqual(tuner.remaining_count, 1)
        self.assertEqual(tuner.statuses, {"best": 1, "tied": 0, "undecided": 0, "eliminated": 7,
                                          "failed": 0, "excluded": 0})
        self.assertEqual(tuner.sample_count, heard[-1])
        self.assertEqual(sum(len(state.samples) for state in tuner.result["tiles"]),
                         tuner.sample_count)
        self.assertIn("decided", repr(tuner))
        benchresult.write(tuner.result, self.path("tiles.json"))
        with self.assertRaises(StateError):
            tuner.run(self.execute)

    def test_tune(self):
        time = VirtualTime()
        tuner = benchresult.tune(lambda trial: time.spend(trial["N"]), {"N": [2, 1]},
                                 clock=time.now, name="n")
        self.assertEqual((tuner.best[0]["N"], len(tuner.trials)), (1, 2))
        with self.assertRaises(TypeError):
            benchresult.tune(3, {"N": [1]})

    def test_the_result_outlives_the_tuner(self):
        tuner = self.tuner()
        tuner.run(self.execute)
        result, trial = tuner.result, tuner.best[0]
        del tuner
        gc.collect()
        self.assertEqual(len(result["tune"]), 8)
        self.assertEqual(trial["TILE"], 32)

    def test_outcomes(self):
        def check(trial):
            return trial["TILE"] != 64

        seen = []

        def constraint(trial):
            with self.assertRaises(StateError):
                trial.outcome
            seen.append(trial)
            return trial["TILE"] != 8

        tuner = self.tuner(check=check, constraint=constraint,
                           progress=lambda t: seen.append(t.trials[0].status))
        with self.assertRaises(StateError):
            tuner.outcome(0)
        best = tuner.run(self.execute)[0]
        self.assertEqual((best.status, best.rank, best.outcome.reason), ("best", 1, None))
        self.assertAlmostEqual(best.time, 1e-3)
        lower, upper = best.interval
        self.assertTrue(lower <= best.time <= upper)
        self.assertEqual((best.chance, best.short_listed), (1, True))
        self.assertEqual(sum(trial.short_listed for trial in tuner.trials), 1)
        self.assertEqual((tuner.outcome(0).chance, tuner.outcome(0).short_listed), (0, False))
        self.assertEqual(best.outcome, tuner.outcome(best.index))
        self.assertEqual([trial.status for trial in tuner.trials],
                         ["best", "eliminated", "eliminated", "eliminated", "failed", "failed"])
        failed = tuner.trials[-1].outcome
        self.assertEqual((failed.rank, failed.time, failed.lower, failed.reason),
                         (None, None, None, "check() says so"))
        self.assertEqual((tuner.outcome(0).status, tuner.outcome(0).samples), ("excluded", 0))
        for wrong in (8, -1, "x", None):
            with self.subTest(wrong), self.assertRaises((TypeError, ValueError)):
                tuner.outcome(wrong)
        self.assertIn("undecided", seen[8:])
        self.assertEqual(pickle.loads(pickle.dumps(failed)), failed)
        del tuner
        gc.collect()
        for trial in (best, seen[0]):
            with self.assertRaises(StateError):
                trial.outcome

    def test_indistinguishable_configurations(self):
        tuner = self.tuner()
        tuner.run(lambda trial: self.time.spend(1e-3 if trial["TILE"] > 8 else 2e-3))
        self.assertEqual(tuner.stop_reason, "tied")
        self.assertEqual({trial["TILE"] for trial in tuner.best}, {16, 32, 64})

    def test_kinds_of_parameters(self):
        seen = []

        def execute(trial):
            seen.append(dict(trial))
            self.time.spend(1e-3)

        self.tuner({"A": [1, 2], "B": [0.5, 1], "C": ["x"]}, max_samples=8).run(execute)
        self.assertEqual({tuple(map(type, one.values())) for one in seen}, {(int, float, str)})
        self.assertEqual({one["B"] for one in seen}, {0.5, 1.0})
        for wrong, kind in (({"A": [1, "x"]}, TypeError), ({"A": 3}, TypeError),
                            ({3: [1]}, TypeError), ({"A": [2 ** 63]}, ValueError)):
            with self.subTest(wrong), self.assertRaises(kind):
                Tuner(wrong)
        with self.assertRaises(ValueError):
            Tuner({}).run(int)

    def test_booleans_and_powers_of_two(self):
        self.assertEqual(Pow2(range(3, 6)).exponents, [3, 4, 5])
        self.assertEqual(repr(Pow2([1])), "Pow2([1])")
        seen = {}

        def execute(trial):
            seen[trial.name] = dict(trial)
            self.time.spend(1e-3)

        self.tuner({"B": [True, False], "P": Pow2(range(3, 5))}, max_samples=12).run(execute)
        self.assertEqual(seen, {"B=true P=2^3": {"B": True, "P": 8},
                                "B=false P=2^3": {"B": False, "P": 8},
                                "B=true P=2^4": {"B": True, "P": 16},
                                "B=false P=2^4": {"B": False, "P": 16}})
        self.assertIs(seen["B=true P=2^3"]["B"], True)
        for wrong in (["x"], [1.5], None):
            with self.subTest(wrong), self.assertRaises(TypeError):
                Pow2(wrong)

    def test_commands(self):
        command = ["sh", "-c", "exit {N}"]
        tuner = Tuner({"N": [0, 5]}, max_samples=3)
        self.assertEqual(tuner.list_commands(command), ["sh -c 'exit 0'", "sh -c 'exit 5'"])
        self.assertEqual([trial.name for trial in tuner.run_command(command)], ["N=0"])
        self.assertEqual([state.skip_reason for state in tuner.result["tune"] if state.is_skipped],
                         ["'sh' ended with exit status 5"])
        for wrong, kind in (("sh", TypeError), ([], ValueError), (["sh"], ValueError)):
            with self.subTest(wrong), self.assertRaises(kind):
                Tuner({"N": [0, 5]}).run_command(wrong)

    def test_constraints_as_texts(self):
        tuner = self.tuner(constraint="TILE<=16 && KIND==columns")
        best = tuner.run(self.execute)
        self.assertEqual((tuner.config_count, best[0].name), (2, "TILE=16 KIND=columns"))
        tuner = self.tuner(constraint=["TILE<=16", lambda trial: trial["KIND"] == "columns"])
        tuner.run(self.execute)
        self.assertEqual(tuner.config_count, 2)
        with self.assertRaisesRegex(FormatError, "at column 6"):
            self.tuner(constraint="TILE<")

    def test_constraints(self):
        tuner = self.tuner(constraint=[lambda trial: trial["TILE"] <= 16,
                                       lambda trial: trial["KIND"] == "columns"])
        best = tuner.run(self.execute)
        self.assertEqual((tuner.config_count, best[0].name), (2, "TILE=16 KIND=columns"))
        self.assertEqual(tuner.statuses["excluded"], 6)

    def test_prepare_release_and_check(self):
        calls = []

        def prepare(trial):
            if trial["TILE"] == 16:
                raise TrialError("16 does not compile")
            trial.data = object()
            calls.append(("prepare", trial.name))

        def execute(trial):
            self.assertIsNotNone(trial.data)
            if trial["TILE"] == 8:
                raise TrialError("8 does not run")
            self.execute(trial)

        def check(trial):
            return trial["KIND"] != "rows"

        tuner = self.tuner(prepare=prepare, check=check,
                           release=lambda trial: calls.append(("release", trial.name)))
        best = tuner.run(execute)
        self.assertEqual(best[0], {"TILE": 32, "KIND": "columns"})
        names = [[name for kind, name in calls if kind == wanted]
                 for wanted in ("prepare", "release")]
        self.assertEqual(len(names[0]), 6)
        self.assertEqual(sorted(names[0]), sorted(names[1]))
        reasons = {state.skip_reason for state in tuner.result["tune"]}
        self.assertTrue({"16 does not compile", "8 does not run"} <= reasons, reasons)
        self.assertIn("check() says so", reasons)

    def test_isolated(self):
        def execute(trial):
            if trial["TILE"] == 8:
                os.kill(os.getpid(), signal.SIGKILL)
            if trial["TILE"] == 16:
                raise KeyError("no tile")
            self.execute(trial)

        def prepare(trial):
            if trial["TILE"] == 64:
                raise TrialError("does not compile")
            trial.data = os.getpid()

        def check(trial):
            return trial.data == os.getpid()

        tuner = self.tuner(isolate=True, execution_timeout=30, prepare=prepare, check=check)
        if len(os.listdir("/proc/self/task")) > 1:
            with self.assertRaisesRegex(UnsupportedError, "threads"):
                tuner.run(execute)
            return
        self.assertEqual(tuner.run(execute)[0], {"TILE": 32, "KIND": "rows"})
        self.assertEqual(tuner.measured_count, 2)
        reasons = {state.name().split()[0]: state.skip_reason for state in tuner.result["tune"]}
        self.assertEqual(reasons, {
            "TILE=8": "its process ended: killed by signal 9 (Killed)",
            "TILE=16": "KeyError: 'no tile'", "TILE=32": None, "TILE=64": "does not compile"})

    def test_isolation_is_refused_with_threads(self):
        end = threading.Event()
        thread = threading.Thread(target=end.wait)
        thread.start()
        try:
            with self.assertRaisesRegex(UnsupportedError, r"threads \(expected 1\)"):
                self.tuner(isolate=True).run(self.execute)
        finally:
            end.set()
            thread.join()
        for name in ("ask", "finish"):
            with self.assertRaises(UnsupportedError):
                getattr(self.tuner(isolate=True), name)()

    def test_none_is_left(self):
        def fail(trial):
            raise TrialError

        tuner = self.tuner()
        self.assertEqual((tuner.run(fail), tuner.stop_reason), ([], "none-left"))

    def test_budgets_and_strategies(self):
        tuner = self.tuner(max_samples=20)
        tuner.run(self.execute)
        self.assertEqual((tuner.stop_reason, tuner.sample_count), ("samples-over", 20))
        tuner = self.tuner(max_time=0.01)
        tuner.run(self.execute)
        self.assertEqual(tuner.stop_reason, "time-over")
        tuner = self.tuner(strategy="exhaustive", trial_samples=5)
        tuner.run(self.execute)
        self.assertEqual((tuner.stop_reason, tuner.sample_count), ("complete", 40))
        for wrong in ({"strategy": "luck"}, {"strategy": "resume"}, {"max_time": "x"},
                      {"equivalence_margin": -1}, {"seed": -1}, {"check": 3}, {"constraint": [3]},
                      {"thresholds": "lax"}, {"trial_samples": 0}, {"elements": 0.5}):
            with self.subTest(wrong), self.assertRaises((TypeError, ValueError, KeyError)):
                Tuner({"A": [1, 2]}, **wrong).run(int)

    def test_functions_of_c(self):
        library = self.compile("""
        static int calls;
        void once(const void *trial, void *context) { calls += trial != 0 && context == 0; }
        int count(void) { return calls; }
        """)
        tuner = Tuner({"A": [1, 2]}, max_samples=6)
        tuner.run(library.once)
        self.assertGreaterEqual(library.count(), 6)
        for wrong in (ctypes.pythonapi.PyErr_Clear, ctypes.CFUNCTYPE(None)(0), 3, None):
            with self.assertRaises(TypeError):
                tuner.run(wrong)


class AskTest(ResultTest):
    def test_ask_and_tell(self):
        tuner = Tuner(SPACE, seed=1)
        for trial in tuner:
            self.assertGreater(trial.samples, 0)
            if trial["TILE"] == 8:
                tuner.tell_failure(trial, "too small")
            else:
                tuner.tell(trial, [seconds_of(trial)] * trial.samples)
        self.assertEqual(tuner.best[0], {"TILE": 32, "KIND": "rows"})
        self.assertIsNone(tuner.ask())

    def test_mistakes(self):
        tuner = Tuner(SPACE)
        trial = tuner.ask()
        with self.assertRaises(StateError):
            tuner.ask()
        for wrong, kind in (("1", TypeError), ([None], TypeError), ([-1.0], ValueError),
                            (float("nan"), ValueError)):
            with self.subTest(wrong), self.assertRaises(kind):
                tuner.tell(trial, wrong)
        with self.assertRaises(TypeError):
            tuner.tell(None, 1.0)
        tuner.tell(trial, 1.0)
        with self.assertRaises(StateError):
            tuner.tell(trial, 1.0)
        with self.assertRaises(TypeError):
            benchresult.Trial()

    def test_resume_and_reuse(self):
        path = self.path("tune.json")
        options = {"path": path, "kernel_hash": "1", "seed": 1}
        tuner = Tuner(SPACE, **options)
        for _ in range(5):
            trial = tuner.ask()
            tuner.tell(trial, [seconds_of(trial)] * trial.samples)
        told = tuner.sample_count
        tuner.finish()
        self.assertEqual(tuner.stop_reason, "interrupted")
        self.assertEqual(len(results.BenchmarkResult.from_json(path)["tune"]),
                         tuner.measured_count)
        del tuner

        with self.assertRaises(ConflictError):
            Tuner(SPACE, resume=True, **{**options, "kernel_hash": "2"}).ask()
        again = Tuner(SPACE, resume=True, **options)
        for trial in again:
            tuned = [seconds_of(trial)] * trial.samples
            again.tell(trial, tuned)
        self.assertEqual(again.best[0]["TILE"], 32)
        self.assertGreater(again.sample_count, told)
        name = again.best[0].name
        del again

        reused = Tuner(SPACE, reuse=True, **options)
        self.assertIsNone(reused.ask())
        self.assertEqual(reused.best[0].name, name)

    def test_reuse_of_what_is_good_enough(self):
        path = self.path("tune.json")

        def samples(**keywords):
            tuner = Tuner(SPACE, path=path, reuse=True, **keywords)
            told = 0
            for trial in tuner:
                told += trial.samples
                tuner.tell(trial, [seconds_of(trial)] * trial.samples)
            return told

        self.assertEqual(samples(max_samples=12), 12)
        self.assertEqual(samples(max_samples=12), 0)
        self.assertEqual(samples(max_samples=20, reuse_if="any"), 0)
        self.assertEqual(samples(max_samples=20, reuse_if=8), 0)
        self.assertEqual(samples(max_samples=20), 8)
        self.assertGreater(samples(), 0)
        self.assertEqual(samples(), 0)
        with self.assertRaises(ConflictError):
            samples(resume=True, kernel_hash="2")
        self.assertGreater(samples(kernel_hash="2"), 0)
        for wrong in (0, -1, "some", 0.5, None):
            with self.subTest(wrong), self.assertRaises((TypeError, ValueError, KeyError)):
                samples(reuse_if=wrong)

    def test_what_is_prepared_is_released_with_the_tuner(self):
        released = []
        tuner = Tuner(SPACE, release=released.append)
        trial = tuner.ask()
        tuner.tell(trial, 1.0)
        del tuner
        gc.collect()
        self.assertEqual(released, [trial])

    def test_another_thread(self):
        tuner = Tuner({"A": [1, 2]}, max_samples=4)
        outcome = []

        def other():
            try:
                tuner.ask()
            except StateError as error:
                outcome.append(error)

        def execute(trial):
            if not outcome:
                thread = threading.Thread(target=other)
                thread.start()
                thread.join()

        tuner.run(execute)
        self.assertEqual(len(outcome), 1)


class ExceptionTest(ResultTest):
    """An exception does not make the configuration fail: a resumed run measures it."""

    def raises(self, raised, function, **keywords):
        time = VirtualTime()
        tuner = Tuner(SPACE, clock=time.now, **keywords)
        with self.assertRaises(type(raised)) as caught:
            tuner.run(function or (lambda trial: time.spend(seconds_of(trial))))
        self.assertIs(caught.exception, raised)

    def test_they_come_out_unchanged(self):
        raised = LookupError("x")

        def fail(*arguments):
            raise raised

        for hook in ("prepare", "check", "progress", "release", "constraint", None):
            with self.subTest(hook):
                path = self.path(f"{hook}.json")
                self.raises(raised, None if hook else fail, path=path,
                            **({hook: fail} if hook else {}))
                gc.collect()
                time = VirtualTime()
                again = Tuner(SPACE, path=path, resume=True, clock=time.now)
                again.run(lambda trial: time.spend(seconds_of(trial)))
                self.assertEqual({state.is_skipped for state in again.result["tune"]}, {False})

    def test_an_interrupt(self):
        self.addCleanup(signal.signal, signal.SIGINT,
                        signal.signal(signal.SIGINT, signal.default_int_handler))
        calls = []

        def execute(trial):
            calls.append(None)
            if len(calls) == 5:
                os.kill(os.getpid(), signal.SIGINT)

        with self.assertRaises(KeyboardInterrupt):
            Tuner(SPACE, max_time=0).run(execute)


ON_THE_DOUBLE = """
import benchresult as br

launches = []
tuner = br.Tuner({"A": [1, 2]}, max_samples=6)
tuner.run_cuda(lambda launch, trial: launches.append((launch.stream, trial["A"])))
assert {a for _, a in launches} == {1, 2} and all(stream for stream, _ in launches)
assert tuner.sample_count == 6 and tuner.result["tune"][0].device == 0, tuner.message

def fail(launch, trial):
    if trial["A"] == 1:
        raise br.TrialError("no")
    raise LookupError("launcher")

for wrong, kind in ((fail, LookupError), (3, TypeError)):
    try:
        br.Tuner({"A": [1, 2]}).run_cuda(wrong)
    except kind:
        pass
    else:
        raise AssertionError(kind)
"""


class GpuTest(ResultTest):
    def test_on_the_double(self):
        double = os.path.join(BUILD, "test", "fakecuda", "libcuda.so.1")
        if not os.path.exists(double):
            self.skipTest(f"there is no {double}")
        code, output = self.run_python(ON_THE_DOUBLE, BENCHRESULT_CUDA_LIBRARY=double)
        self.assertEqual((code, output), (0, ""))


if __name__ == "__main__":
    unittest.main()
