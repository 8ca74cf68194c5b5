# SPDX-License-Identifier: MIT
"""Building, writing and merging results."""
import array
import gc
import json
import os
import unittest

from support import DATA, ResultTest, results

import benchresult
from benchresult.errors import ConflictError, StateError


class BuildTest(ResultTest):
    def build(self):
        builder = benchresult.ResultBuilder()
        builder.set_meta({"argv": ["python"]})
        builder.add_device(0, "GPU", {"sm_version": 900})
        bench = builder.add_benchmark("copy")
        bench.add_device(0)
        bench.set("timeout", 15.0)
        bench.set("min_samples", 10)
        bench.add_axis("N", [4, 5], pow2=True)
        bench.add_axis("F", [0.5, 1])
        bench.add_axis("S", ["a b"])
        bench.add_axis("T", ["I8", "F32"], type_axis=True)
        self.state = bench.add_state(
            axes={"N": 16, "F": 1, "S": "a b", "T": "F32"}, device=0, run=2, type_config_index=1,
            samples=[1.0, 2.0], frequencies=array.array("f", [3.0, 4.0]),
            summaries=[{"tag": "t", "value": 5, "name": "T", "hint": "duration", "hide": "H",
                        "description": "D", "data": {"x": "y", "none": None}},
                       results.BenchmarkResultSummary("u", data={"value": 0.5})])
        bench.add_state(axes={"N": 32, "F": 0.5, "S": "a b", "T": "I8"}, skip_reason="why")
        return builder

    def check(self, result):
        bench = result["copy"]
        self.assertEqual([axis["name"] for axis in bench.axes], ["N", "F", "S", "T"])
        self.assertEqual(bench.axes[0]["values"][1]["value"], 32)
        first, second = bench
        self.assertEqual(first.point, {"N[pow2]": "4", "F": "1", "S": "a b", "T": "F32"})
        self.assertEqual((first.device, first.run, first.type_config_index), (0, 2, 1))
        self.assertEqual((list(first.samples), list(first.frequencies)), ([1, 2], [3, 4]))
        self.assertEqual(first.summaries["t"].data, {"x": "y", "value": 5})
        self.assertEqual((first.summaries["t"].hide, first.summaries["u"].value), ("H", 0.5))
        self.assertEqual((second.is_skipped, second.skip_reason), (True, "why"))
        self.assertEqual(result.devices[0].data["sm_version"], 900)

    def test_what_is_built_is_read(self):
        builder = self.build()
        result = builder.result(metadata="m")
        self.check(result)
        self.assertEqual((result.metadata, self.state), ("m", result["copy"][0]))

    def test_it_outlives_its_builder(self):
        result = self.build().result()
        gc.collect()
        self.check(result)

    def test_writing_and_loading(self):
        result = self.build().result()
        path = self.path("new", "r.json")
        benchresult.write(result, path)
        self.assertTrue(os.path.exists(path + "-bin/0.bin"))
        self.check(results.BenchmarkResult.from_json(path))
        benchresult.write(result, self.path("bare.json"), sidecars=False)
        bare = results.BenchmarkResult.from_json(self.path("bare.json"))
        self.assertIsNone(bare["copy"][0].samples)
        with self.assertRaises(OSError):
            benchresult.write(result, path + "/x.json")

    def test_what_is_refused(self):
        builder = self.build()
        bench = builder.add_benchmark("other")
        bench.add_axis("N", [1])
        calls = [
            (lambda: builder.add_device(0, "again"), ConflictError),
            (lambda: builder.add_device("0", "x"), TypeError),
            (lambda: builder.add_device(2 ** 63, "x"), ValueError),
            (lambda: builder.add_benchmark(None), TypeError),
            (lambda: builder.add_benchmark("a\0b"), ValueError),
            (lambda: builder.set_meta([1]), TypeError),
            (lambda: bench.add_axis("N", [2]), ConflictError),
            (lambda: bench.add_axis("M", [1, "x"]), TypeError),
            (lambda: bench.add_axis("M", [0.5], pow2=True), TypeError),
            (lambda: bench.add_axis("M", 3), TypeError),
            (lambda: bench.set("timeout", "x"), TypeError),
            (lambda: bench.set("name", 3), ValueError),
            (lambda: bench.add_state(axes={"M": 1}), KeyError),
            (lambda: bench.add_state(axes={"N": "x"}), TypeError),
            (lambda: bench.add_state(axes={"N": None}), TypeError),
            (lambda: bench.add_state(run=-1), ValueError),
            (lambda: bench.add_state(samples="123"), TypeError),
            (lambda: bench.add_state(samples=[1, float("nan")]), ValueError),
            (lambda: bench.add_state(samples=[1, -1]), ValueError),
            (lambda: bench.add_state(samples=[float("inf")]), ValueError),
            (lambda: bench.add_state(summaries=[{"tag": None}]), TypeError),
            (lambda: bench.add_state(summaries=[{"tag": "t", "odd": 1}]), TypeError),
            (lambda: bench.add_state(summaries=[3]), TypeError),
            (lambda: benchresult.BenchmarkBuilder(), TypeError)]
        for number, (call, kind) in enumerate(calls):
            with self.subTest(number), self.assertRaises(kind):
                call()

    def test_merging(self):
        first, second = self.build().result(), self.build().result()
        merged = benchresult.merge([first, second], metadata="both")
        self.assertEqual((len(merged["copy"]), merged.metadata), (4, "both"))
        self.assertEqual([state.run for state in merged["copy"]], [2, 0, 5, 3])
        del first, second
        gc.collect()
        self.assertEqual(list(merged["copy"][2].samples), [1, 2])
        for wrong in ([], [None], [merged, 3]):
            with self.assertRaises((ValueError, TypeError)):
                benchresult.merge(wrong)

    def test_what_was_merged_does_not_change(self):
        builder = self.build()
        benchresult.merge([builder.result()])
        with self.assertRaises(StateError):
            builder.add_benchmark("late")

    def test_summaries(self):
        result = results.BenchmarkResult.from_json(os.path.join(DATA, "main.json"))
        self.assertIn("## copy", benchresult.summary(result))
        self.assertTrue(benchresult.summary(result, format="csv").count("\n") > 3)
        self.assertIn("| Elements | Samples |  Median   |",
                      benchresult.summary(result, columns=["median", "samples"]))
        slowest = benchresult.summary(result, sort="median", descending=True, top=1)
        self.assertIn("2^24 = 16777216", slowest)
        self.assertNotIn("2^20", slowest)
        for sort in ("odd", "phases"):
            with self.assertRaises(ValueError):
                benchresult.summary(result, sort=sort)
        with self.assertRaisesRegex(ValueError, r"unknown column 'odd' \(expected one of default"):
            benchresult.summary(result, columns=["odd"])
        with self.assertRaisesRegex(TypeError, "columns must be an iterable of names"):
            benchresult.summary(result, columns="median")
        self.assertTrue(benchresult.summary(result, result, format="json").startswith("{"))
        with self.assertRaises(ValueError):
            benchresult.summary(result, format="odd")
        with self.assertRaises(TypeError):
            benchresult.summary("main.json")

    def test_tables(self):
        result = results.BenchmarkResult.from_json(os.path.join(DATA, "main.json"))
        table = benchresult.table(result, columns="benchmark", where="*", format="json")
        self.assertEqual(json.loads(table)["columns"], ["benchmark"])
        self.assertIn("geometric mean", benchresult.table(result))
        with self.assertRaisesRegex(benchresult.Error, "no result has a key 'speed'"):
            benchresult.table(result, rows="speed")
        with self.assertRaisesRegex(TypeError, "rows"):
            benchresult.table(result, rows=1)


if __name__ == "__main__":
    unittest.main()
