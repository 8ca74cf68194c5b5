# SPDX-License-Identifier: MIT
"""gate(): whether a candidate may pass."""
import unittest

import support

import benchresult as br


def runs(factor, count=10, names=("a", "b")):
    """Replicates whose times vary by less than 1 %."""
    results = []
    for run in range(count):
        builder = br.ResultBuilder()
        bench = builder.add_benchmark("copy")
        bench.add_axis("N", list(names))
        for name in names:
            times = sorted(factor * (1 + 1e-3 * ((7 * i + 3 * run) % 5) + 1e-4 * run)
                           for i in range(30))
            values = {"min": times[0], "max": times[-1], "mean": sum(times) / 30, "q1": times[7],
                      "median": times[15], "q3": times[22], "stdev/relative": 1e-3,
                      "iqr/relative": 1e-3}
            bench.add_state(axes={"N": name}, samples=times, summaries=[
                {"tag": "nv/cpu_only/time/cpu/" + key, "value": value}
                for key, value in values.items()])
        results.append(builder.result())
    return results


class GateTest(support.ResultTest):
    def test_outcomes(self):
        for factor, passed, slower in ((1.0, True, 0), (1.01, True, 0), (0.5, True, 0),
                                       (1.2, False, 2)):
            with self.subTest(factor):
                gate = br.gate(runs(1), runs(factor))
                self.assertIs(gate.passed, passed)
                self.assertIs(bool(gate), passed)
                self.assertEqual(len(gate.regressions), slower)
                self.assertIn("passed" if passed else "failed", repr(gate))
        self.assertTrue(br.gate(runs(1), runs(1.2), max_slowdown=0.5))

    def test_undecided_rows(self):
        few = runs(1, count=1)[0], runs(1.02, count=1)[0]
        gate = br.gate(*few)
        self.assertEqual((gate.passed, len(gate.undecided_rows)), (False, 2))
        self.assertIn("<failure", gate.report("junit"))
        gate = br.gate(*few, undecided="pass")
        self.assertTrue(gate)
        self.assertNotIn("<failure", gate.report("junit"))

    def test_what_the_candidate_lacks(self):
        gate = br.gate(runs(1), runs(1, names=("a",)))
        self.assertFalse(gate)
        self.assertEqual([state.name() for state in gate.missing[1]], ["N=b"])
        self.assertTrue(br.gate(runs(1), runs(1, names=("a",)), undecided="pass"))
        self.assertTrue(br.gate(runs(1, names=("a",)), runs(1)))

    def test_wrong_arguments(self):
        one = runs(1, count=2)
        for keywords, kind in (({"error_rate": 0}, ValueError), ({"error_rate": 0.5}, ValueError),
                               ({"undecided": "maybe"}, ValueError),
                               ({"max_slowdown": -1}, ValueError),
                               ({"max_slowdown": "x"}, TypeError)):
            with self.subTest(**keywords), self.assertRaises(kind):
                br.gate(one, runs(1, count=2), **keywords)
        with self.assertRaisesRegex(ValueError, "no state in common"):
            br.gate(br.BenchmarkResult.empty(), br.BenchmarkResult.empty())


if __name__ == "__main__":
    unittest.main()
