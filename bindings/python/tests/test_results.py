# SPDX-License-Identifier: MIT
"""The reader, line by line: what scripts for cuda.bench.results rely on."""
import array
import collections.abc
import os
import statistics
import unittest

from support import (DATA, RATES, TIMES, UTILIZATION, ResultTest, axis, bench, document, results,
                     sidecar, state, summary, value)

try:
    import numpy
except ImportError:
    numpy = None


class ConstructionTest(ResultTest):
    def test_a_benchmark_of_a_dict(self):
        data = bench("copy", state("s", summary("nv/python/x", ("value", "int64", "3")),
                                   sidecar(TIMES, "r.json-bin/0.bin", 2)))
        self.write([1.0, 2.0], "r.json-bin/0.bin")
        made = results.SubBenchmarkResult(data, self.directory)
        self.assertEqual((made.name, made.devices, len(made)), ("copy", [0], 1))
        self.assertEqual(made[0].summaries["nv/python/x"].value, 3)
        self.assertEqual(made.centers(list), {"s": [1.0, 2.0]})
        for wrong in ((), (data,), ([], "."), (data, None)):
            with self.assertRaises(TypeError):
                results.SubBenchmarkResult(*wrong)
        with self.assertRaises(KeyError):
            results.SubBenchmarkResult({}, self.directory)


class LayoutTest(unittest.TestCase):
    def test_classes_live_in_the_module(self):
        names = ["BenchmarkResult", "SubBenchmarkResult", "SubBenchmarkState",
                 "BenchmarkResultSummary", "BenchmarkResultDevice"]
        self.assertEqual(results.__all__, names)
        for name in names:
            self.assertEqual(getattr(results, name).__module__, "benchresult.results")

    def test_nothing_is_constructed_directly(self):
        for name in ("BenchmarkResult", "SubBenchmarkState"):
            for arguments, keywords in (((), {}), (("r.json",), {}), ((), {"metadata": 1})):
                with self.assertRaises(TypeError) as caught:
                    getattr(results, name)(*arguments, **keywords)
                self.assertRegex(str(caught.exception), r"from_json\(\).*empty\(\)")


