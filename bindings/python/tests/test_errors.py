# SPDX-License-Identifier: MIT
"""The files that a strict load refuses, with their exceptions, and the files that it accepts
although NVBench's own reader does not."""
import ast
import builtins
import errno
import os
import pickle
import unittest

from support import (RATES, TIMES, UTILIZATION, ResultTest, axis, bench, document, results, sidecar,
                     state, summary, value)

import benchresult.errors


class LoadErrorTest(ResultTest):
    def refuses(self, content, kind, *parts):
        """A load of the content must raise this exception, whose text has all parts."""
        with self.assertRaises(kind) as caught:
            self.load(content)
        self.assertIsInstance(caught.exception, benchresult.errors.Error)
        for part in parts:
            self.assertIn(part, str(caught.exception))
        return caught.exception

    def refuses_state(self, members, kind, *parts, **others):
        return self.refuses(document(bench("b", members, **others)), kind, *parts)

    def refuses_summary(self, one, kind, *parts):
        """The summary must also be refused in a skipped state."""
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


#: Exceptions other than Error that a module may raise. `bench` raises those of NVBench.
PYTHONS = {"TypeError", "KeyError", "IndexError", "AttributeError", "ImportError", "TrialError"}


def raised_names(path):
    """The names of the exceptions that a module makes and raises."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    calls = (node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise))
    return {ast.unparse(call.func if isinstance(call, ast.Call) else call) for call in calls
            if call is not None}


class RuleTest(unittest.TestCase):
    """The rule in the docstring of `benchresult.errors`."""

    def test_no_module_raises_another_exception(self):
        package = os.path.dirname(benchresult.__file__)
        for name in sorted(os.listdir(package)):
            if not name.endswith(".py"):
                continue
            for raised in raised_names(os.path.join(package, name)):
                known = getattr(benchresult.errors, raised, None) or vars(builtins).get(raised)
                if isinstance(known, type) and raised not in PYTHONS:
                    self.assertTrue(issubclass(known, benchresult.Error), f"{name}: {raised}")

    def test_values_that_are_refused(self):
        br, nan = benchresult, float("nan")
        samples = [1.0, 1.01] * 10
        bench = br.ResultBuilder().add_benchmark("b")
        loop = []
        loop.append(loop)
        none = br.Measurement(1, [], br.TaskSpec("x"))
        one = br.Measurement(1, [1.0], br.TaskSpec("x"))
        for call, error, text in (
                (lambda: br.load("\ud800"), "ArgumentError", "path contains a lone surrogate"),
                (lambda: br.load("a\0b"), "ArgumentError", "path contains a NUL character"),
                (lambda: br.TaskSpec("x", num_threads=10**5000), "ArgumentError", "16610 bits"),
                (lambda: br.compare(br.BenchmarkResult.empty(), [], metric="time"),
                 "ArgumentError", "unknown metric 'time' (expected one of auto, gpu, cpu, batch, "
                 "instructions)"),
                (lambda: br.Thresholds(rule="odd"), "ArgumentError",
                 "unknown rule 'odd' (expected one of default, nvbench, legacy, not-slower)"),
                (lambda: br.Thresholds(rule=9), "ArgumentError", "rule must be from 0 to 3, not 9"),
                (lambda: br.summary(format="odd"), "ArgumentError", "unknown format 'odd'"),
                (lambda: br.tune(int, {"N": [1]}, strategy="odd"), "ArgumentError",
                 "unknown strategy 'odd'"),
                (lambda: br.TunerCache("c").store("k", {}, stop_reason="odd"), "ArgumentError",
                 "unknown stop_reason 'odd' (expected one of running, "),
                (lambda: br.ResultBuilder().set_meta({"x": loop}), "ArgumentError",
                 "meta cannot be written as JSON"),
                (lambda: br.stop_index([1.0, 10**400]), "ArgumentError", "samples[1] is too large"),
                (lambda: br.stop_index([1.0, nan]), "ArgumentError", "samples[1] is nan"),
                (lambda: bench.add_state(samples=[1.0], frequencies=[nan]), "ArgumentError",
                 "frequencies[0] is nan"),
                (lambda: bench.add_state(samples=[1.0, nan]), "ArgumentError", "samples[1] is nan"),
                (lambda: bench.add_axis("X", [1.0, nan]), "ArgumentError", "X[1] must be finite"),
                (lambda: bench.set("timeout", nan), "ArgumentError", "timeout must be finite"),
                (lambda: br.measure(int, axes={"X": nan}), "ArgumentError", "X must be finite"),
                (lambda: br.Tuner({"X": [1.0, nan]}), "ArgumentError", "X[1] must be finite"),
                (lambda: br.gate("a", "b", max_slowdown=nan), "ArgumentError", "max_slowdown"),
                (lambda: br.compare_samples(samples, samples, reference_rates=[1.0]),
                 "ArgumentError", "reference has 20 times and 1 rate "),
                (lambda: br.compare_samples(samples, [1.0, nan]), "BadValueError",
                 "sample 1 of the candidate is nan"),
                (lambda: br.race(int, int, benches=[bench] * 3), "ArgumentError", "benches has 3 builders (expected 2)"),
                (lambda: br.race(int, int, clock=iter([0.0, nan, nan]).__next__), "ArgumentError",
                 "the clock returned nan"),
                (lambda: none.median, "BadValueError", "without blocks"),
                (lambda: one.quantile(2), "ArgumentError", "fraction must be from 0 to 1"),
                (lambda: br.Timer().repeat(), "UnsupportedError", "blocked_autorange"),
                (lambda: br.Timer(language="c++"), "UnsupportedError", "SymbolTimer"),
                (lambda: br.Timer(language="odd"), "ArgumentError", "unknown language 'odd'"),
                (lambda: br.Problem().cases("cpu", 0), "UnsupportedError",
                 "Problem does not define cases()"),
                (lambda: br.AxisInt(nan), "ArgumentError", "cannot convert float NaN")):
            with self.subTest(text), self.assertRaises(getattr(br.errors, error)) as caught:
                call()
            self.assertIn(text, str(caught.exception))
            self.assertIs(caught.exception.status, getattr(br.errors, error).status)

    def test_wrong_types(self):
        br = benchresult
        for call in (lambda: br.Thresholds(rule=None), lambda: br.summary(format=3),
                     lambda: br.FunctionCounts([3], False), lambda: br.Measurement.merge([3]),
                     lambda: br.Timer(globals=[1]), lambda: br.stop_index("12"),
                     lambda: br.BenchmarkResultSummary("t", data="ab"),
                     lambda: br.measure(int, clock_kind=[])):
            with self.assertRaises(TypeError):
                call()

    def test_words_name_the_accepted_ones(self):
        with self.assertRaises(benchresult.errors.ArgumentError) as caught:
            benchresult.gate("a", "b", undecided="x" * 1000)
        self.assertEqual(caught.exception.expected, "fail, pass")
        self.assertLess(len(str(caught.exception)), 200)


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
