# SPDX-License-Identifier: MIT
"""load(): paths, bytes and file objects, strict and lenient, and where its warnings go."""
import gzip
import io
import logging
import os
import pathlib
import unittest
import warnings

from support import DATA, TIMES, ResultTest, bench, document, results, sidecar, state, summary

import benchresult as br

MAIN = os.path.join(DATA, "main.json")
BAD = document(bench("b", state("s", summary("t", ("value", "int64", "much")))))


def samples(result):
    return [list(state.samples) for bench in result.values() for state in bench
            if state.samples is not None]


class LoadTest(ResultTest):
    def setUp(self):
        super().setUp()
        with open(MAIN, "rb") as file:
            self.data = file.read()

    def test_each_kind_of_source(self):
        expected = samples(results.BenchmarkResult.from_json(MAIN))
        self.assertTrue(expected)
        packed = self.write(gzip.compress(self.data), "main.json.gz")
        with open(MAIN, "rb") as binary, open(MAIN, encoding="utf-8") as text, \
                gzip.open(packed) as unpacked:
            for source, directory in (
                    (MAIN, None), (pathlib.Path(MAIN), None), (binary, None), (text, None),
                    (self.data, DATA), (bytearray(self.data), DATA), (memoryview(self.data), DATA),
                    (gzip.compress(self.data), pathlib.Path(DATA)), (io.BytesIO(self.data), DATA),
                    (io.StringIO(self.data.decode()), DATA), (unpacked, DATA)):
                with self.subTest(source=type(source)):
                    loaded = br.load(source, directory=directory)
                    self.assertIs(type(loaded), results.BenchmarkResult)
                    self.assertEqual(samples(loaded), expected)

    def test_without_a_directory(self):
        for source in (self.data, io.BytesIO(self.data)):
            self.assertEqual(samples(br.load(source)), [])
        with self.assertRaises(TypeError):
            br.load(MAIN, directory=DATA)

    def test_a_compressed_file_finds_its_samples(self):
        self.write([1, 2], "0.bin")
        self.write(gzip.compress(self.json(sidecar(TIMES, "0.bin", 2))), "r.json.gz")
        self.assertEqual(samples(br.load(self.path("r.json.gz"))), [[1, 2]])
        with open(self.path("r.json.gz"), "rb") as file:
            self.assertEqual(samples(br.load(file)), [[1, 2]])

    def json(self, *summaries):
        with open(self.write(document(bench("b", state("s", *summaries)))), "rb") as file:
            return file.read()

    def test_other_formats(self):
        text = "BenchmarkAdd-8 1000 2000 ns/op\n"
        for source in (text.encode(), self.write(text, "go.txt"), io.StringIO(text)):
            imported = br.load(source).meta["benchresult"]["import"]
            self.assertEqual(imported["format"], "go")
        with self.assertRaises(KeyError):
            br.load(text.encode(), format="tar")

    def test_what_is_no_source(self):
        class Wrong:
            def read(self):
                return 3

        for source in (None, 3, object(), [MAIN], Wrong()):
            with self.assertRaises(TypeError):
                br.load(source)
        with self.assertRaises(FileNotFoundError) as caught:
            br.load(self.path("nothing.json"))
        self.assertEqual(caught.exception.filename, self.path("nothing.json"))
        with self.assertRaises(ValueError) as caught:
            br.load(b"{")
        self.assertEqual(caught.exception.offset, 1)

    def test_confined(self):
        self.write([1, 2], "0.bin")
        os.mkdir(self.path("d"))
        path = self.write(self.json(sidecar(TIMES, "../0.bin", 2)), "d/r.json")
        self.assertEqual(samples(br.load(path)), [[1, 2]])
        with self.assertRaises(br.errors.SidecarError):
            br.load(path, confine=True)

    def test_meta_and_path(self):
        result = br.load(MAIN, metadata=3)
        self.assertEqual((result.path, result.metadata), (MAIN, 3))
        self.assertEqual(result.meta["version"]["json"]["string"], "1.0.0")
        self.assertIs(result.meta, result.meta)
        self.assertEqual(br.load(self.data).path, "<memory>")
        empty = results.BenchmarkResult.empty()
        self.assertEqual((empty.path, empty.meta), (None, {}))


