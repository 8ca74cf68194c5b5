#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""benchresult replay: criteria, their parameters, inputs, formats."""
import json
import os
import struct
import unittest

import tool
from tool import document, state

TABLE = """\
# Replay

- sample-count: target-samples=6
- stdrel: max-noise=0.005, min-time=0.5

The criteria are asked after each sample, from sample 1 on.

## copy

### N=a

|         |   Measured |   sample-count |   stdrel |
|:--------|-----------:|---------------:|---------:|
| Samples |          8 |              6 |        5 |
| Median  |    1.000 s |        1.000 s |  1.000 s |
| Noise   |    199.04% |          0.00% |    0.00% |
| Time    |   27.000 s |        6.000 s |  5.000 s |
| Saved   |            |         77.78% |   81.48% |

### N=b

|         |   Measured |   sample-count |   stdrel |
|:--------|-----------:|---------------:|---------:|
| Samples |          2 |            > 2 |      > 2 |
| Median  |   2.000 ms |              - |        - |
| Noise   |          - |              - |        - |
| Time    |   3.000 ms |              - |        - |
| Saved   |            |              - |        - |
"""


def sampled(name, value, count):
    """A state with a sidecar of its own."""
    return state(name, [("N", value)], [{
        "tag": "nv/json/bin:nv/cold/sample_times", "hint": "file/sample_times", "data": [
            {"name": "filename", "type": "string", "value": f"{value}.bin"},
            {"name": "size", "type": "int64", "value": str(count)}]}])