class BenchmarkResultTest(ResultTest):
    def test_metadata_is_kept_by_identity(self):
        metadata = object()
        path = self.write(document())
        make = results.BenchmarkResult
        self.assertIs(make.from_json(path, metadata=metadata).metadata, metadata)
        self.assertIs(make.empty(metadata=metadata).metadata, metadata)
        self.assertIsNone(make.from_json(path).metadata)
        self.assertIsNone(make.empty().metadata)
        with self.assertRaises(TypeError):
            make.from_json(path, metadata)

    def test_paths_of_every_kind(self):
        import pathlib

        path = self.write(document(bench()), "ö.json")
        for form in (path, os.fsencode(path), pathlib.Path(path)):
            self.assertEqual(len(results.BenchmarkResult.from_json(form)), 1)
        self.assertEqual(len(results.BenchmarkResult.from_json(json_path=path)), 1)
        for wrong in (None, 3, object(), [path]):
            with self.assertRaises(TypeError):
                results.BenchmarkResult.from_json(wrong)

    def test_an_empty_result(self):
        empty = results.BenchmarkResult.empty()
        self.assertEqual((len(empty), list(empty), empty.devices, empty.subbenches),
                         (0, [], {}, {}))
        self.assertEqual(empty.centers(len), {})

    def test_the_mapping(self):
        result = self.load(document(bench("z"), bench("a"), bench("m")))
        self.assertIsInstance(result, collections.abc.Mapping)
        self.assertEqual(len(result), 3)
        self.assertEqual(list(result), ["z", "a", "m"])
        self.assertEqual(list(result.keys()), ["z", "a", "m"])
        self.assertEqual([sub.name for sub in result.values()], ["z", "a", "m"])
        self.assertEqual([(name, sub.name) for name, sub in result.items()],
                         [("z", "z"), ("a", "a"), ("m", "m")])
        self.assertIn("a", result)
        self.assertNotIn("b", result)
        self.assertIs(result["a"], result["a"])
        self.assertIs(result["a"], result.subbenches["a"])
        self.assertIs(result.get("b"), None)
        with self.assertRaises(KeyError):
            result["b"]

    def test_a_repeated_benchmark_replaces_the_first(self):
        result = self.load(document(bench("x", state("first"), state("second")), bench("y"),
                                    bench("x", state("last"))))
        self.assertEqual(list(result), ["x", "y"])
        self.assertEqual([one.state_name for one in result["x"]], ["last"])

    def test_devices(self):
        result = self.load(document(devices=[
            {"id": 1, "name": "one", "share": 0.5}, {"id": "0", "name": "zero"},
            {"id": 1, "name": "again", "list": [None, True]}]))
        self.assertEqual(list(result.devices), [1, 0])
        self.assertEqual(result.devices[1].name, "again")
        self.assertEqual(result.devices[1].data, {"id": 1, "name": "again", "list": [None, True]})
        self.assertEqual(result.devices[0].data, {"id": "0", "name": "zero"})
        self.assertEqual(type(result.devices[0].id), int)
        with self.assertRaises(AttributeError):
            result.devices[0].name = "other"

    def test_missing_devices_are_none(self):
        for text in ('{"benchmarks": []}', '{"benchmarks": [], "devices": null}'):
            self.assertEqual(self.load(text).devices, {})

    def test_centers(self):
        path = self.write([1, 2, 3], "0.bin")
        self.write([4, 5, 6], "1.bin")
        self.assertTrue(os.path.exists(path))
        with_both = state("both", sidecar(TIMES, "0.bin", 3), sidecar(RATES, "1.bin", 3))
        result = self.load(document(bench("b", with_both, state("none")), bench("c")))
        self.assertEqual(result.centers(statistics.median),
                         {"b": {"both": 2.0, "none": None}, "c": {}})
        self.assertEqual(result["b"].centers(statistics.median), result.centers(
            statistics.median)["b"])
        weighted = result.centers_with_frequencies(lambda t, f: sum(a * b for a, b in zip(t, f)))
        self.assertEqual(weighted, {"b": {"both": 32.0, "none": None}, "c": {}})

    def test_equality_is_identity(self):
        path = self.write(document(bench("b", state())))
        first, second = (results.BenchmarkResult.from_json(path) for _ in range(2))
        self.assertEqual(first, first)
        self.assertNotEqual(first, second)
        self.assertNotEqual(first["b"], second["b"])
        self.assertNotEqual(first["b"][0], second["b"][0])
        self.assertEqual(len({first, second, first["b"], first["b"][0]}), 4)
        self.assertNotEqual(first, dict(first))

    def test_records_are_equal_by_value(self):
        path = self.write(document(bench("b", state("s", summary("t", ("value", "int64", "1"))))))
        first, second = (results.BenchmarkResult.from_json(path) for _ in range(2))
        self.assertEqual(first.devices, second.devices)
        self.assertEqual(first["b"][0].summaries, second["b"][0].summaries)
        self.assertNotEqual(first.devices[0], None)

    def test_a_subclass_loads_as_itself(self):
        class Mine(results.BenchmarkResult):
            pass

        self.assertIs(type(Mine.from_json(self.write(document()))), Mine)
        self.assertIs(type(Mine.empty()), Mine)


