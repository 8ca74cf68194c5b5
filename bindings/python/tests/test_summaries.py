# SPDX-License-Identifier: MIT
"""The summaries of states, and the record of each."""
import copy
import pickle
import unittest

from support import ResultTest, bench, document, results, state, summary

MEAN = summary("mean", ("value", "float64", "1.5"), name="Mean", hint="duration")
COUNT = summary("count", ("value", "int64", "7"))
TEXT = summary("text", ("value", "string", "fast"))
FILE = summary("file", ("filename", "string", "a.bin"), ("size", "int64", "9"))
EMPTY = summary("empty")

EXPECTED = {
    "mean": results.BenchmarkResultSummary("mean", "Mean", "duration", data={"value": 1.5}),
    "count": results.BenchmarkResultSummary("count", data={"value": 7}),
    "text": results.BenchmarkResultSummary("text", data={"value": "fast"}),
    "file": results.BenchmarkResultSummary("file", data={"filename": "a.bin", "size": 9}),
    "empty": results.BenchmarkResultSummary("empty"),
}


class MappingTest(ResultTest):
    def setUp(self):
        super().setUp()
        self.summaries = self.load_state(MEAN, COUNT, TEXT, FILE, EMPTY).summaries

    def test_equals_a_dict_of_records(self):
        self.assertEqual(self.summaries, EXPECTED)
        self.assertEqual(dict(self.summaries), EXPECTED)
        self.assertNotEqual(self.summaries, {**EXPECTED, "more": EXPECTED["mean"]})
        self.assertNotEqual(self.summaries, {**EXPECTED, "mean": EXPECTED["count"]})

    def test_all_views_have_the_order_of_the_file(self):
        tags, records = list(EXPECTED), list(EXPECTED.values())
        self.assertEqual(list(self.summaries), tags)
        self.assertEqual(list(self.summaries.keys()), tags)
        self.assertEqual(list(reversed(self.summaries)), tags[::-1])
        self.assertEqual(list(self.summaries.values()), records)
        self.assertEqual(list(self.summaries.items()), list(EXPECTED.items()))
        self.assertEqual([len(self.summaries), len(self.summaries.items())], [5, 5])

    def test_tags_are_found(self):
        self.assertIn("mean", self.summaries)
        self.assertNotIn("median", self.summaries)
        self.assertIsNone(self.summaries.get("median"))
        self.assertEqual(self.summaries.get("text").value, "fast")
        with self.assertRaises(KeyError):
            self.summaries["median"]
        self.assertIn(EXPECTED["file"], self.summaries.values())

    def test_a_copy_and_a_pickle_are_dicts(self):
        for made in (copy.copy(self.summaries), copy.deepcopy(self.summaries),
                     pickle.loads(pickle.dumps(self.summaries))):
            self.assertIs(type(made), dict)
            self.assertEqual(made, EXPECTED)

    def test_only_a_state_makes_it(self):
        with self.assertRaisesRegex(TypeError, r"SubBenchmarkState\.summaries"):
            type(self.summaries)()
        with self.assertRaises(TypeError):
            self.summaries["mean"] = EXPECTED["mean"]
        with self.assertRaises(TypeError):
            hash(self.summaries)

    def test_a_short_repr(self):
        self.assertEqual(repr(self.summaries), "<Summaries: 5 summaries>")


class NeighboursTest(ResultTest):
    """Neighbouring states share the common parts of their summaries, and nothing else."""

    def values(self, *states):
        loaded = self.load(document(bench("b", *states)))
        return [{tag: record.value for tag, record in one.summaries.items()}
                for one in loaded["b"]]

    def test_equal_layouts_with_other_values(self):
        self.assertEqual(self.values(*(state(
            f"s{i}", summary("a", ("value", "int64", str(i))),
            summary("b", ("value", "string", f"t{i}")))
            for i in range(3))), [{"a": i, "b": f"t{i}"} for i in range(3)])

    def test_the_kind_of_a_value_differs(self):
        self.assertEqual(self.values(
            state("s", summary("a", ("value", "int64", "1"))),
            state("s", summary("a", ("value", "float64", "2.5"))),
            state("s", summary("a", ("value", "string", "x"))),
            state("s", summary("a", ("other", "int64", "1"))),
            state("s", summary("a")), state("s"),
            state("s", summary("a", ("value", "int64", "1"), ("more", "int64", "2")))),
            [{"a": 1}, {"a": 2.5}, {"a": "x"}, {"a": None}, {"a": None}, {}, {"a": 1}])

    def test_the_order_differs(self):
        a, b = summary("a", ("value", "int64", "1")), summary("b", ("value", "int64", "2"))
        found = self.values(state("s", a, b), state("s", b, a), state("s", a))
        self.assertEqual([list(one.items()) for one in found],
                         [[("a", 1), ("b", 2)], [("b", 2), ("a", 1)], [("a", 1)]])

    def test_the_texts_differ(self):
        loaded = self.load(document(bench("b", *(
            state("s", summary("a", ("value", "int64", "1"), name=name)) for name in "xyx"))))
        self.assertEqual([one.summaries["a"].name for one in loaded["b"]], ["x", "y", "x"])

    def test_the_last_one_with_a_tag_counts(self):
        first, last = (summary("a", ("value", "int64", text), name=text) for text in "12")
        loaded = self.load_state(first, COUNT, last).summaries
        self.assertEqual([(tag, record.name, record.value) for tag, record in loaded.items()],
                         [("a", "2", 2), ("count", None, 7)])


class RecordTest(ResultTest):
    def test_data_of_a_record_is_its_own(self):
        loaded = self.load_state(MEAN, FILE).summaries
        for tag in loaded:
            loaded[tag].data["value"] = 3
            self.assertEqual(loaded[tag], EXPECTED[tag])

    def test_a_pickle_names_the_module_of_results(self):
        record = EXPECTED["mean"]
        self.assertIn(b"benchresult.results", pickle.dumps(record))
        self.assertEqual(pickle.loads(pickle.dumps(record)), record)


if __name__ == "__main__":
    unittest.main()
