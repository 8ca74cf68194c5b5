# SPDX-License-Identifier: MIT
"""Comparing results, states and samples."""
import array
import copy
import os
import pickle
import unittest

from support import DATA, ResultTest, bench, document, results, state, summary

import benchresult
from benchresult import Rule, Thresholds, Verdict

MAIN, BRANCH = (os.path.join(DATA, name) for name in ("main.json", "branch.json"))


def timed(name, seconds, device=None):
    """A state with a time of the CPU, or with a time of this GPU."""
    tag = "nv/cpu_only/time/cpu/" if device is None else "nv/cold/time/gpu/"
    return state(name, *(summary(tag + key, ("value", "float64", str(number))) for key, number in (
        ("min", seconds), ("max", 1.001 * seconds), ("mean", seconds), ("stdev/relative", 0.001),
        ("q1", seconds), ("median", seconds), ("q3", seconds), ("iqr/relative", 0.001))),
                 device=device, axis_values=[])


class CompareTest(ResultTest):
    def test_rows(self):
        comparison = benchresult.compare(MAIN, BRANCH)
        self.assertEqual(len(comparison), len(comparison.rows))
        self.assertEqual(sum(comparison.count(status) for status in Verdict), len(comparison))
        row = comparison[0]
        self.assertIsInstance(row.verdict, Verdict)
        self.assertEqual(row.verdict, str(row.verdict))
        self.assertIsInstance(row.reason, str)
        self.assertEqual(row.name, row.state.name())
        self.assertGreater(row.candidate.center, 0)
        self.assertIn(str(row.verdict), comparison.report())
        self.assertIn(str(len(comparison)), repr(comparison))
        self.assertEqual(comparison[-1], comparison.rows[-1])
        with self.assertRaises(IndexError):
            comparison[len(comparison)]

    def test_rows_by_verdict(self):
        comparison = benchresult.compare(MAIN, BRANCH)
        found = {Verdict.SLOW: comparison.regressions, Verdict.FAST: comparison.improvements,
                 Verdict.SAME: comparison.equivalent, Verdict.AMBIGUOUS: comparison.undecided,
                 Verdict.UNKNOWN: comparison.unknown}
        self.assertTrue(comparison.regressions)
        for verdict, rows in found.items():
            self.assertEqual(rows, [row for row in comparison if row.verdict is verdict])
        self.assertIs(comparison.regressions[0].verdict, Verdict.SLOW)
        self.assertEqual(comparison.regressions[0].verdict, "SLOW")

    def test_the_method(self):
        rows = benchresult.compare(MAIN, BRANCH, filter="^copy").rows
        self.assertEqual({row.benchmark for row in rows}, {"copy"})
        reference = benchresult.load(MAIN)
        for candidate in (BRANCH, benchresult.load(BRANCH), [BRANCH]):
            self.assertEqual(reference.compare(candidate, filter="^copy").rows, rows)

    def test_states_of_rows_are_those_of_the_results(self):
        reference, candidate = (results.BenchmarkResult.from_json(path) for path in (MAIN, BRANCH))
        for row in benchresult.compare(reference, candidate):
            self.assertIn(row.state, candidate[row.benchmark].states)
            self.assertIn(row.reference_state, reference[row.benchmark].states)
            self.assertNotEqual(row.state, row.reference_state)

    def test_states_outlive_the_comparison(self):
        states = [row.state for row in benchresult.compare(MAIN, BRANCH)]
        self.assertTrue(all(one.state_name for one in states))

    def test_rows_can_be_pickled_and_do_not_change(self):
        row = benchresult.compare(MAIN, BRANCH)[0]
        again = pickle.loads(pickle.dumps(row))
        self.assertEqual((again, again.state, again.verdict), (row, None, row.verdict))
        self.assertEqual(hash(again), hash(row))
        self.assertEqual(copy.deepcopy(row), row)
        with self.assertRaises(AttributeError):
            row.verdict = "FAST"
        with self.assertRaises(AttributeError):
            del row.verdict

    def test_options(self):
        comparison = benchresult.compare(MAIN, BRANCH, benchmarks="copy", thresholds="strict")
        self.assertEqual({row.benchmark for row in comparison}, {"copy"})
        self.assertEqual(len(benchresult.compare(MAIN, BRANCH, benchmarks=["copy", "sort"],
                                                 metric="cpu", threads=1)),
                         sum(len(results.BenchmarkResult.from_json(BRANCH)[name])
                             for name in ("copy", "sort")))
        for rule, of_thresholds in (("legacy", "default"), (Rule.LEGACY, "nvbench"),
                                    (None, "legacy")):
            comparison = benchresult.compare(MAIN, BRANCH, rule=rule,
                                             thresholds=Thresholds(rule=of_thresholds))
            self.assertIn("legacy_rule", {row.reason for row in comparison})
        comparison = benchresult.compare(MAIN, BRANCH, rule="default",
                                         thresholds=Thresholds(rule="legacy"))
        self.assertNotIn("legacy_rule", {row.reason for row in comparison})
        comparison = benchresult.compare(MAIN, BRANCH, run_variation=0.02)
        ratios = [row.ratio for row in comparison if row.ratio]
        self.assertTrue(ratios)
        self.assertEqual({ratio.run_variation for ratio in ratios}, {0.02})
        self.assertEqual((comparison.note, comparison.command), (None, None))
        comparison = benchresult.compare(MAIN, BRANCH, require_samples=True)
        self.assertIn("the variation between runs", comparison.note)
        self.assertIn("benchresult race --ref ", comparison.command)
        with self.assertRaisesRegex(KeyError, "doctor --save"):
            benchresult.compare(MAIN, BRANCH, run_variation="auto")
        with self.assertRaises(KeyError):
            benchresult.compare(MAIN, BRANCH, reference_devices=[7])
        for wrong in ({"thresholds": 3}, {"thresholds": "lax"}, {"metric": "gut"},
                      {"threads": -1}, {"rule": "old"}, {"rule": 99}, {"run_variation": -1},
                      {"run_variation": "some"}, {"run_variation": 2}, {"axes": "=="}, {"benchmarks": 4}):
            with self.assertRaises((ValueError, TypeError, KeyError)):
                benchresult.compare(MAIN, BRANCH, **wrong)
        for wrong in (None, 3, object()):
            with self.assertRaises(TypeError):
                benchresult.compare(wrong, BRANCH)

    def test_what_has_no_partner(self):
        reference = self.write(document(bench("a", timed("s", 1), timed("t", 1), devices=None),
                                        bench("x")),
                               "a.json")
        candidate = self.write(document(bench("a", timed("s", 1), devices=None), bench("y")), "b.json")
        with self.assertRaises(KeyError):
            benchresult.compare(reference, candidate)
        comparison = benchresult.compare(reference, candidate, allow_missing=True)
        self.assertEqual(comparison.missing_benchmarks, (["x"], ["y"]))
        self.assertEqual([[one.state_name for one in side] for side in comparison.missing_states],
                         [["t"], []])

    def test_devices_that_differ(self):
        reference = self.write(document(bench("a", timed("s", 1, 0))), "a.json")
        other = document(bench("a", timed("s", 1, 0)), devices=[{"id": 0, "name": "other"}])
        candidate = self.write(other, "b.json")
        with self.assertRaises(benchresult.Error):
            benchresult.compare(reference, candidate)
        comparison = benchresult.compare(reference, candidate, ignore_devices=True)
        self.assertIn("other", comparison.device_difference)

    def test_reports(self):
        comparison = benchresult.compare(MAIN, BRANCH)
        for format, begin in (("csv", ""), ("json", "{"), ("junit", "<?xml"), ("python", "#")):
            self.assertTrue(comparison.report(format).startswith(begin), format)
        for display in ("simple", "explain", "legacy"):
            self.assertTrue(comparison.report(display=display))
        with self.assertRaises(ValueError):
            comparison.report("odd")
        with self.assertRaises(TypeError):
            benchresult.Comparison()


