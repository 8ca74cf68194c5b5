#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The sample data, and what the examples print about it."""
import json
import os
import subprocess
import unittest

import tool

EXAMPLES = os.path.join(tool.BUILD, "examples")
DATA = os.path.join(tool.ROOT, "examples", "data")


class ExamplesTest(tool.ToolTest):
    def test_sample_data_says_that_it_is_synthetic(self):
        for name in ("main.json", "branch.json"):
            with open(os.path.join(DATA, name), encoding="utf-8") as file:
                self.assertIn("not measured", json.load(file)["meta"]["benchresult"]["synthetic"])

    def test_sample_data_loads_without_a_warning(self):
        for name in ("main.json", "branch.json"):
            self.assertIn("## sort", self.done("summary", os.path.join(DATA, name)))

    def test_measured_data(self):
        """Two runs of the benchmark program: each state has a verdict, regardless of the times."""
        paths = [os.path.join(DATA, "measured", name) for name in ("first.json", "second.json")]
        for path in paths:
            self.assertEqual(self.done("summary", path).count("|    200x |"), 7)
            with open(path, encoding="utf-8") as file:
                self.assertNotIn("host", json.load(file)["meta"]["benchresult"])
        counts = json.loads(self.done("compare", "--format", "json", *paths))["summary"]
        self.assertEqual((counts["total"], counts["unknown"]), (7, 0))
        streams = json.loads(self.done("replay", "--criterion", "iqr", "--format", "json", paths[0]))
        self.assertEqual([stream["samples"] for stream in streams["streams"]], [200] * 7)

    def test_load_and_look(self):
        process = subprocess.run([os.path.join(EXAMPLES, "load_and_look"),
                                  os.path.join(DATA, "main.json")], capture_output=True,
                                 encoding="utf-8", timeout=60, check=False)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        lines = process.stdout.splitlines()
        self.assertEqual(len(lines), 8)
        self.assertLessEqual(max(map(len, lines)), 80)
        for index, name, rest in (
                (0, "Device=0 T=I32 Elements{io}=2^20", " 40 samples     11.80 us  BWUtil  71.1 %"),
                (5, "Device=0 Operation=argmax Density=0.25", "  0 samples"),
                (7, "Elements=100000", " 40 samples   6795.55 us")):
            self.assertEqual(lines[index], f"{name:38} {rest}")

    def run_bench(self, name):
        process = subprocess.run([os.path.join(EXAMPLES, "bench"), "-q", "--jsonbin", name,
                                  "--stopping-criterion", "sample-count", "--target-samples", "40"],
                                 capture_output=True, encoding="utf-8", timeout=60, check=False)
        self.assertEqual((process.returncode, process.stdout, process.stderr), (0, "", ""))
        return name

    def test_threads(self):
        """Each number of threads has its states, regardless of the times."""
        path = self.path("threads.json")
        process = subprocess.run([os.path.join(EXAMPLES, "threads"), "-q", "--json", path,
                                  "-a", "Threads=[1,2]", "--stopping-criterion", "sample-count",
                                  "--target-samples", "10"],
                                 capture_output=True, encoding="utf-8", timeout=60, check=False)
        self.assertEqual((process.returncode, process.stdout, process.stderr), (0, "", ""))
        with open(path, encoding="utf-8") as file:
            states = json.load(file)["benchmarks"][0]["states"]
        self.assertEqual([(state["name"], state["is_skipped"]) for state in states],
                         [(f"Threads={threads} Shared={shared}", False)
                          for shared in (0, 1) for threads in (1, 2)])

    def test_bench(self):
        """Two runs of one program can be shown and compared, regardless of the times."""
        runs = [self.run_bench(self.path(name)) for name in ("one.json", "two.json")]
        self.assertEqual(len(os.listdir(runs[0] + "-bin")), 7)
        table = self.done("summary", runs[0])
        self.assertEqual((table.count("## copy"), table.count("## sort")), (1, 1))
        self.assertEqual(table.count("|     40x |"), 7)
        found = json.loads(self.done("compare", "--format", "json", *runs))
        self.assertEqual(found["summary"]["total"], 7)
        self.assertEqual(sum(found["summary"][status] for status in
                             ("same", "fast", "slow", "ambiguous")), 7)
        for row in found["rows"]:
            self.assertEqual(row["reference"]["samples"], 40)

    def test_criterion(self):
        process = subprocess.run([os.path.join(EXAMPLES, "criterion")], capture_output=True,
                                 encoding="utf-8", timeout=60, check=False)
        self.assertEqual((process.returncode, process.stderr, process.stdout),
                         (0, "", "any-of(budget,entropy): finished after 4 samples\n"))


if __name__ == "__main__":
    unittest.main()
