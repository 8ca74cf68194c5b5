# SPDX-License-Identifier: MIT
"""Members of a state that NVBench's reader lacks: statistics, and axis values with their labels."""
import copy
import os
import pickle
import unittest

from support import DATA, TIMES, ResultTest, axis, sidecar, summary, value

import benchresult as br

NAMES = ("median", "mean", "min", "max", "stdev", "noise", "iqr")


def statistics(state):
    return {name: getattr(state, name)() for name in NAMES}


class StatisticsTest(ResultTest):
    def test_those_of_the_file(self):
        state = br.load(os.path.join(DATA, "main.json"))["copy"][0]
        tags = dict(zip(NAMES, ("median", "mean", "min", "max", "stdev/absolute",
                                "stdev/relative", "iqr/absolute")))
        for name, tag in tags.items():
            expected = state.summaries[f"nv/cold/time/gpu/{tag}"].value
            self.assertIsInstance(expected, float)
            self.assertEqual(statistics(state)[name], expected, name)
        self.assertEqual(state.benchmark, "copy")

    def test_those_of_the_samples(self):
        self.write([4, 1, 2, 3, 8, 9], "0.bin")
        state = self.load_state(sidecar(TIMES, "0.bin", 6))
        found = statistics(state)
        self.assertEqual((found["median"], found["mean"], found["min"], found["max"]),
                         (4, 4.5, 1, 9))
        self.assertAlmostEqual(found["noise"], found["stdev"] / found["mean"])
        self.assertGreater(found["iqr"], 0)
        # A statistic in the file takes precedence.
        state = self.load_state(sidecar(TIMES, "0.bin", 6),
                                summary("nv/cpu_only/time/cpu/mean", ("value", "float64", "7")))
        self.assertEqual((state.mean(), state.median()), (7, 4))

    def test_without_times(self):
        self.assertEqual(set(statistics(self.load_state()).values()), {None})

    def test_a_measured_state(self):
        bench = br.ResultBuilder().add_benchmark("b")
        self.assertEqual(bench.add_state(samples=[1.0, 2.0, 3.0]).median(), 2)


class AxesTest(ResultTest):
    def state(self):
        return self.load_state(
            axis_values=[value("Elements{io}", "1048576"), value("R", "0.5", "float64"),
                         value("T", "int", "string"), value("N", "7")],
            axes=[axis("Elements{io}", ("20", "1048576"), flags="pow2"),
                  axis("R", ("0.5", "0.5"), type="float64"),
                  axis("T", ("I32", "int"), type="type"), axis("N", ("7", "7"))])

    def test_values_and_labels(self):
        axes = self.state().axes
        self.assertEqual(axes, {"Elements{io}": 1048576, "R": 0.5, "T": "int", "N": 7})
        self.assertEqual([value.label for value in axes.values()], ["2^20", "0.5", "I32", "7"])
        self.assertEqual([type(value) for value in axes.values()],
                         [br.AxisInt, br.AxisFloat, br.AxisText, br.AxisInt])
        self.assertEqual(axes["Elements{io}"] + 1, 1048577)
        self.assertEqual(f"{axes['T']:>4}", " int")

    def test_they_can_be_copied(self):
        for value_ in self.state().axes.values():
            for again in (pickle.loads(pickle.dumps(value_)), copy.deepcopy(value_)):
                self.assertEqual((again, again.label, type(again)),
                                 (value_, value_.label, type(value_)))

    def test_without_axes(self):
        self.assertEqual(self.load_state().axes, {})

    def test_their_own_labels(self):
        self.assertEqual((br.AxisInt(3).label, br.AxisText("x", "y").label), ("3", "y"))


if __name__ == "__main__":
    unittest.main()
