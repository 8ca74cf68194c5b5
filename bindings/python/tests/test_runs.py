# SPDX-License-Identifier: MIT
"""Comparing replicates."""
import pickle
import random
import unittest

from support import ResultTest

import benchresult
from benchresult import ResultBuilder, Verdict
from benchresult.errors import ConflictError

NORMAL = benchresult.Thresholds(runs_assume_normal=True)
#: Factors by which the runs of a side differ. The runs of a pair share a factor.
SHIFTS = (1.0, 1.012, 0.991, 1.004, 0.985)


def run(factor, seed, names=("copy",)):
    """A result with a state for each benchmark."""
    noise = random.Random(seed)
    builder = ResultBuilder()
    for name in names:
        times = sorted(factor * (1 + 1e-4 * noise.random()) for _ in range(100))
        values = {"min": times[0], "max": times[-1], "mean": sum(times) / 100, "q1": times[25],
                  "median": times[50], "q3": times[75], "stdev/relative": 1e-4,
                  "iqr/relative": 1e-4}
        builder.add_benchmark(name).add_state(samples=times, summaries=[
            {"tag": "nv/cpu_only/time/cpu/" + key, "value": value}
            for key, value in values.items()])
    return builder.result()


def runs(factor, seed, shifts=SHIFTS, **keywords):
    return [run(factor * shift, seed + i, **keywords) for i, shift in enumerate(shifts)]


class RunsTest(ResultTest):
    def test_pairs_show_what_independent_runs_do_not(self):
        reference, candidate = runs(1, 0), runs(1.02, 100, SHIFTS)
        paired = benchresult.compare(reference, candidate, paired=True, thresholds=NORMAL)
        row = paired[0]
        self.assertEqual((row.verdict, row.reason, row.plan), (Verdict.SLOW, "runs_differ", None))
        self.assertEqual((paired.is_paired, paired.run_counts, row.ratio.pairs), (True, (5, 5), 5))
        self.assertTrue(row.ratio.lower < 1.02 < row.ratio.upper, row.ratio)
        self.assertIn("assumes normal variation", row.message)
        self.assertEqual((paired.run_order, paired.drift, paired.odd_run),
                         (benchresult.RunOrder.UNKNOWN, None, None))
        self.assertEqual((row.ratio.confidence, row.ratio.reference_runs, row.ratio.samples),
                         (0.99, 5, 100))

        independent = benchresult.compare(reference, candidate, paired=False)
        row = independent[0]
        self.assertEqual((row.verdict, independent.is_paired, row.ratio.pairs),
                         (Verdict.AMBIGUOUS, False, 0))
        self.assertEqual(row.plan.variance_source, "runs")
        self.assertGreater(row.plan.runs, 0)
        self.assertGreaterEqual(row.plan.probability, 0.8)
        self.assertIn(f"$(seq 6 {5 + row.plan.runs})", row.plan.command)
        self.assertIn(row.plan.command, independent.report(display="explain"))
        surer = benchresult.compare(reference, candidate, paired=False, plan_probability=0.99)
        self.assertGreater(surer[0].plan.runs, row.plan.runs)

    def test_odd_run(self):
        shifts = [1, 1.001, 0.999, 1.0005, 0.9995, 1.2]
        comparison = benchresult.compare(runs(1, 0, shifts), runs(1.05, 100, shifts[:5]))
        odd = comparison.odd_run
        self.assertEqual((odd.in_reference, odd.index, odd.rows, odd.odd_rows),
                         (True, 5, len(comparison), len(comparison)))
        self.assertTrue(0.1 < odd.change < 0.25, odd)
        self.assertEqual((comparison[0].verdict, comparison[0].ratio.reference_runs),
                         (Verdict.SLOW, 5))
        self.assertIn("does not count", comparison.report())

    def test_assume_normal(self):
        three = [[[1.0], [1.001], [0.999]], [[1.1], [1.101], [1.099]]]
        self.assertEqual(benchresult.compare_runs(*three).reason, "runs_too_few")
        limits = benchresult.Thresholds(runs_assume_normal=True)
        self.assertIs(limits.runs_assume_normal, True)
        self.assertIn("assume_normal = true", limits.dump())
        self.assertEqual(benchresult.compare_runs(*three, thresholds=limits).verdict, "SLOW")

    def test_the_same(self):
        row = benchresult.compare(runs(1, 0), runs(1, 100), paired=True)[0]
        self.assertEqual((row.verdict, row.reason), ("SAME", "runs_agree"))
        self.assertTrue(row.ratio.equivalence_lower < 1 < row.ratio.equivalence_upper)

    def test_states_of_runs(self):
        reference, candidate = runs(1, 0, names=["copy", "sort"]), runs(1, 100)
        comparison = benchresult.compare(reference, candidate, allow_missing=True)
        self.assertEqual(comparison.missing_benchmarks, (["sort"], []))
        row = comparison[0]
        self.assertEqual(row.reference_states, tuple(result["copy"][0] for result in reference))
        self.assertEqual(row.states, tuple(result["copy"][0] for result in candidate))
        self.assertEqual((row.state, row.reference_state), (row.states[0], row.reference_states[0]))
        again = pickle.loads(pickle.dumps(row))
        self.assertEqual((again, again.ratio, again.states), (row, row.ratio, None))

    def test_a_state_that_a_run_lacks(self):
        reference, candidate = runs(1, 0), runs(1, 100)
        candidate[1] = run(1, 7, names=["other"])
        row, = benchresult.compare(reference, candidate, allow_missing=True)
        self.assertIsNone(row.states[1])
        self.assertEqual(row.states[2], candidate[2]["copy"][0])
        self.assertEqual((row.ratio.reference_runs, row.ratio.candidate_runs), (5, 4))

    def test_files_and_merged_results(self):
        paths = []
        for i, result in enumerate(runs(1, 0)):
            paths.append(self.path(f"{i}.json"))
            benchresult.write(result, paths[-1])
        merged = benchresult.merge(runs(1.02, 100))
        comparison = benchresult.compare(iter(paths), merged, paired=True, thresholds=NORMAL)
        self.assertEqual((comparison.run_counts, comparison[0].verdict), ((5, 5), "SLOW"))
        self.assertEqual([state.run for state in comparison[0].states], list(range(5)))

    def test_the_false_discovery_rate(self):
        """The evidence for a single row may be too weak among many rows."""
        names = [f"b{i}" for i in range(40)]
        reference = runs(1, 0, names=names)
        candidate = [benchresult.merge([run(factor, 200 + i, names[:1]),
                                        run(shift, 100 + i, names[1:])])
                     for i, (shift, factor) in enumerate(zip(
                         SHIFTS, (1.024, 1.03, 1.017, 1.028, 1.001)))]
        first = {rate: benchresult.compare(reference, candidate, paired=True,
                                           false_discovery_rate=rate, any_dependence=True,
                                           thresholds=NORMAL)[0]
                 for rate in (0, 0.01)}
        self.assertEqual((first[0].verdict, first[0].ratio.q_value),
                         (Verdict.SLOW, first[0].ratio.p_value))
        self.assertEqual((first[0.01].verdict, first[0.01].reason),
                         (Verdict.AMBIGUOUS, "runs_no_discovery"))
        self.assertGreater(first[0.01].ratio.q_value, 40 * first[0].ratio.p_value)

    def test_mistakes(self):
        one = run(1, 1)
        with self.assertRaises(ConflictError):
            benchresult.compare([one, run(1, 1)], runs(1, 100))
        with self.assertRaises(ValueError):
            benchresult.compare([], runs(1, 100))
        with self.assertRaises(ValueError):
            benchresult.compare(runs(1, 0), runs(1, 100, SHIFTS[:3]), paired=True)
        for wrong in ({"false_discovery_rate": 1}, {"plan_probability": 0},
                      {"false_discovery_rate": "x"}):
            with self.assertRaises((TypeError, ValueError)):
                benchresult.compare(runs(1, 0), runs(1, 100), **wrong)
        with self.assertRaises(TypeError):
            benchresult.compare([one, 3], one)


