# SPDX-License-Identifier: MIT
"""Measurements and tables of them: the same numbers and texts as torch.utils.benchmark. Numbers in
comments are the numbers of cases in its specification."""
import array
import json
import math
import os
import pickle
import re
import tempfile
import unittest

from support import ROOT

import benchresult
from benchresult import Compare, Measurement, TaskSpec

GOLDEN = os.path.join(ROOT, "tests", "golden", "torch.jsonl")


def make(times, number=1, **spec):
    return Measurement(number, times, TaskSpec(**{"stmt": "x", "setup": "pass", **spec}))


def canonical(text, severe=None):
    """A text, with the short form of the answers for sentences that torch words differently."""
    lines = []
    for line in text.split("\n"):
        line = line.rstrip()
        unit = re.fullmatch(r"Times are in .*(\(.*\))\.", line)
        if line.startswith("  WARNING: "):
            line = "  WARNING " + re.search(r"[0-9.]+%", line).group(0)
        elif severe is not None and re.match(r" {11}\S", line):
            line = " " * 11 + ("severe" if severe else "mild")
        elif unit:
            line = "Unit " + unit.group(1)
        elif line.startswith("(! XX%) "):
            line = "(! legend)"
        lines.append(line)
    return "\n".join(lines)


def trimmed(text):
    return "\n".join(line.rstrip() for line in text.split("\n"))


class Golden(unittest.TestCase):
    """The answers of torch.utils.benchmark 1.13."""

    @classmethod
    def setUpClass(cls):
        with open(GOLDEN, encoding="utf-8") as file:
            cls.answers = [json.loads(line) for line in file]

    def of_kind(self, kind, count):
        answers = [answer for answer in self.answers if answer["kind"] == kind]
        self.assertEqual(len(answers), count)
        return answers

    def test_measurements(self):
        for answer in self.of_kind("measurement", 60):
            with self.subTest(answer["id"]):
                found = Measurement(answer["number_per_run"], answer["raw_times"],
                                    TaskSpec(**answer["spec"]))
                for name in ("median", "mean", "iqr"):
                    self.assertTrue(math.isclose(getattr(found, name), answer[name],
                                                 rel_tol=1e-12), name)
                self.assertEqual(found.significant_figures, answer["sig"])
                self.assertIs(found.has_warnings, answer["warn"])
                self.assertEqual(found.title, answer["title"])
                self.assertEqual(found.as_row_name, answer["row"])
                tag, text = repr(found).split("\n", 1)
                self.assertEqual(tag, "<benchresult.Measurement object>")
                severe = found.median > 0 and found.iqr / found.median >= 0.25
                self.assertEqual(canonical(text, severe), trimmed(answer["repr"]))

    def test_tables(self):
        for answer in self.of_kind("compare", 30):
            with self.subTest(answer["id"]):
                table = Compare([Measurement(number, times, TaskSpec(**spec))
                                 for number, times, spec in answer["measurements"]])
                options = answer["options"]
                if options["trim"]:
                    table.trim_significant_figures()
                if options["highlight"]:
                    table.highlight_warnings()
                if options["color"] != "none":
                    table.colorize(rowwise=options["color"] == "row")
                self.assertEqual(canonical(str(table)), trimmed(answer["text"]))