class SubBenchmarkResultTest(ResultTest):
    def test_the_sequence(self):
        sub = self.load(document(bench("b", state("0"), state("1", is_skipped=True),
                                       state("2"))))["b"]
        self.assertIsInstance(sub, collections.abc.Sequence)
        self.assertEqual(len(sub), 3)
        self.assertEqual([one.state_name for one in sub], ["0", "1", "2"])
        self.assertEqual(sub[-1].state_name, "2")
        self.assertEqual(sub[:], sub.states)
        self.assertIs(type(sub[1:]), list)
        self.assertIs(sub[0], sub.states[0])
        for index in (3, -4):
            with self.assertRaises(IndexError):
                sub[index]
        with self.assertRaises(TypeError):
            sub["0"]

    def test_devices_and_axes_may_be_null_or_missing(self):
        nothing = {"name": "c", "states": []}
        result = self.load(document(bench("b", devices=None, axes=None), nothing))
        for name in "bc":
            self.assertEqual((result[name].devices, result[name].axes), ([], []))
        self.assertEqual(self.load(document(bench(devices=[1, 0])))["b"].devices, [1, 0])

    def test_axes_are_as_in_the_file(self):
        axes = [
            {"name": "N", "type": "int64", "flags": "pow2", "unit": "items",
             "values": [{"input_string": "2", "description": "2^2 = 4", "value": 4},
                        {"input_string": "x", "value": 123456789012345678901234567890}]},
            {"name": "F", "type": None, "flags": None,
             "values": [{"input_string": "1", "value": 1.0}, {"input_string": "2", "value": None},
                        {"input_string": "3", "value": True, "own": [1, {}]}]},
            {"name": "T", "type": "type", "flags": "",
             "values": [{"input_string": "I8", "description": "int8_t", "is_active": False}]}]
        found = self.load(document(bench("b", axes=axes)))["b"].axes
        self.assertEqual(found, axes)
        self.assertIs(type(found[1]["values"][0]["value"]), float)
        self.assertNotIn("value", found[2]["values"][0])

    def test_of_equal_names_the_last_state_counts(self):
        self.write([1], "0.bin")
        self.write([2], "1.bin")
        first = state("first", sidecar(TIMES, "0.bin", 1), axis_values=[value("N", "4")])
        last = state("last", sidecar(TIMES, "1.bin", 1), axis_values=[value("N", "4")])
        sub = self.load(document(bench("b", first, state("other"), last,
                                       axes=[axis("N", ("4", 4))])))["b"]
        calls = []
        found = sub.centers(lambda samples: calls.append(samples[0]) or samples[0])
        self.assertEqual(list(found.items()), [("N=4", 2.0), ("other", None)])
        self.assertEqual(calls, [1.0, 2.0])


