# SPDX-License-Identifier: MIT
"""Compares the package with the recorded answers of NVBench's own tools."""
import builtins
import json
import os
import unittest

from support import BUILD, ROOT, results

import benchresult

ANSWERS = os.path.join(ROOT, "tests", "golden")
INPUTS = os.path.join(BUILD, "golden")
OPTIONS = {"--preset": "thresholds", "-a": "axes", "-b": "benchmarks",
           "--reference-devices": "reference_devices", "--compare-devices": "candidate_devices"}


def cases(name):
    with open(os.path.join(ANSWERS, f"{name}.jsonl"), encoding="utf-8") as answers:
        return [json.loads(line) for line in answers]


def described(bench, state):
    """A state in the form of the answers, which have no samples of CPU-only measurements."""
    samples, rates = state.samples, state.frequencies
    return [bench, state.name(), state.bw, None if samples is None else [len(samples),
                                                                        sum(samples)],
            None if rates is None else len(rates), sorted(state.summaries)]


# `make check` makes the inputs first; they can only be missing in a run by hand.
@unittest.skipUnless(os.path.isdir(INPUTS), "the golden inputs have not been made")
class GoldenTest(unittest.TestCase):
    def check_summary(self, case, path):
        if "error" in case:
            with self.assertRaises(getattr(builtins, case["error"])):
                results.BenchmarkResult.from_json(path)
            return
        result = results.BenchmarkResult.from_json(path)
        found = [described(name, state) for name, bench in result.items() for state in bench]
        self.assertEqual(len(found), len(case["states"]))
        for ours, theirs in zip(found, case["states"]):
            if ours[3] and theirs[3]:
                self.assertAlmostEqual(ours[3][1], theirs[3][1], delta=1e-9 * abs(theirs[3][1]))
                ours[3][1] = theirs[3][1]
            self.assertEqual(ours, theirs)

    def test_states_and_errors(self):
        found = cases("summary")
        self.assertEqual(len(found), 36)
        for case in found:
            with self.subTest(case["id"]):
                self.check_summary(case, os.path.join(INPUTS, f"summary-{case['id']}", "X.json"))

    def check_comparison(self, case, options):
        paths = (os.path.join(INPUTS, f"compare-{case['id']}", name)
                 for name in ("A.json", "B.json"))
        if case["rc"] != 0:
            with self.assertRaises(benchresult.Error):
                benchresult.compare(*paths, **options)
            return
        comparison = benchresult.compare(*paths, **options)
        counts = [comparison.count(status) for status in ("SAME", "FAST", "SLOW", "AMBG", "????")]
        self.assertEqual([len(comparison), *counts], case["counts"])
        self.assertEqual(
            [[row.benchmark, row.reference_state.device, row.state.device, row.occurrence,
              row.verdict, row.reason] for row in comparison], case["rows"])

    def test_comparisons(self):
        checked = 0
        for case in cases("compare"):
            flags = case["flags"]
            options = {"axes": [], "benchmarks": [], "rule": "nvbench"}
            for flag, value in zip(flags[::2], flags[1::2]):
                key = OPTIONS.get(flag)
                if key in ("axes", "benchmarks"):
                    options[key].append(value)
                elif key is not None:
                    options[key] = value
            # The order of -a and -b matters, and the package puts all axis filters first.
            if "config" in case or not set(flags[::2]) <= set(OPTIONS) or \
                    ("-b" in flags and "-a" in flags):
                continue
            checked += 1
            with self.subTest(case["id"]):
                self.check_comparison(case, options)
        self.assertGreater(checked, 60)


if __name__ == "__main__":
    unittest.main()