class SamplesTest(unittest.TestCase):
    def test_runs_of_samples(self):
        def times(factor, seed):
            noise = random.Random(seed)
            return [[factor * shift * (1 + 1e-4 * noise.random()) for _ in range(50)]
                    for shift in SHIFTS]

        decision = benchresult.compare_runs(times(1, 1), times(1.02, 2), paired=True,
                                            thresholds=NORMAL)
        self.assertEqual((decision.verdict, decision.ratio.pairs, decision.plan), ("SLOW", 5, None))
        decision = benchresult.compare_runs(times(1, 1), times(1.02, 2))
        self.assertEqual((decision.verdict, decision.plan.variance_source, decision.plan.command),
                         ("AMBG", "runs", None))
        self.assertEqual(pickle.loads(pickle.dumps(decision)), decision)
        decision = benchresult.compare_runs(times(1, 1)[:1], times(1.1, 2)[:1])
        self.assertEqual((decision.verdict, decision.ratio, decision.plan), ("SLOW", None, None))
        self.assertEqual(decision, benchresult.compare_samples(times(1, 1)[0], times(1.1, 2)[0]))
        with self.assertRaises(ValueError):
            benchresult.compare_runs(times(1, 1), times(1, 2)[:2], paired=True)
        with self.assertRaises(ValueError):
            benchresult.compare_runs(times(1, 1), times(1, 2), sequential=True)
        with self.assertRaises(TypeError):
            benchresult.compare_runs([[1.0], "2"], [[1.0]])
        with self.assertRaises(ValueError):
            benchresult.compare_runs([], [])

    def test_pairs_of_a_race(self):
        """A row uses only the pairs up to the first decision."""
        noise = random.Random(3)
        references = [[1 + 1e-3 * noise.random()] for _ in range(30)]
        candidates = [[1.03 + 1e-3 * noise.random()] for _ in range(30)]
        fixed = benchresult.compare_runs(references, candidates, paired=True)
        self.assertEqual((fixed.verdict, fixed.ratio.pairs), ("SLOW", 30))
        raced = benchresult.compare_runs(references, candidates, paired=True, sequential=True)
        self.assertEqual((raced.verdict, raced.ratio.pairs), ("SLOW", 10))
        self.assertIn("the interval holds whenever the race stops", raced.message)


if __name__ == "__main__":
    unittest.main()