class DecisionTest(ResultTest):
    def test_states(self):
        sub = self.load(document(bench("a", timed("s", 1), timed("t", 2), devices=None)))["a"]
        decision = benchresult.compare_states(sub[0], sub[1])
        self.assertEqual((decision.verdict, decision.reference.center, decision.difference.fraction,
                          decision.difference.change), (Verdict.SLOW, 1.0, 1.0, 1.0))
        self.assertIs(benchresult.compare_states(sub[1], sub[0]).verdict, Verdict.FAST)
        self.assertEqual(pickle.loads(pickle.dumps(decision)), decision)
        self.assertIn("SLOW", repr(decision))
        with self.assertRaises(TypeError):
            benchresult.compare_states(sub[0], None)

    def test_samples(self):
        one = [1.0 + i % 7 * 1e-4 for i in range(200)]
        two = [2 * x for x in one]
        for form in (list, tuple, lambda x: array.array("f", x), lambda x: array.array("d", x),
                     lambda x: memoryview(array.array("f", x))[::1], iter):
            self.assertIs(benchresult.compare_samples(form(one), form(two)).verdict, Verdict.SLOW)
        rates = [1.4e9] * 200
        self.assertIs(benchresult.compare_samples(one, one, reference_rates=rates,
                                                  candidate_rates=rates).verdict, Verdict.SAME)
        self.assertEqual(benchresult.compare_samples(one, two, has_clock=True).verdict, "AMBG")
        self.assertIs(benchresult.compare_samples([], []).verdict, Verdict.UNKNOWN)
        coarse = [10.0] * 99 + [11.0]
        decision = benchresult.compare_samples(coarse, coarse)
        self.assertEqual(decision.reason, "below_clock_resolution")
        self.assertEqual((decision.reference.divisor, decision.candidate.step), (1.0, 1.0))
        self.assertIsNone(benchresult.compare_samples(one, two).reference.step)
        for time in (-1.0, float("nan"), float("inf")):
            with self.assertRaisesRegex(ValueError, "sample 1 of the candidate is "):
                benchresult.compare_samples(one, [1.0, time])
        for wrong in (None, 3, "123", b"123", [None], [[1.0]]):
            with self.assertRaises(TypeError):
                benchresult.compare_samples(one, wrong)
        with self.assertRaises(ValueError):
            benchresult.compare_samples(one, one, reference_rates=[1.0])


