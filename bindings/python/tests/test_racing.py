# SPDX-License-Identifier: MIT
"""Races of two functions."""
import ctypes
import os
import pickle
import signal
import unittest

from support import BUILD, ResultTest, VirtualTime

import benchresult
from benchresult import Verdict

FEW = {"min_pairs": 2, "max_pairs": 3, "max_time": 0}


class RaceTest(ResultTest):
    """Races in virtual time, whose verdicts do not depend on the machine."""

    def race(self, reference, candidate, **keywords):
        time = VirtualTime()
        return benchresult.race(lambda: time.spend(reference), lambda: time.spend(candidate),
                                clock=time.now, **keywords)

    def test_verdicts(self):
        for candidate, status in ((1.1e-3, Verdict.SLOW), (0.9e-3, Verdict.FAST),
                                  (1e-3, Verdict.SAME)):
            outcome = self.race(1e-3, candidate)
            self.assertIs(outcome.verdict, status)
            self.assertEqual((outcome.stop_reason, outcome.plan_pairs, outcome.discarded),
                             ("decided", 0, 0))
            self.assertIs(outcome.plan_verdict, Verdict.UNKNOWN)
            # The clock has whole nanoseconds, which are a millionth of 1 ms.
            self.assertTrue(outcome.lower - 1e-6 <= candidate * 1e3 <= outcome.upper + 1e-6,
                            outcome.message)
            for seconds, expected in ((outcome.reference_time, 1e-3),
                                      (outcome.candidate_time, candidate)):
                self.assertAlmostEqual(seconds, expected, 8)
            self.assertLessEqual(outcome.candidate_time_lower, outcome.candidate_time)
            self.assertAlmostEqual(outcome.ratio, candidate * 1e3, delta=0.01)
            self.assertFalse(outcome.carries_over)
            self.assertGreaterEqual(outcome.pairs, 10)
            self.assertIn(str(status), repr(outcome))

    def test_what_is_open_has_a_plan(self):
        outcome = self.race(1e-3, 1.1e-3, **FEW)
        self.assertIs(outcome.verdict, Verdict.AMBIGUOUS)
        self.assertEqual((outcome.stop_reason, outcome.pairs), ("pairs over", 3))
        self.assertIs(type(outcome.plan_pairs), int)
        self.assertIsInstance(outcome.plan_verdict, Verdict)
        self.assertTrue(outcome.message)

    def test_what_one_leaves_to_the_other_is_told(self):
        """A side takes longer after the other side, and the race reports this carry-over."""
        time = VirtualTime()
        last = []

        def side(name, seconds):
            time.spend(seconds * (1.2 if last and last[-1] != name else 1))
            last[:] = [name]

        outcome = benchresult.race(lambda: side("a", 1e-3), lambda: side("b", 1e-3), min_pairs=60,
                                   clock=time.now)
        self.assertTrue(outcome.carries_over)
        self.assertGreater(outcome.reference_carry_over, 0.05)
        self.assertLess(outcome.reference_carry_over_p, 0.01)
        self.assertFalse(self.race(1e-3, 1e-3, min_pairs=60).carries_over)

    def test_states(self):
        outcome = self.race(1e-3, 1.1e-3, name="mine", axes={"N": 4}, elements=100)
        self.assertEqual(outcome.state.name(), "N=4")
        self.assertEqual(len(outcome.state.samples), outcome.pairs)
        self.assertEqual(len(outcome.reference_state.samples), outcome.pairs)
        self.assertIn("nv/cpu_only/bw/item_rate", outcome.state.summaries)
        # The clock of the test has no noise: all samples of a side are equal.
        comparison = benchresult.compare(outcome.reference_result, outcome.result, rule="nvbench")
        self.assertEqual((comparison[0].benchmark, comparison[0].verdict), ("mine", "SLOW"))
        self.assertEqual(comparison[0].state, outcome.state)
        benchresult.write(outcome.result, self.path("candidate.json"))

    def test_into_benchmarks(self):
        """The benchmarks belong to two results, or to one."""
        builders = benchresult.ResultBuilder(), benchresult.ResultBuilder()
        for first, second in (builders, builders[:1] * 2):
            benches = [builder.add_benchmark(name)
                       for builder, name in ((first, "first"), (second, "second"))]
            outcome = self.race(1e-3, 1e-3, benches=benches, **FEW)
            self.assertEqual(first.result()["first"][0], outcome.reference_state)
            self.assertEqual(second.result()["second"][0], outcome.state)
        with self.assertRaises(TypeError):
            self.race(1e-3, 1e-3, benches=builders)

    def test_batches_and_functions_of_c(self):
        counts = []
        outcome = benchresult.race(counts.append, counts.append, batched=True, **FEW)
        self.assertEqual(counts[-1], outcome.block_size)
        free = ctypes.CDLL(None).free  # free(NULL) does nothing
        for batched in (False, True):
            self.assertEqual(benchresult.race(free, free, batched=batched, **FEW).pairs, 3)
        with self.assertRaises(TypeError):
            benchresult.race(free, 3)

    def test_progress(self):
        heard = []
        self.race(1e-3, 1.1e-3, progress=lambda *values: heard.append(values))
        pairs, ratio, lower, upper = heard[-1]
        self.assertTrue(pairs >= 1 and lower <= ratio <= upper, heard)

    def test_the_order_is_that_of_the_seed(self):
        def order(seed):
            time, calls = VirtualTime(), []

            def call(side):
                calls.append(side)
                time.spend(1e-3)

            benchresult.race(lambda: call(0), lambda: call(1), clock=time.now, seed=seed,
                             min_pairs=30, max_pairs=30)
            return calls

        self.assertEqual(order(1), order(1))
        self.assertNotEqual(order(1), order(2))

    def test_outcomes_are_values(self):
        outcome = self.race(1e-3, 1.1e-3)
        again = pickle.loads(pickle.dumps(outcome))
        self.assertEqual((again, again.state, again.result), (outcome, None, None))
        with self.assertRaises(AttributeError):
            outcome.verdict = "FAST"

    def test_options_are_checked(self):
        for wrong in ({"error_rate": 0}, {"error_rate": "x"}, {"max_pairs": -1}, {"seed": -1},
                      {"seed": 0.5}, {"min_pairs": 0}, {"max_time": 0, "max_pairs": 0},
                      {"equivalence_margin": 0.001}, {"clock": 3}, {"axes": {3: 4}}):
            with self.subTest(wrong), self.assertRaises((TypeError, ValueError)):
                benchresult.race(int, int, **wrong)