class ReplayTest(tool.ToolTest):
    def raw(self, name, times, code="d"):
        with open(self.path(name), "wb") as file:
            file.write(struct.pack(f"<{len(times)}{code}", *times))
        return self.path(name)

    def result(self):
        """A result with a state of 8 samples, one of 2, and one without."""
        self.raw("a.bin", [1] * 6 + [1, 20], "f")
        self.raw("b.bin", [0.001, 0.002], "f")
        return self.write("r.json", document([
            sampled("N=a", "a", 8), sampled("N=b", "b", 2), state("N=c", [("N", "c")])]))

    def stops(self, *arguments, **keys):
        """(name, criterion, stopping sample) of each stream and criterion."""
        streams = json.loads(self.done("replay", "--format", "json", *arguments, **keys))["streams"]
        return [(one["name"], one["criterion"], one["stopped_at"]) for one in streams]

    def test_markdown(self):
        process = self.run_tool("replay", self.result(), "-c", "sample-count", "-p",
                                "target-samples=6", "-c", "stdrel", "--min-samples", "0")
        self.assertEqual((process.returncode, process.stdout), (0, TABLE))
        self.assertEqual(process.stderr, "benchresult: note: 1 of 3 states have no samples\n")

    def test_json(self):
        file = self.raw("x", [2, 1, 1, 1, 1, 4, 4, 4])
        result = json.loads(self.done("replay", "--raw=f64", file, "--criterion=sample-count",
                                      "--param", "target-samples=5", "--format=json"))
        self.assertEqual(result, {"version": 1, "min_samples": 10, "streams": [{
            "benchmark": None, "name": file, "criterion": "sample-count",
            "parameters": {"target-samples": 5}, "samples": 8, "refused": 0, "stopped_at": None,
            "median": 2, "median_at_stop": None, "noise": result["streams"][0]["noise"],
            "noise_at_stop": None, "time": 18, "time_at_stop": None, "time_saved": None}]})
        [stream] = json.loads(self.done(
            "replay", "--raw=f64", file, "-csample-count", "-ptarget-samples=5", "--format=json",
            "--min-samples=1"))["streams"]
        self.assertEqual((stream["stopped_at"], stream["median_at_stop"]), (5, 1))
        self.assertAlmostEqual(stream["noise_at_stop"], 0.2 ** 0.5 / 1.2, places=15)
        self.assertAlmostEqual(stream["noise"], (15.5 / 7) ** 0.5 / 2.25, places=15)
        self.assertEqual((stream["time_at_stop"], stream["time_saved"]), (6, 12))

    def test_a_parameter_belongs_to_the_criterion_before_it(self):
        file = self.raw("x", [1] * 200)
        self.assertEqual(
            self.stops("--raw", "f64", file, "-c", "sample-count", "-c", "sample-count", "-p",
                       "target-samples=50", "-c", "sample-count", "-p", "target-samples=20", "-p",
                       "target-samples=30"),
            [(file, "sample-count", 100), (file, "sample-count", 50), (file, "sample-count", 30)])
        self.assertIn("|   sample-count |   sample-count #2 |", self.done(
            "replay", "--raw", "f64", file, "-c", "sample-count", "-c", "sample-count"))

    def test_combinations(self):
        file = self.raw("x", [0.1] * 200)
        self.assertEqual(
            self.stops("--raw", "f64", file, "-c", "entropy", "-c", "at-least-time( entropy )",
                       "-p", "at-least-time=2", "-c", "any-of(stdrel,all-of(iqr,entropy))",
                       "--min-samples", "2"),
            [(file, "entropy", 2), (file, "at-least-time(entropy)", 20),
             (file, "any-of(stdrel,all-of(iqr,entropy))", 4)])

    # Edge cases 50 to 54 are about the command line of NVBench's benchmark programs. Their rules
    # for the criterion of a parameter apply here, too: the message lists the parameters of the
    # criterion (50), a parameter cannot come first (51), an unknown criterion is refused at once
    # (54). A second criterion is another column instead of an error (52, 53).
    def test_criteria_and_parameters_that_are_refused(self):
        file = self.raw("x", [1] * 20)
        for arguments, message in (
                (("-c", "entropy", "-p", "min-time=0.1"),
                 "option '-p': 'min-time=0.1': criterion 'entropy' has no parameter 'min-time'; it has "
                 "max-angle, min-r2"),
                (("-p", "min-time=0.1", "-c", "entropy"), "needs a --criterion before it"),
                (("-c", "nope"), "unknown criterion 'nope' (expected stdrel, entropy,"),
                (("-c", "any-of(stdrel"), "expected ',' or ')' at the end"),
                (("-c", "stdrel", "-p", "max-noise"), "expected NAME=VALUE"),
                (("-c", "stdrel", "-p", "max-noise="), "'' is not a valid float64"),
                (("-c", "stdrel", "-p", "max-noise=nan"), "must be finite and not negative"),
                (("-c", "stdrel", "-p", "min-time=-1"), "not negative, not -1"),
                (("-c", "sample-count", "-p", "target-samples=1e3"), "'1e3' is not a valid int64"),
                (("-c", "sample-count", "-p", "target-samples=0"), "target-samples is 0"),
                (("-c", "stdrel", "--min-samples", "-1"), "'-1' is not a whole number"),
                (("-c", "stdrel", "--min-samples", "12abc"), "'12abc' is not a whole number"),
                (("-c", "stdrel", "--min-samples", ""), "'' is not a whole number"),
                (("-c", "stdrel", "--format", "odd"), "unknown format 'odd'"),
                (("-c", "stdrel", "--raw", "f16"), "unknown type 'f16'"),
                (("-c", "stdrel", "-a", "N=a"), "raw file"),
                ((), "no criterion given"),
                (("-c", "stdrel", "other"), "more than one FILE"),
                (("-c", "stdrel", "--crit", "x"), "unknown option '--crit'"),
                (("-c",), "needs a value")):
            with self.subTest(arguments):
                self.assertIn(message, self.refused("replay", "--raw", "f64", file, *arguments))
        self.assertIn("no FILE given", self.refused("replay", "-c", "stdrel"))

    def test_raw_files(self):
        doubles = self.raw("d", [0.1] * 8)
        floats = self.raw("f", [0.1] * 8, "f")
        arguments = ("-c", "stdrel", "--min-samples", "1")
        # The float32 nearest to 0.1 is slightly larger, so that five samples exceed half a second.
        self.assertEqual(self.stops("--raw", "f64", doubles, *arguments), [(doubles, "stdrel", 6)])
        self.assertEqual(self.stops("--raw", "f32", floats, *arguments), [(floats, "stdrel", 5)])
        with open(doubles, "rb") as file:
            process = self.run_tool("replay", "--raw", "f64", "-", "--format", "json", *arguments,
                                    stdin=file)
        self.assertEqual(json.loads(process.stdout)["streams"][0]["name"], "<stdin>")

    def test_raw_files_that_are_refused(self):
        self.raw("empty", [])
        self.write("odd", "123456789")
        for arguments, message in (
                (("f64", self.path("empty")), "has no samples"),
                (("f64", self.path("odd")), "9 bytes"),
                (("f32", self.path("odd")), "9 bytes"),
                (("f64", self.path("missing")), "No such file"),
                (("f64", self.directory), "directory")):
            with self.subTest(arguments):
                self.assertIn(message, self.refused("replay", "-c", "stdrel", "--raw", *arguments))

    def test_samples_that_are_refused(self):
        nan, inf = float("nan"), float("inf")
        file = self.raw("x", [nan, 1, -1, 1, inf, 1, 0, 1])
        arguments = ("replay", "--raw", "f64", file, "-c", "sample-count", "-p",
                     "target-samples=3", "--min-samples", "0")
        [stream] = json.loads(self.done(*arguments, "--format", "json"))["streams"]
        self.assertEqual(
            {key: stream[key] for key in ("samples", "refused", "stopped_at", "median", "time",
                                          "time_saved")},
            {"samples": 5, "refused": 3, "stopped_at": 3, "median": 1, "time": 4,
             "time_saved": 1})
        self.assertTrue(self.done(*arguments).endswith(
            "\n\n3 samples were refused: negative, or not finite.\n"))
        [stream] = json.loads(self.done(
            "replay", "--raw", "f64", self.raw("y", [nan]), "-c", "stdrel", "--format",
            "json"))["streams"]
        self.assertEqual((stream["samples"], stream["refused"], stream["median"]), (0, 1, None))

    def test_filters(self):
        file = self.result()
        self.assertEqual(self.stops(file, "-c", "sample-count", "-b", "copy", "-a", "N=a"),
                         [("N=a", "sample-count", None)])
        self.assertEqual(self.stops(file, "-c", "sample-count", "--filter", "^copy/N=a$"),
                         [("N=a", "sample-count", None)])
        self.assertIn("select no state",
                      self.refused("replay", file, "-c", "stdrel", "--filter", "sort"))
        self.assertIn("select no state", self.refused("replay", file, "-c", "stdrel", "-a", "N=z"))
        self.assertIn("'no'", self.refused("replay", file, "-c", "stdrel", "-a", "no"))

    def test_results_without_samples(self):
        file = self.write("r.json", document([state("N=a", [("N", "a")])]))
        self.assertIn(f"no state of {file} has samples", self.refused("replay", file, "-c", "cv"))
        file = self.write("e.json", document([]))
        self.assertIn(f"{file} has no state", self.refused("replay", file, "-c", "cv"))
        self.assertIn("missing.json", self.refused("replay", self.path("missing.json"), "-c",
                                                   "cv"))

    def test_a_sidecar_that_is_missing(self):
        file = self.result()
        os.remove(self.path("b.bin"))
        process = self.run_tool("replay", file, "-c", "stdrel")
        self.assertEqual(process.returncode, 0)
        self.assertIn("b.bin", process.stderr)
        self.assertIn("note: 2 of 3 states have no samples", process.stderr)

    def test_output(self):
        file = self.raw("x", [1] * 20)
        arguments = ("replay", "--raw", "f64", file, "-c", "stdrel")
        printed = self.done(*arguments)
        self.assertEqual(self.done(*arguments, "-o", self.path("out")), "")
        self.assertEqual(self.read("out"), printed)
        self.assertIn("cannot write", self.refused(*arguments, "-o", self.path("no/where")))

    def test_help_lists_the_criteria(self):
        printed = self.done("replay", "--help")
        for name in ("stdrel", "entropy", "sample-count", "cv", "iqr", "any-of", "all-of",
                     "at-least-time", "max-noise=0.005", "target-samples=100"):
            self.assertIn(f" {name} ", printed)
        self.assertLessEqual(max(map(len, printed.splitlines())), 80)


if __name__ == "__main__":
    unittest.main()