class Statistics(unittest.TestCase):
    def test_vectors(self):
        for raw, number, median, mean, p25, p75, digits in (
                ([8], 4, 2, 2, 2, 2, 4),
                ([3, 1], 1, 2, 2, 1.5, 2.5, 1),
                ([4, 1, 3, 2], 1, 2.5, 2.5, 1.75, 3.25, 1),
                ([10, 20, 30, 40, 50], 10, 3, 3, 2, 4, 1),
                ([1, 2, 3, 4, 5, 6, 7], 1, 4, 4, 2.5, 5.5, 1)):
            with self.subTest(raw):
                found = make(raw, number)
                self.assertEqual((found.median, found.mean, found.iqr),
                                 (median, mean, p75 - p25))
                self.assertEqual((found.quantile(0.25), found.quantile(0.75)), (p25, p75))
                self.assertEqual(found.significant_figures, digits)
                self.assertEqual(found.raw_times, raw)
                self.assertEqual(found.times, [time / number for time in raw])

    def test_confidence(self):
        for times, threshold, expected in (([1.0] * 4, 0.1, True), ([1.0] * 4, 0, False),
                                           ([0.9, 0.95, 1, 1.05, 1.1], 0.1, False),
                                           ([0, 0, 0, 0], 0.1, False)):
            with self.subTest(times):
                self.assertIs(make(times).meets_confidence(threshold), expected)
        self.assertTrue(make([0.9, 0.95, 1, 1.05, 1.1]).has_warnings)
        self.assertFalse(make([0, 0, 0, 0]).has_warnings)

    def test_without_blocks(self):  # 1
        empty = make([])
        for name in ("mean", "median", "iqr", "significant_figures"):
            with self.subTest(name), self.assertRaisesRegex(ValueError, "without blocks"):
                getattr(empty, name)
        self.assertEqual((empty.raw_times, empty.times, empty.has_warnings), ([], [], False))
        self.assertIn("Measurement", repr(empty))

    def test_refused(self):  # 5, 6
        for times in ([-1.0], [math.nan], [math.inf]):
            with self.subTest(times), self.assertRaises(ValueError):
                make(times)
        for number in (0, -1, 2**63):
            with self.subTest(number), self.assertRaises(ValueError):
                make([1.0], number)
        for call in (lambda: make([1.0], "1"), lambda: make(["1"]), lambda: make(None),
                     lambda: Measurement(1, [1.0], "x"), lambda: TaskSpec(1), TaskSpec,
                     lambda: make([1.0], label=1)):
            with self.assertRaises(TypeError):
                call()
        for call in (lambda: TaskSpec("x", num_threads=0), lambda: make([1.0], label="a\0b"),
                     lambda: make([1.0]).quantile(1.5)):
            with self.assertRaises(ValueError):
                call()

    def test_any_numbers(self):
        self.assertEqual(make(array.array("f", [1, 2])).raw_times, [1.0, 2.0])
        self.assertEqual(make(float(i) for i in range(3)).median, 1.0)


class Spec(unittest.TestCase):
    def test_is_a_value(self):
        self.assertEqual(TaskSpec("x"), TaskSpec("x", "pass", "", None, None, None, None, 1))
        self.assertEqual(len({TaskSpec("x"), TaskSpec("x"), TaskSpec("x", label="")}), 2)
        with self.assertRaises(AttributeError):
            TaskSpec("x").stmt = "y"

    def test_texts(self):
        for spec, title, setup, summary in (
                (TaskSpec("x"), "x", "", "x"),
                (TaskSpec("x", label=""), "", "", ""),
                (TaskSpec("x", label="", sub_label="s"), ": s", "", ": s"),
                (TaskSpec("x", "y = 1", description="d"), "x", "setup: y = 1",
                 "x\nd\nsetup: y = 1"),
                (TaskSpec("a\n\nb", "c\nd", sub_label="s"), "stmt: (s)\n  a\n\n  b",
                 "setup:\n  c\n  d", "stmt: (s)\n  a\n\n  b\n\nsetup:\n  c\n  d\n")):
            with self.subTest(spec):
                self.assertEqual((spec.title, spec.setup_str, spec.summarize()),
                                 (title, setup, summary))

    def test_is_asked_through_the_measurement(self):
        spec = dict(stmt="s", setup="t", global_setup="g", label="l", sub_label="m",
                    description="d", env="e", num_threads=3)
        found = make([1.0], **spec)
        for name, value in spec.items():
            self.assertEqual(getattr(found, name), value)
        self.assertIsNone(make([1.0]).env)
        self.assertEqual((found.title, found.as_row_name), ("l: m", "m"))
        self.assertEqual(make([1.0], stmt="").as_row_name, "[Unknown]")


class Kept(unittest.TestCase):
    def assert_same(self, found, expected):
        self.assertEqual(found, expected)
        self.assertEqual(repr(found), repr(expected))
        self.assertEqual(found.metadata, expected.metadata)

    def measurements(self):
        plain = make([0.1, 1 / 3, 5e-324], 7, label="", description="\u00e9", env="v1")
        plain.metadata = {"commit": "abc", "tries": [1, 2]}
        return [plain, make([2.0]), make([])]

    def test_pickles(self):
        for measurement in self.measurements():
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                self.assert_same(pickle.loads(pickle.dumps(measurement, protocol)), measurement)

    def test_any_metadata_is_pickled(self):
        found = Measurement(1, [1.0], TaskSpec("x"), {1: {2}})
        self.assertEqual(pickle.loads(pickle.dumps(found)).metadata, {1: {2}})

    def test_json(self):
        for measurement in self.measurements():
            text = measurement.to_json()
            self.assertIsInstance(json.loads(text), dict)
            self.assert_same(Measurement.from_json(text), measurement)
            self.assert_same(Measurement.from_json(text.encode()), measurement)
        for text in ("", "{", "[]", "{}"):
            with self.subTest(text), self.assertRaises((ValueError, KeyError, TypeError)):
                Measurement.from_json(text)

    def test_merge(self):
        found = Measurement.merge([make([1.0, 2.0], 10), make([3.0], label="l"),
                                   make([5.0], 100)])
        self.assertEqual([m.times for m in found], [[0.1, 0.2, 0.05], [3.0]])
        self.assertEqual([m.number_per_run for m in found], [1, 1])
        self.assertEqual([m.label for m in found], [None, "l"])
        self.assertEqual(Measurement.merge([]), [])
        with self.assertRaises(TypeError):
            Measurement.merge([1.0])

    def test_states(self):
        several = [make([1.0, 2.0], label="l", description=text, num_threads=2) for text in "ab"]
        result = Measurement.to_result(several)
        states = result["l"].states
        self.assertEqual([Measurement.from_state(state) for state in states], several)
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "result.json")
            benchresult.write(result, path)
            again = benchresult.BenchmarkResult.from_json(path)
            self.assertEqual([Measurement.from_state(state) for state in again["l"].states],
                             several)
        with self.assertRaises(TypeError):
            Measurement.from_state(result)


