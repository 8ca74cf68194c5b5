# SPDX-License-Identifier: MIT
"""What a strict load refuses, and with which exception; what it takes although NVBench's own reader
does not."""
import errno
import os
import pickle
import unittest

from support import (RATES, TIMES, UTILIZATION, ResultTest, axis, bench, document, results, sidecar,
                     state, summary, value)

import benchresult.errors


class LoadErrorTest(ResultTest):
    def refuses(self, content, kind, *parts):
        """A load of it ends with this exception, whose text has all parts."""
        with self.assertRaises(kind) as caught:
            self.load(content)
        self.assertIsInstance(caught.exception, benchresult.errors.Error)
        for part in parts:
            self.assertIn(part, str(caught.exception))
        return caught.exception

    def refuses_state(self, members, kind, *parts, **others):
        return self.refuses(document(bench("b", members, **others)), kind, *parts)

    def refuses_summary(self, one, kind, *parts):
        """In a skipped state, too."""
        self.refuses_state(state("s", one, is_skipped=True), kind, *parts)
        return self.refuses_state(state("s", one), kind, *parts)

    # --- Files ---

    def test_a_missing_file(self):
        path = self.path("nothing.json")
        with self.assertRaises(FileNotFoundError) as caught:
            results.BenchmarkResult.from_json(path)
        self.assertEqual((caught.exception.errno, caught.exception.filename),
                         (errno.ENOENT, path))
        self.assertIn(path, str(caught.exception))

    def test_an_unreadable_file(self):
        with self.assertRaises(OSError):
            results.BenchmarkResult.from_json(self.directory)

    def test_a_path_with_nul(self):
        with self.assertRaises(ValueError):
            results.BenchmarkResult.from_json("a\0b")

    # --- Text ---

    def test_what_is_not_json(self):
        for text in ("", "  ", "{", "{}x", "nil", "{'benchmarks': []}", '{"benchmarks": [],}',
                     b"\xef\xbb\xbf{\"benchmarks\": []}", b'{"benchmarks": [], "x": "\xff"}'):
            self.refuses(text, ValueError)

    def test_literals_and_repeated_keys(self):
        text = '{"benchmarks": [{"name": "a", "states": []}], "x": [NaN, Infinity, -Infinity], ' \
               '"benchmarks": [{"name": "b", "states": []}]}'
        self.assertEqual(list(self.load(text)), ["b"])

    # --- Root and devices ---

    def test_the_root(self):
        for text in ("[]", "3", "null", '"x"'):
            self.refuses(text, TypeError)
        self.refuses("{}", KeyError, "benchmarks")
        self.refuses('{"devices": []}', KeyError, "benchmarks")

    def test_null_is_an_empty_list(self):
        self.assertEqual(len(self.load('{"benchmarks": null}')), 0)
        nothing = self.load(document(bench("b", states=None, axes=None, devices=None),
                                     devices=None))
        self.assertEqual((list(nothing["b"]), nothing.devices), ([], {}))
        empty_axis = {**axis("N"), "values": None}
        self.assertEqual(self.load(document(bench("b", axes=[empty_axis])))["b"].axes,
                         [{**empty_axis, "values": []}])

    def test_devices(self):
        for device, kind in (({"name": "x"}, KeyError), ({"id": 0}, KeyError),
                             ({"id": "x", "name": "x"}, ValueError),
                             ({"id": None, "name": "x"}, TypeError)):
            self.refuses(document(devices=[device]), (kind, TypeError, ValueError)
                         if "id" in device and kind is not KeyError else kind)

    # --- Benchmarks, axes, states ---

    def test_missing_keys(self):
        for one in ({"states": []}, {"name": "b"}):
            self.refuses(document(one), KeyError)
        for one in ({"values": []}, {"name": "N"}, {"name": "N", "values": [{"value": 1}]}):
            self.refuses(document(bench("b", axes=[one])), KeyError)
        self.refuses_state({"summaries": []}, KeyError, "name")
        self.refuses_state(state("s", {"name": "no tag"}), KeyError, "tag")

    def test_axes_are_read_even_without_states(self):
        self.refuses(document({"name": "b", "states": [], "axes": [{"name": "N"}]}), KeyError)

    def test_axis_values(self):
        self.refuses_state(state(axis_values=[{"value": "1"}]), KeyError, "name")
        self.refuses_state(state(axis_values=[value("M", "1")]), KeyError, "M", axes=[axis("N")])

    # --- Summaries ---

    def test_data(self):
        self.refuses_summary({"tag": "t", "data": None}, TypeError)
        self.load(document(bench("b", state("s", {"tag": "t"}))))
        for entry in ({"type": "int64", "value": "1"}, {"name": None, "value": "1"},
                      {"name": 3, "type": "int64", "value": "1"}):
            self.refuses_summary({"tag": "some/tag", "data": [entry]}, ValueError, "some/tag",
                                 "name")
        self.refuses_summary({"tag": "some/tag", "data": [{"name": "f", "type": "int64"}]},
                             ValueError, "some/tag", "'f'", "value")

    def test_values_that_do_not_parse(self):
        for type, given, shown, expected in (
                ("int64", "1.5", "1.5", "an int64"), ("int64", "1e3", "1e3", "an int64"),
                ("int64", "", "''", "an int64"), ("int64", "1__0", "1__0", "an int64"),
                ("int64", [], "[]", "an int64"), ("int64", float("inf"), "Infinity", "an int64"),
                ("float64", "fast", "fast", "a float64"), ("float64", "0x10", "0x10", "a float64"),
                ("float64", {}, "{}", "a float64"), ("string", 3, "3", "a string"),
                ("string", True, "true", "a string")):
            with self.subTest(type=type, given=given):
                error = self.refuses_summary(summary("some/tag", ("f", type, given)), ValueError,
                                             "some/tag", "'f'", shown, expected)
                self.assertEqual(error.expected, expected)
                self.assertRegex(error.path, r"benchmarks\[0\]\.states\[0\]\.summaries\[0\]")
                self.assertGreater(error.offset, 0)

    def test_unsupported_types(self):
        for type in ("int32", "", None, 5):
            self.refuses_summary(summary("some/tag", ("f", type, "1")), ValueError, "some/tag",
                                 "'f'", "type")

    def test_bw(self):
        self.refuses_summary(summary(UTILIZATION, ("value", "string", "much")), ValueError, "much")
        one = self.load_state(summary(UTILIZATION, ("value", "string", "0.5")))
        self.assertEqual(one.bw, 0.5)

    # --- Sidecars ---

    def test_sidecar_fields(self):
        name, size = ("filename", "string", "0.bin"), ("size", "int64", "1")
        for tag in (TIMES, RATES):
            for entries, parts in (
                    ([name], ("size",)), ([size], ("filename",)),
                    ([("filename", "int64", "1"), size], ("filename", "int64", "string")),
                    ([name, ("size", "string", "1")], ("size", "string", "int64")),
                    ([name, ("size", "float64", "1")], ("size", "float64", "int64")),
                    ([("filename", "string", None), size], ("filename", "string")),
                    ([name, ("size", "int64", None)], ("size", "int64"))):
                with self.subTest(tag=tag, entries=entries):
                    self.refuses_summary(summary(tag, *entries), ValueError, tag, *parts)

    def test_a_sidecar_that_was_not_written_is_absent(self):
        one = self.load_state(summary(TIMES, name="Sample Times File"))
        self.assertIsNone(one.samples)

    def test_sizes_of_sidecars(self):
        self.write([1, 2, 3], "0.bin")
        self.write(b"12345", "1.bin")
        for name, size, part in (("0.bin", 4, "0.bin"), ("0.bin", 2, "0.bin"),
                                 ("0.bin", -1, "negative"), ("1.bin", 1, "1.bin")):
            for tag in (TIMES, RATES):
                self.refuses_summary(sidecar(tag, name, size), ValueError, part)

    def test_something_else_than_a_file(self):
        os.mkdir(self.path("0.bin"))
        with self.assertRaises((OSError, ValueError)):
            self.load_state(sidecar(TIMES, "0.bin", 0))

    def test_counts_that_differ(self):
        self.write([1, 2, 3], "0.bin")
        self.write([4, 5], "1.bin")
        self.refuses_state(state("s", sidecar(TIMES, "0.bin", 3), sidecar(RATES, "1.bin", 2)),
                           ValueError, "3", "2")

    def test_an_empty_frequency_sidecar_is_none(self):
        self.write([1, 2, 3], "0.bin")
        self.write([], "1.bin")
        one = self.load_state(sidecar(TIMES, "0.bin", 3), sidecar(RATES, "1.bin", 0))
        self.assertEqual((len(one.samples), one.frequencies), (3, None))

    def test_a_file_that_changes_after_the_load(self):
        self.write([1, 2, 3], "0.bin")
        one = self.load_state(sidecar(TIMES, "0.bin", 3))
        self.write([1], "0.bin")
        with self.assertRaises(ValueError):
            one.samples
        self.write([1, 2, 3], "0.bin")

    # --- Old files ---

    def test_old_layouts(self):
        error = self.refuses(document(bench("b", states={"s": {}})), ValueError)
        self.assertIsInstance(error, benchresult.errors.VersionError)
        one = self.load_state(summary("nv/cold/time/gpu/mean", ("value", "float64", 1e-5)))
        self.assertEqual(one.summaries["nv/cold/time/gpu/mean"].value, 1e-5)


class ExceptionTest(unittest.TestCase):
    def test_every_status_has_one(self):
        from benchresult import _abi

        numbers = {number for name, number in vars(_abi).items() if name.startswith("BRES_ERROR_")}
        self.assertEqual(set(benchresult.errors.CLASSES), numbers)

    def test_texts_are_the_librarys(self):
        for kind in benchresult.errors.CLASSES.values():
            self.assertEqual(str(kind("it's so")), "it's so")
            self.assertTrue(issubclass(kind, benchresult.Error))
        self.assertEqual(str(benchresult.errors.Error()), "")

    def test_they_can_be_pickled(self):
        for status in benchresult.errors.CLASSES:
            error = benchresult.errors.make(status, "so", errno.EACCES, "f")
            again = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(again), str(again), again.status, again.file),
                             (type(error), "so", status, "f"))


if __name__ == "__main__":
    unittest.main()