class MethodTest(ResultTest):
    def setUp(self):
        super().setUp()
        self.result = br.load(MAIN)

    def test_select(self):
        for keywords, count in (
                ({}, 8), ({"benchmarks": "copy"}, 4), ({"benchmarks": ["copy", "sort"]}, 6),
                ({"axes": "T=I32"}, 2), ({"axes": ["T=F64", "Elements{io}[pow2]=20"]}, 1),
                ({"filter": "^sort"}, 2), ({"filter": ["sort", "=1000$"]}, 1),
                ({"benchmarks": "nothing"}, 0), ({"benchmarks": []}, 8)):
            with self.subTest(**keywords):
                states = self.result.select(**keywords)
                self.assertEqual(len(states), count)
        self.assertIs(self.result.select(benchmarks="sort")[0], self.result["sort"][0])
        for keywords, kind in (({"axes": "T"}, ValueError), ({"filter": "("}, ValueError),
                               ({"benchmarks": 3}, TypeError), ({"axes": [3]}, TypeError)):
            with self.subTest(**keywords), self.assertRaises(kind):
                self.result.select(**keywords)

    def test_summary_of_a_selection(self):
        self.assertIn("sort", br.summary(self.result))
        self.assertNotIn("sort", br.summary(self.result, benchmarks="copy"))
        for top in (-1, 2**32):
            with self.assertRaises(ValueError):
                br.summary(self.result, top=top)

    def test_write_and_export(self):
        self.result.write(self.path("again.json"))
        self.assertEqual(samples(br.load(self.path("again.json"))), samples(self.result))
        self.result.write(self.path("small.json"), sidecars=False)
        self.assertEqual(samples(br.load(self.path("small.json"))), [])
        text = self.result.export("jsonl")
        self.assertEqual(text, br.export(self.result, "jsonl"))
        self.assertIn('"copy"', text)
        for wrong, kind in (("pdf", KeyError), (None, TypeError)):
            with self.assertRaises(kind):
                self.result.export(wrong)
        with self.assertRaises(TypeError):
            br.export(MAIN, "jsonl")


class LenientTest(ResultTest):
    def test_a_malformed_value(self):
        path = self.write(BAD)
        with self.assertRaises(ValueError):
            br.load(path)
        with self.assertWarns(br.LoadWarning) as caught:
            result = br.load(path, strict=False)
        self.assertIsNone(result["b"][0].summaries["t"].value)
        self.assertIn("much", str(caught.warning))
        self.assertEqual(caught.filename, __file__)

    def test_the_log_replaces_warnings(self):
        messages = []
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            br.load(self.write(BAD), strict=False, log=messages.append)
        self.assertEqual(len(messages), 1)
        with self.assertRaises(LookupError):
            br.load(self.write(BAD), strict=False, log=lambda message: {}[message])
        with self.assertRaises(TypeError):
            br.load(self.write(BAD), log=3)

    def test_a_warning_that_is_an_error(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaises(br.LoadWarning):
                br.load(self.write(BAD), strict=False)

    def test_many_warnings(self):
        states = [state(f"s{i}", summary("t", ("value", "int64", f"much{i}"))) for i in range(40)]
        path = self.write(document(bench("b", *states)))
        with warnings.catch_warnings(record=True) as caught, \
                self.assertLogs("benchresult", logging.WARNING) as logs:
            warnings.simplefilter("always")
            br.load(path, strict=False)
        self.assertEqual((len(caught), len(logs.output)), (11, 40))
        self.assertIn("logger 'benchresult'", str(caught[-1].message))


if __name__ == "__main__":
    unittest.main()