class Table(unittest.TestCase):
    def lines(self, *measurements, **options):
        return str(Compare(measurements, **options)).split("\n")

    def test_example(self):
        def block(label, texts, times):
            return [make([t * 1e-6 for t in times], label="saxpy", sub_label=label, **texts)]

        results = [
            *block("naive", {"description": "n=1k"}, [10.0, 10.2, 10.4, 10.6, 10.8]),
            *block("naive", {"description": "n=64k"}, [640, 642, 644, 646, 648]),
            *block("unrolled", {"description": "n=1k"}, [6.0, 6.1, 6.2, 6.3, 6.4]),
            *block("unrolled", {"description": "n=64k"}, [300, 350, 400, 450, 500]),
            *block("naive", {"description": "n=1k", "num_threads": 4}, [9.0, 9.1, 9.2, 9.3, 9.4]),
            *block("unrolled", {"description": "n=64k", "num_threads": 4},
                   [100, 101, 102, 103, 104])]
        table = Compare(results[:2])
        table.extend_results(results[2:])
        self.assertEqual(str(table).split("\n")[:8], [
            "[------------ saxpy ------------]",
            "                |  n=1k  |  n=64k",
            "1 threads: ----------------------",
            "      naive     |  10.4  |  644.0",
            "      unrolled  |   6.2  |  400.0",
            "4 threads: ----------------------",
            "      naive     |   9.2  |       ",
            "      unrolled  |        |  102.0"])
        table.trim_significant_figures()
        table.highlight_warnings()
        self.assertEqual(str(table).split("\n")[3:5], [
            "      naive     |   10   |   640       ",
            "      unrolled  |    6   |  400 (! 25%)"])
        table.colorize()
        self.assertIn("\33[92m\33[1m", str(table))

    def test_cases(self):
        self.assertEqual(str(Compare([])), "")
        self.assertRegex(self.lines(make([1.0], label=""))[0], r"^\[-+  -+\]$")  # 14
        two = str(Compare([make([1.0], label=None), make([1.0], label="")]))
        self.assertEqual(two.count("1 threads: "), 2)
        self.assertIn("1.5", self.lines(make([1.0]), make([2.0]))[3])  # 20
        spread = self.lines(make([1e-7]), make([3000.0], sub_label="long"))
        self.assertIn("3000000000000.0", "\n".join(spread))  # 24
        envs = "\n".join(self.lines(make([1.0]), make([1.0], env="a")))
        self.assertIn("(Unspecified env)", envs)  # 17
        self.assertNotIn("\n\n", "\n".join(self.lines(make([1.0], stmt="a\nb"))[:4]))  # 25

    def test_hidden_cells_are_told(self):  # 19
        heard = []
        twice = [make([1.0], sub_label="r"), make([2.0], stmt="y", sub_label="r")]
        self.assertIn("2.0", "\n".join(self.lines(*twice, log=heard.append)))
        self.assertEqual(len(heard), 1)

        def log(message):
            raise ZeroDivisionError(message)
        with self.assertRaises(ZeroDivisionError):
            str(Compare(twice, log=log))

    def test_only_measurements(self):
        table = Compare([make([1.0])])
        with self.assertRaises(TypeError):
            table.extend_results([make([1.0]), "no measurement"])
        self.assertEqual(str(table), str(Compare([make([1.0])])))

    def test_print(self):
        import contextlib
        import io

        table = Compare([make([1.0])])
        with contextlib.redirect_stdout(io.StringIO()) as out:
            table.print()
        self.assertEqual(out.getvalue(), str(table) + "\n")


if __name__ == "__main__":
    unittest.main()