class ExceptionTest(unittest.TestCase):
    def test_it_comes_out_unchanged(self):
        raised = LookupError("x")
        calls = []

        def fail():
            calls.append(None)
            if len(calls) == 5:
                raise raised

        builder = benchresult.ResultBuilder()
        benches = [builder.add_benchmark(name) for name in "ab"]
        with self.assertRaises(LookupError) as caught:
            benchresult.race(int, fail, benches=benches)
        self.assertIs(caught.exception, raised)
        self.assertEqual(len(calls), 5)
        self.assertEqual([len(bench) for bench in builder.result().values()], [0, 0])
        for keywords in ({"progress": lambda *values: 1 / 0}, {"clock": lambda: 1 / 0}):
            with self.assertRaises(ZeroDivisionError):
                benchresult.race(int, int, **keywords)
        self.assertEqual(benchresult.race(int, int, **FEW).pairs, 3)

    def test_interrupt(self):
        self.addCleanup(signal.signal, signal.SIGINT,
                        signal.signal(signal.SIGINT, signal.default_int_handler))
        calls = []

        def function():
            calls.append(None)
            if len(calls) == 5:
                os.kill(os.getpid(), signal.SIGINT)

        with self.assertRaises(KeyboardInterrupt):
            benchresult.race(function, int, max_time=0, max_pairs=10 ** 9, min_pairs=10 ** 9)


ON_THE_DOUBLE = """
import benchresult as br

launches = []
outcome = br.race_cuda(launches.append, launches.append, max_time=0, max_pairs=5, min_pairs=2)
assert outcome.verdict == "AMBG" and outcome.stop_reason == "pairs over", outcome
assert launches[0].stream != 0 and outcome.state.device == 0
# What queues nothing takes no time there, so that no pair counts.
assert (outcome.pairs, outcome.discarded) == (0, 5), outcome
assert outcome.state.summaries["bres/race/order"].value == ""

def fail(launch):
    raise LookupError("launcher")

for wrong, kind in ((lambda: br.race_cuda(launches.append, fail), LookupError),
                    (lambda: br.race_cuda(launches.append, 3), TypeError),
                    (lambda: br.race_cuda(launches.append, launches.append, device=99), br.Error)):
    try:
        wrong()
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
