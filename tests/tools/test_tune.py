#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tuners among the examples: their answers are stable, or they report that they are not."""
import csv
import json
import os
import re
import subprocess
import unittest

import tool

EXAMPLES = os.path.join(tool.BUILD, "examples")
RUNS = 10 if os.environ.get("BRES_TEST_LONG") == "1" else 1
# The fraction by which the shortest time of another run's winner may exceed that of the winner. It
# covers the equivalence margin of the examples and the variation between runs.
MARGIN = 0.1


class Tuned:
    """The result file of a tuner."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        self.answer = content["meta"]["benchresult"]["tune"]
        self.shortest = {state["name"]: self.minimum(state)
                         for state in content["benchmarks"][0]["states"]}

    @staticmethod
    def minimum(state):
        for summary in state["summaries"]:
            if summary["tag"] == "nv/cpu_only/time/cpu/min":
                return float(summary["data"][0]["value"])
        return float("inf")

    def winner(self):
        return self.answer["best"]["name"]

    def names(self):
        return [config["name"] for config in self.answer["set"]]

    def allows(self, name):
        """Whether this run allows that a configuration is the winner."""
        return name in self.names() or self.shortest[name] <= \
            (1 + MARGIN) * self.shortest[self.winner()]


class TuneTest(tool.ToolTest):
    def tune(self, program, path):
        process = subprocess.run([os.path.join(EXAMPLES, program), path], capture_output=True,
                                 encoding="utf-8", timeout=120, check=False)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        tuned = Tuned(path)
        lines = process.stdout.splitlines()
        self.assertEqual(lines[:-1], tuned.names())
        self.assertEqual(lines[-1], tuned.answer["message"])
        self.assertEqual(lines[0], tuned.winner())
        self.assertFalse(os.path.exists(path + ".partial"))
        return tuned

    def check_stable(self, program):
        runs = [self.tune(program, self.path(f"{program}-{run}.json")) for run in range(RUNS)]
        for one in runs:
            for other in runs:
                self.assertTrue(other.allows(one.winner()),
                                f"{one.winner()} won one run; of another is said: "
                                f"{other.answer['message']}: {other.names()}")

    def test_stencil(self):
        self.check_stable("tune_stencil")

    def test_matmul(self):
        self.check_stable("tune_matmul")

    def test_matmul_is_reused(self):
        path = self.path("matmul.json")
        first = self.tune("tune_matmul", path)
        self.assertEqual(first.answer, self.tune("tune_matmul", path).answer)

    def kill_with_journal(self, path):
        """Kills a tuner that has measured something; returns the number of journalled states."""
        journal = path + ".partial"
        process = subprocess.Popen([os.path.join(EXAMPLES, "tune_stencil"), path])
        try:
            while process.poll() is None and not self.has_lines(journal):
                pass
        finally:
            process.kill()
            process.wait()
        return len(self.rows(journal)) if os.path.exists(journal) else 0

    @staticmethod
    def has_lines(journal):
        try:
            with open(journal, "rb") as file:
                return file.read().count(b"\n") > 2
        except FileNotFoundError:
            return False

    def test_stencil_is_resumed_after_it_was_killed(self):
        # On a busy machine, a tuner may be done before this process looks at its journal.
        for attempt in range(100):
            path = self.path(f"stencil-{attempt}.json")
            kept = self.kill_with_journal(path)
            if kept > 0:
                break
        self.assertGreater(kept, 0)
        answer = self.tune("tune_stencil", path).answer
        # Each state of the journal has at least one sample, and no sample is lost.
        self.assertGreaterEqual(answer["samples"], kept)
        samples = [row["Samples"] for row in self.rows(path)]
        # The configuration measured at the kill may have caused it: its samples are not shown.
        self.assertLessEqual(samples.count(""), 1)
        shown = sum(int(count) for count in samples if count)
        self.assertLessEqual(shown, answer["samples"])
        self.assertTrue(shown == answer["samples"] or "" in samples)

    def rows(self, path):
        """The states of a result; empty while the result cannot be loaded."""
        process = self.run_tool("summary", "--format", "csv", path)
        return list(csv.DictReader(process.stdout.splitlines())) if process.returncode == 0 else []

    def test_result_is_one_like_others(self):
        path = self.path("stencil.json")
        tuned = self.tune("tune_stencil", path)
        lines = self.done("summary", path).splitlines()
        self.assertLessEqual(max(map(len, lines)), 80)
        words = [line.split("|")[2].strip() for line in lines if re.match(r"\| +\d", line)]
        count = len(tuned.names())
        self.assertEqual(words[0], "best")
        self.assertLessEqual(set(words[1:count]), {"tied", "undecided"})
        self.assertLessEqual(set(words[count:]), {"eliminated"})
        self.assertEqual(" ".join(lines[-3:]).split()[-1], "samples")
        report = json.loads(self.done("compare", "--format", "json", path, path))
        self.assertEqual(report["summary"]["unknown"], 0)


if __name__ == "__main__":
    unittest.main()