class SubBenchmarkStateTest(ResultTest):
    def test_fields(self):
        one = self.load_state(device=3, type_config_index=2, is_skipped=True, skip_reason="why",
                              run=4)
        self.assertEqual((one.state_name, one.device, one.type_config_index, one.is_skipped,
                          one.skip_reason, one.run), ("s", 3, 2, True, "why", 4))

    def test_missing_and_null(self):
        for members in ({}, {"device": None, "type_config_index": None, "axis_values": None,
                             "skip_reason": None}):
            one = self.load(document(bench("b", {"name": "s", **members})))["b"][0]
            self.assertEqual((one.device, one.type_config_index, one.axis_values, one.skip_reason,
                              one.samples, one.frequencies, one.bw, one.point, one.summaries),
                             (None, None, [], None, None, None, None, {}, {}))

    def test_is_skipped(self):
        for members, expected in (({}, False), ({"is_skipped": False}, False),
                                  ({"is_skipped": True}, True), ({"is_skipped": None}, None)):
            one = self.load(document(bench("b", {"name": "s", **members})))["b"][0]
            self.assertIs(one.is_skipped, expected, members)

    def test_a_skip_reason_of_any_kind(self):
        for reason in ("", "why", 5, ["a"], False):
            self.assertEqual(self.load_state(skip_reason=reason).skip_reason, reason)

    def test_a_skipped_state_stays(self):
        one = self.load_state(is_skipped=True, summaries=None)
        self.assertEqual((one.summaries, one.samples, one.bw), ({}, None, None))

    def test_unknown_attributes(self):
        with self.assertRaises(AttributeError):
            self.load_state().nothing

    def test_axis_values_are_as_in_the_file(self):
        values = [{"name": "N", "type": "int64", "value": 4},
                  {"name": "N", "type": "float64", "value": 4.0},
                  {"name": "N", "type": "string", "value": "4", "own": []},
                  {"name": "N", "value": None}, {"name": "N", "input_string": "4"}]
        found = self.load_state(axes=[axis("N", ("4", 4))], axis_values=values).axis_values
        self.assertEqual(found, values)
        self.assertEqual([type(entry.get("value")) for entry in found[:3]], [int, float, str])

    def test_of_repeated_summaries_the_last_counts(self):
        one = self.load_state(summary("a", ("value", "int64", "1")),
                              summary("b", ("value", "int64", "2")),
                              summary("a", ("value", "int64", "3")))
        self.assertEqual([(tag, found.value) for tag, found in one.summaries.items()],
                         [("a", 3), ("b", 2)])

    def test_bw(self):
        for entries, expected in (([("value", "float64", "0.75")], 0.75),
                                  ([("value", "int64", "1")], 1.0),
                                  ([("value", "float64", None)], None), ([], None)):
            bw = self.load_state(summary(UTILIZATION, *entries)).bw
            self.assertEqual(bw, expected)
            self.assertIn(type(bw), (float, type(None)))

    def check_point(self, one_axis, one_value, expected):
        one = self.load_state(axes=[one_axis], axis_values=[one_value])
        (name, found), = one.point.items()
        self.assertEqual(found, expected, (one_axis, one_value))
        self.assertEqual(one.name(), f"{name}={expected}")

    def test_points(self):
        whole = axis("N", ("16", 16), ("none", None))
        pow2 = axis("N", ("8", 256), ("256", 3), flags="pow2")
        real = axis("N", ("0", 0.0), ("0.12346", 0.123456789), ("1.2346e+08", 123456789.0),
                    type="float64")
        kinds = {"name": "N", "type": "type", "values": [{"input_string": "I8"}]}
        for one_axis, one_value, expected in (
                (whole, value("N", "16"), "16"), (whole, value("N", 16), "16"),
                (whole, value("N", "17"), "17"), (whole, value("N", None), "none"),
                (whole, {"name": "N", "input_string": "16"}, "16"), (whole, {"name": "N"}, ""),
                (whole, {"name": "N", "input_string": None}, ""),
                (pow2, value("N", "256"), "8"), (pow2, value("N", 256), "8"),
                (real, value("N", "0", "float64"), "0"), (real, value("N", 0.0), "0"),
                (real, value("N", "0.123456789"), "0.12346"),
                (real, value("N", "123456789"), "123456789"),
                (real, value("N", 1e16), "1e+16"), (real, value("N", 1e-5), "1e-05"),
                (real, value("N", True), "True"), (kinds, value("N", "I8", "string"), "I8")):
            self.check_point(one_axis, one_value, expected)

    def test_full_names_of_axes(self):
        for flags, name in (("pow2", "N[pow2]"), ("", "N"), (None, "N")):
            one = self.load_state(axes=[axis("N", ("2", 4), flags=flags)],
                                  axis_values=[value("N", "4")])
            self.assertEqual(list(one.point), [name])

    def test_of_two_axes_with_one_name_the_later_serves(self):
        one = self.load_state(axes=[axis("N", ("2", 4), flags="pow2"), axis("N", ("four", 4))],
                              axis_values=[value("N", "4")])
        self.assertEqual(one.point, {"N": "four"})

    def test_a_repeated_axis_value_overwrites(self):
        one = self.load_state(axes=[axis("N"), axis("M")], axis_values=[
            value("N", "1"), value("M", "2"), value("N", "3")])
        self.assertEqual(list(one.point.items()), [("N", "3"), ("M", "2")])
        self.assertEqual(one.name(), "N=3 M=2")

    def test_no_two_states_of_a_pow2_axis_share_a_name(self):
        names = [str(exponent) for exponent in range(5)]
        states = [state(f"s{n}", axis_values=[value("N", str(2 ** int(n)))]) for n in names]
        sub = self.load(document(bench("b", *states, axes=[
            axis("N", *((n, 2 ** int(n)) for n in names), flags="pow2")])))["b"]
        self.assertEqual([one.name() for one in sub], [f"N[pow2]={n}" for n in names])

    def test_the_name_without_a_point_is_the_files(self):
        one = self.load(document(bench("b", state("Device=0", axis_values=None), axes=None)))["b"]
        self.assertEqual((one[0].name(), one[0].point), ("Device=0", {}))

    def test_estimators(self):
        self.write([], "0.bin")
        empty = self.load_state(sidecar(TIMES, "0.bin", 0))
        self.assertEqual(empty.center(len), 0)
        self.assertIsNone(empty.center_with_frequencies(lambda t, f: 1))
        none = self.load_state()
        self.assertIsNone(none.center(self.fail))
        self.assertIsNone(none.center_with_frequencies(self.fail))