class ThresholdsTest(ResultTest):
    def test_presets_and_values(self):
        self.assertEqual(Thresholds(), Thresholds.preset("default"))
        self.assertNotEqual(Thresholds(), Thresholds.preset("strict"))
        self.assertEqual(Thresholds(clear_gap_relative=0.25).clear_gap_relative, 0.25)
        self.assertIs(Thresholds(rule="nvbench").rule, Rule.NVBENCH)
        self.assertIs(Thresholds().rule, Rule.DEFAULT)
        self.assertIn('rule = "legacy"', Thresholds(rule=Rule.LEGACY).dump())
        with self.assertRaisesRegex(ValueError, "unknown rule 'old'"):
            Thresholds(rule="old")
        for wrong, kind in (({"no_such_limit": 1}, TypeError), ({"clear_gap_relative": "x"},
                                                                TypeError)):
            with self.assertRaises(kind):
                Thresholds(**wrong)
        with self.assertRaises(benchresult.Error):
            Thresholds.preset("lax")
        with self.assertRaises(AttributeError):
            Thresholds().clear_gap_relative = 1

    def test_files(self):
        limits = Thresholds.preset("strict", clear_gap_relative=0.125)
        path = self.write(limits.dump(), "limits.toml")
        self.assertEqual(Thresholds.load(path), limits)
        self.assertEqual(pickle.loads(pickle.dumps(limits)), limits)
        with self.assertRaises(FileNotFoundError):
            Thresholds.load(self.path("nothing.toml"))

    def test_they_count(self):
        one, two = [1.0, 1.001] * 25, [1.1, 1.101] * 25
        self.assertIs(benchresult.compare_samples(one, two).verdict, Verdict.SLOW)
        wide = Thresholds(clear_gap_relative=0.5)
        self.assertIsNot(benchresult.compare_samples(one, two, thresholds=wide).verdict,
                         Verdict.SLOW)


class PlotTest(ResultTest):
    def test_a_chart(self):
        import shutil

        comparison = benchresult.compare(MAIN, BRANCH)
        path = self.path("chart.svg")
        if shutil.which("gnuplot"):
            benchresult.plot(comparison, path)
            comparison.plot(path, dark=True)
            with open(path, encoding="utf-8") as chart:
                self.assertIn("<svg", chart.read())
        with self.assertRaises(ValueError):
            benchresult.plot(comparison, self.path("chart.txt"))
        with self.assertRaises(TypeError):
            benchresult.plot(None, path)


if __name__ == "__main__":
    unittest.main()