class SamplesTest(ResultTest):
    def test_a_view_of_float32(self):
        self.write([1, 2.5, 3], "0.bin")
        self.write([], "1.bin")
        one = self.load_state(sidecar(TIMES, "0.bin", 3))
        samples = one.samples
        self.assertIs(samples, one.samples)
        self.assertEqual((samples.format, samples.itemsize, samples.ndim, samples.readonly),
                         ("f", 4, 1, True))
        self.assertEqual(list(samples), [1, 2.5, 3])
        self.assertEqual(samples, array.array("f", [1, 2.5, 3]))
        self.assertEqual(array.array("f", samples), array.array("f", [1, 2.5, 3]))
        self.assertEqual((samples[-1], samples[1:].tolist(), len(samples)), (3, [2.5, 3], 3))
        self.assertEqual(statistics.median(samples), 2.5)
        with self.assertRaises(TypeError):
            samples[0] = 1

    def test_an_empty_sidecar_is_not_absent(self):
        self.write([], "0.bin")
        one = self.load_state(sidecar(TIMES, "0.bin", 0))
        self.assertEqual((len(one.samples), one.samples.format, list(one.samples)), (0, "f", []))
        self.assertTrue(one.samples.readonly)

    def test_samples_outlive_everything(self):
        import gc

        self.write([1, 2, 3], "0.bin")
        samples = self.load_state(sidecar(TIMES, "0.bin", 3)).samples
        part = samples[1:]
        del samples
        gc.collect()
        self.assertEqual(part.tolist(), [2, 3])

    def test_frequencies_alone(self):
        self.write([7], "0.bin")
        one = self.load_state(sidecar(RATES, "0.bin", 1))
        self.assertEqual((one.samples, list(one.frequencies)), (None, [7]))
        self.assertIsNone(one.center_with_frequencies(self.fail))

    def test_the_first_summary_names_the_file(self):
        self.write([1], "0.bin")
        self.write([2], "1.bin")
        one = self.load_state(sidecar(TIMES, "0.bin", 1), sidecar(TIMES, "1.bin", 1))
        self.assertEqual(list(one.samples), [1])
        self.assertEqual(one.summaries[TIMES]["filename"], "1.bin")

    def test_a_missing_file_is_absent(self):
        one = self.load_state(sidecar(TIMES, "nowhere.bin", 3))
        self.assertIsNone(one.samples)
        self.assertIsNone(one.center(self.fail))

    def test_where_files_are_found(self):
        one = document(bench("b", state("s", sidecar(TIMES, "d/0.bin", 1))))
        for place in ("d/r.json-bin/0.bin", "r.json-bin/0.bin", "d/0.bin"):
            with self.subTest(place):
                self.write([5], place)
                one["benchmarks"][0]["states"][0]["summaries"] = [sidecar(TIMES, place, 1)]
                path = self.write(one, "d/r.json")
                found = results.BenchmarkResult.from_json(path)["b"][0].samples
                self.assertEqual(list(found or ()), [5])

    def test_the_working_directory_comes_last(self):
        self.write([6], "away/x.bin")
        path = self.write(document(bench("b", state("s", sidecar(TIMES, "x.bin", 1)))), "d/r.json")
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(self.path("away"))
        self.assertEqual(list(results.BenchmarkResult.from_json(path)["b"][0].samples), [6])

    def test_an_absolute_path(self):
        place = self.write([8], "elsewhere/y.bin")
        self.assertEqual(list(self.load_state(sidecar(TIMES, place, 1)).samples), [8])

    # NumPy is optional: other tests look at the same buffer without it.
    @unittest.skipUnless(numpy, "NumPy is not installed")
    def test_numpy_does_not_copy(self):
        self.write([1, 2, 3], "0.bin")
        samples = self.load_state(sidecar(TIMES, "0.bin", 3)).samples
        first, second = numpy.asarray(samples), numpy.asarray(samples)
        self.assertEqual(first.dtype, numpy.float32)
        self.assertTrue(numpy.shares_memory(first, second))
        self.assertFalse(first.flags.writeable)
        del samples
        self.assertEqual(first.sum() + second.sum(), 12)


class SummaryTest(ResultTest):
    def test_fields(self):
        one = self.load_state(summary("t", ("value", "float64", "1.5"), ("x", "int64", "2"),
                                      ("y", "string", "z"), name="N", hint="duration", hide="H",
                                      description="D")).summaries["t"]
        self.assertEqual((one.tag, one.name, one.hint, one.hide, one.description, one.value),
                         ("t", "N", "duration", "H", "D", 1.5))
        self.assertEqual(one.data, {"value": 1.5, "x": 2, "y": "z"})
        self.assertEqual((one["x"], one.get("y"), one.get("w"), one.get("w", 3)), (2, "z", None, 3))
        with self.assertRaises(KeyError):
            one["w"]
        with self.assertRaises(AttributeError):
            one.value = 3
        with self.assertRaises(AttributeError):
            one.tag = "u"

    def test_missing_texts_are_none(self):
        one = self.load_state(summary("t")).summaries["t"]
        self.assertEqual((one.name, one.hint, one.hide, one.description, one.value, one.data),
                         (None, None, None, None, None, {}))

    def test_texts_of_any_kind(self):
        one = self.load_state(summary("t", name=5, hint=["h"], hide=False,
                                      description={"a": None})).summaries["t"]
        self.assertEqual((one.name, one.hint, one.hide, one.description),
                         (5, ["h"], False, {"a": None}))
        self.assertIs(one.hide, False)

    def test_summaries_of_one_tag_may_differ(self):
        result = self.load(document(bench("b", state("s", summary("t", hide="H")),
                                          state("r", summary("t")))))
        self.assertEqual([one.summaries["t"].hide for one in result["b"]], ["H", None])

    def test_values(self):
        for type, given, expected in (
                ("int64", "12", 12), ("int64", " +1_0 ", 10), ("int64", -7, -7),
                ("int64", 1.9, 1), ("int64", -1.9, -1), ("int64", True, 1), ("int64", None, None),
                ("int64", str(2 ** 63 - 1), 2 ** 63 - 1), ("int64", str(-2 ** 63), -2 ** 63),
                ("float64", "0.25", 0.25), ("float64", " 1E3 ", 1000.0), ("float64", "-INF",
                                                                          -float("inf")),
                ("float64", "infinity", float("inf")), ("float64", 3, 3.0), ("float64", False, 0.0),
                ("float64", None, None), ("string", "", ""), ("string", "x y", "x y"),
                ("string", None, None), ("unknown", None, None), (None, None, None)):
            with self.subTest(type=type, given=given):
                for entries in ([("value", type, given)],
                                [("value", type, given), ("more", "string", "")]):
                    found = self.load_state(summary("t", *entries)).summaries["t"]
                    self.assertEqual((found.value, type and found["value"]),
                                     (expected, type and expected))
                    self.assertIs(found.value.__class__, expected.__class__)

    def test_nan(self):
        for given in ("nan", "-NaN", float("nan")):
            found = self.load_state(summary("t", ("value", "float64", given))).summaries["t"].value
            self.assertNotEqual(found, found)

    def test_of_repeated_entries_the_last_counts(self):
        one = self.load_state(summary("t", ("value", "int64", "1"), ("a", "int64", "5"),
                                      ("value", "int64", "2"))).summaries["t"]
        self.assertEqual(list(one.data.items()), [("value", 2), ("a", 5)])
        self.assertEqual(one.value, 2)

    def test_a_lone_entry_of_another_name(self):
        one = self.load_state(summary("t", ("x", "int64", "1"))).summaries["t"]
        self.assertEqual((one.value, one.data), (None, {"x": 1}))

    def test_a_sidecars_size_is_a_number(self):
        one = self.load_state(sidecar(TIMES, "nowhere.bin", 3)).summaries[TIMES]
        self.assertEqual(one.data, {"filename": "nowhere.bin", "size": 3})

    def test_equality_and_pickling(self):
        import copy
        import pickle

        one = results.BenchmarkResultSummary("t", name="N", data={"value": 1})
        for again in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one)):
            self.assertEqual(again, one)
        self.assertNotEqual(one, results.BenchmarkResultSummary("t", name="N", data={"value": 2}))
        with self.assertRaises(TypeError):
            hash(one)
        device = results.BenchmarkResultDevice(0, "GPU", {"id": 0})
        self.assertEqual(pickle.loads(pickle.dumps(device)), device)


class SampleFileTest(unittest.TestCase):
    def test_the_sample_data(self):
        result = results.BenchmarkResult.from_json(os.path.join(DATA, "main.json"))
        for sub in result.values():
            for one in sub:
                self.assertTrue(one.is_skipped or len(one.samples) > 0)


if __name__ == "__main__":
    unittest.main()
