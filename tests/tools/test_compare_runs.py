#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""benchresult compare with replicates: inputs, options, formats."""
import csv
import io
import json
import os
import shlex
import unittest
import xml.etree.ElementTree

import pairs
import tool
from pairs import bench, document, state, times

REFERENCE = (1.0, 1.003, .998)
SLOWER = (1.03, 1.0333, 1.028)


def run(center, second=None, *, states=("N=1", "N=2"), argv=(), wobble=0.0, raced=None):
    """The document of a run; the second state is slower than `center` by the fraction `wobble`."""
    meta = dict(pairs.VERSION, argv=list(argv))
    if second is not None:
        meta["benchresult"] = {"start": f"2026-11-21T23:00:{second:09.6f}Z"}
    if raced is not None:
        meta.setdefault("benchresult", {})["race"] = {"command": raced}
    made = []
    for i, name in enumerate(states):
        at = center * (1 + i * wobble)
        made.append(state("Device=0 " + name, times(at * .99, at * .995, at, at * 1.005),
                          [("N", i + 1)]))
    return document(bench("copy", made, [("N", "")]), meta=meta)


class RunsTest(tool.ToolTest):
    def runs(self, name, centers, starts=None, **keys):
        starts = starts or [None] * len(centers)
        return [self.write(f"{name}{i}.json", run(center, start, **keys))
                for i, (center, start) in enumerate(zip(centers, starts))]

    def compare(self, *arguments, status=0):
        process = self.run_tool("compare", *arguments)
        self.assertEqual(process.returncode, status, process.stderr)
        return process.stdout

    def document(self, *arguments):
        return json.loads(self.compare("--format", "json", *arguments))

    def alternating(self, candidates=SLOWER, **keys):
        references = self.runs("a", REFERENCE, (1, 3, 5.5), **keys)
        return ["--assume-normal", "--ref", *references,
                "--cmp", *self.runs("b", candidates, (2, 4, 5.25), **keys)]

    def test_few_runs_need_an_assumption(self):
        arguments = self.alternating()[1:]
        made = self.document(*arguments)
        self.assertEqual({row["reason"] for row in made["rows"]}, {"runs_too_few"})
        self.assertIn("take at least 5 per side", made["rows"][0]["message"])
        self.assertIn("assumes normal variation",
                      self.document("--assume-normal", *arguments)["rows"][0]["message"])
        process = self.run_tool("compare", *arguments, "--fdr", "5")
        self.assertEqual(process.returncode, 2)
        self.assertIn("needs at least 5 runs per side", process.stderr)

    def test_order_and_odd_run(self):
        centers = (1.0, 1.001, 0.999, 1.0005, 0.9995, 1.0002)
        slower = [1.1 * center for center in centers]
        slower[3] *= 1.2
        arguments = ["--ref", *self.runs("a", centers, (1, 2, 3, 4, 5, 6)),
                     "--cmp", *self.runs("b", slower, (7, 8, 9, 10, 11, 12))]
        made = self.document(*arguments)
        inputs = made["inputs"]["files"][0]
        self.assertEqual((inputs["order"], inputs["odd_run"]["side"], inputs["odd_run"]["index"]),
                         ("separate", "candidate", 3))
        self.assertEqual((inputs["odd_run"]["rows"], inputs["odd_run"]["odd_rows"]), (2, 2))
        self.assertIn("p_value", inputs["drift"])
        self.assertEqual({row["verdict"] for row in made["rows"]}, {"SLOW"})
        self.assertIn("without 'b3.json'; adjusted for drift", made["rows"][0]["message"])
        text = self.compare(*arguments)
        self.assertIn("measured one after the other; verdicts allow for drift", text)
        self.assertRegex(text, r"b3\.json is 20% above the other runs of its side in 2 of 2 rows")

    def test_missing_rows_are_named(self):
        references = self.runs("a", (1.0, 1.001, 1.002))
        candidates = self.runs("b", (1.0, 1.001)) + self.runs("c", (1.002,), states=("N=1",))
        text = self.compare("--allow-missing", "--ref", *references, "--cmp", *candidates)
        self.assertIn("c0.json lacks 1 of 2 rows.", text)
        self.assertIn("start times are missing", text)
        # For a merged file, the message names the run by its number, also run 0.
        merged = self.path("merged.json")
        self.done("merge", candidates[2], *candidates[:2], "-o", merged)
        text = self.compare("--allow-missing", "--ref", *references, "--cmp", merged)
        self.assertIn(f"\nrun 0 of {merged} lacks 1 of 2 rows.", text)

    def test_pairs_decide(self):
        made = self.document(*self.alternating())
        self.assertEqual([row["verdict"] for row in made["rows"]], ["SLOW", "SLOW"])
        ratio = made["rows"][0]["ratio"]
        self.assertAlmostEqual(ratio["center"], 1.03, 3)
        self.assertLess(ratio["lower"], ratio["center"])
        self.assertLess(ratio["center"], ratio["upper"])
        self.assertEqual(ratio["confidence"], .99)
        self.assertEqual(ratio["pairs"], 3)
        self.assertIsNone(made["rows"][0]["plan"])
        inputs = made["inputs"]["files"][0]
        self.assertTrue(inputs["paired"])
        self.assertEqual([os.path.basename(each["file"]) for each in inputs["candidate_runs"]],
                         ["b0.json", "b1.json", "b2.json"])

    def test_unpaired_decides_less(self):
        made = self.document(*self.alternating((1.016, 1.0195, 1.014)), "--unpaired")
        self.assertFalse(made["inputs"]["files"][0]["paired"])
        self.assertEqual(made["rows"][0]["ratio"]["pairs"], 0)
        self.assertEqual(made["rows"][0]["verdict"], "AMBG")
        plan = made["rows"][0]["plan"]
        self.assertEqual(plan["limited_by"], "runs")
        self.assertGreater(plan["runs"], 0)
        self.assertIn("$REF -b copy -a N=1 --jsonbin more1-$i-ref.json", plan["command"])
        self.assertEqual(shlex.split(plan["command"].split("done; ")[1]),
                         ["benchresult", "compare", "--allow-missing", "--ref",
                          *(self.path(f"a{i}.json") for i in range(3)), "more1-*-ref.json", "--cmp",
                          *(self.path(f"b{i}.json") for i in range(3)), "more1-*-cmp.json"])
        self.assertIn(" -b copy -a N=2 --jsonbin more2-$i-cmp.json", made["rows"][1]["plan"]["command"])

    def test_directories_are_sets_of_runs(self):
        for side, centers in (("old", REFERENCE), ("new", SLOWER)):
            os.mkdir(self.path(side))
            for i, center in enumerate(centers):
                self.write(f"{side}/{i}.json", run(center))
        made = self.document("--ref", self.path("old"), "--cmp", self.path("new"), "--paired")
        self.assertEqual(made["rows"][0]["ratio"]["pairs"], 3)
        # As operands, directories are pairs of files.
        made = self.document(self.path("old"), self.path("new"))
        self.assertEqual(len(made["rows"]), 6)
        self.assertNotIn("ratio", made["rows"][0])

    def test_merged_runs(self):
        arguments = self.alternating()
        for name, files in (("old", arguments[2:5]), ("new", arguments[6:])):
            self.done("merge", "-o", self.path(name + ".json"), *files)
        made = self.document(self.path("old.json"), self.path("new.json"))
        self.assertEqual([row["ratio"]["pairs"] for row in made["rows"]], [3, 3])

    def test_markdown_fits_a_terminal(self):
        text = self.compare(*self.alternating(wobble=.0))
        table = [line for line in text.splitlines() if line.startswith("|")]
        self.assertLessEqual(max(map(len, table)), 80)
        self.assertIn("%Diff [Lo, Hi]", table[0])
        self.assertRegex(table[2], r"\+3\.\d\d% \[\+\d\.\d\d, \+\d\.\d\d\]")
        self.assertIn("Runs: 3 pairs, taken in alternation.\n", text)

    def test_a_chosen_change_is_that_of_the_table(self):
        text = self.compare(*self.alternating(wobble=.0), "--columns", "change")
        self.assertRegex(text, r"\| +%Diff \[Lo, Hi\] +\|\n")
        self.assertIn(", by at least ", text.splitlines()[-1])

    def test_explain_has_the_plan(self):
        arguments = self.alternating((1.016, 1.0195, 1.014), argv=["./bench"])
        text = self.compare(*arguments, "--unpaired", "--display", "explain")
        self.assertRegex(text, r"- Device=0 N=1: smallest detectable effect [\d.]+%, limited by "
                               r"the number of runs;\n  \d+ more runs? per side would decide \+1\.\d+% with probability "
                               r"[01]\.")
        self.assertIn("`for i in $(seq 4 ", text)
        self.assertIn("Runs taken in alternation", text)

    def test_explain_fits_a_terminal(self):
        text = self.compare(*self.alternating(wobble=.3), "--display", "explain")
        tables = [line for line in text.splitlines() if line.startswith("|")]
        self.assertLessEqual(max(map(len, tables)), 80)
        self.assertEqual([len(line.split("|")) - 2 for line in tables], 4 * [5] + 4 * [5])
        self.assertRegex(tables[0], r"\| +N +\| +Ref \| +Cmp \| +%Diff \[Lo, Hi\] \| +Status +\|")
        self.assertRegex(tables[4], r"\| +N +\| +Within \| +Between \| +Spread \| Reason +\|")
        self.assertRegex(tables[7], r"\| +2 +\|( +\d\.\d\d% \|){3} runs-diff")

    def test_counts_of_runs(self):
        def counted(name, *counts):
            return [self.write(f"{name}{i}.json", pairs.one(pairs.means(f"1.{i}", ".001") + [
                        pairs.value("bres/callgrind/instructions", count)]))
                    for i, count in enumerate(counts)]

        exact = ["--ref", *counted("a", "2000", "2000"), "--cmp", *counted("b", "2100", "2100")]
        text = self.compare("--metric", "instructions", *exact)
        self.assertRegex(text, r"\| 2.000 K \| 2.100 K \| +5\.00% \| +SLOW +\|")
        varying = ["--ref", *counted("c", "2000", "2001"), "--cmp", *counted("d", "2000", "2002")]
        row = self.document("--metric", "instructions", *varying)["rows"][0]
        self.assertEqual((row["verdict"], row["reason"], row["unit"]),
                         ("AMBG", "counts_vary", "instructions"))
        self.assertAlmostEqual(row["ratio"]["center"], 1.00025, 5)

    def test_the_plan_of_a_race_is_a_race(self):
        arguments = self.alternating((1.016, 1.0195, 1.014), argv=["./bench"],
                                     raced="./bench it's {}")
        plan = self.document(*arguments, "--unpaired")["rows"][0]["plan"]
        words = shlex.split(plan["command"])
        self.assertEqual(words[:words.index("&&")],
                         ["benchresult", "race", "--ref", "./bench it's {} -b copy -a N=1", "--cmp",
                          "./bench it's {} -b copy -a N=1", "--min-pairs", str(plan["runs"]),
                          "--max-pairs", str(plan["runs"]), "--max-time", "0",
                          "--jsonbin", "more1-4.json"])
        self.assertEqual(words[words.index("&&") + 1:],
                         ["benchresult", "compare", "--allow-missing", "--ref",
                          *(self.path(f"a{i}.json") for i in range(3)), "more1-4-ref.json", "--cmp",
                          *(self.path(f"b{i}.json") for i in range(3)), "more1-4-cmp.json"])
        for raced in ("./whole", "./bench --jsonbin {} -b copy"):  # no states, or selected ones
            arguments = self.alternating((1.016, 1.0195, 1.014), argv=["./bench"], raced=raced)
            plan = self.document(*arguments, "--unpaired")["rows"][0]["plan"]
            self.assertEqual(shlex.split(plan["command"])[3], raced)

    def test_csv_and_junit(self):
        arguments = self.alternating()
        rows = list(csv.DictReader(io.StringIO(self.compare("--format", "csv", *arguments))))
        self.assertEqual(rows[0]["ratio_pairs"], "3")
        self.assertAlmostEqual(float(rows[0]["ratio_center"]), 1.03, 3)
        self.assertEqual(rows[0]["plan_runs"], "")
        suites = xml.etree.ElementTree.fromstring(self.compare("--format", "junit", *arguments))
        self.assertEqual(suites.get("failures"), "2")
        self.assertIn("the ratio is 1.0", suites.find(".//failure").get("message"))

    def test_margins_and_rate(self):
        arguments = self.alternating()
        verdict = lambda *more: self.document(*arguments, *more)["rows"][0]["verdict"]
        self.assertEqual(verdict(), "SLOW")
        self.assertEqual(verdict("--min-effect", "5"), "AMBG")
        self.assertEqual(verdict("--min-effect", "5", "--equivalence-margin", "10"), "SAME")
        self.assertEqual(verdict("--fdr", "5"), "SLOW")
        self.assertEqual(verdict("--fdr", "5", "--fdr-any"), "SLOW")
        row = self.document(*arguments, "--fdr", "0.000001")["rows"][0]
        self.assertEqual(row["reason"], "runs_no_discovery")

    def test_gate(self):
        self.compare(*self.alternating(), "--fail-on", "slow", status=1)

    def test_refused(self):
        references, candidates = self.runs("a", REFERENCE), self.runs("b", SLOWER)
        copy = self.write("copy.json", run(REFERENCE[0]))
        cases = [
            (["--ref", *references, copy, "--cmp", *candidates], "hold the same measurements"),
            (["--ref", *references, "--cmp", *candidates[:2], "--paired"], "cannot pair 3 runs of the reference with 2"),
            (["--ref", *references, "--cmp", *candidates, "--paired", "--unpaired"],
             "both paired and unpaired"),
            (["--ref", references[0], "--cmp", candidates[0], "--fdr", "5"], "needs replicates"),
            (["--ref", *references, "--cmp", *candidates, "--fdr", "100"], "below 1"),
            (["--ref", *references, "--cmp", *candidates, "--fdr", "-1"], "--fdr"),
            (["--ref", *references, "--cmp", *candidates, "--equivalence-margin", "-1"], "--equivalence-margin"),
            (["--ref", *references, "--cmp", *candidates, "--rule", "legacy"], "legacy rule"),
            (["--ref", self.directory_without_results(), "--cmp", *candidates],
             "a directory without benchmarks"),
        ]
        for arguments, message in cases:
            with self.subTest(message):
                self.assertIn(message, self.refused("compare", *arguments))

    def directory_without_results(self):
        os.makedirs(self.path("empty"), exist_ok=True)
        return self.path("empty")

    def test_states_that_differ(self):
        references = self.runs("a", REFERENCE)
        candidates = [*self.runs("b", SLOWER[:2]),
                      self.write("less.json", run(SLOWER[2], states=("N=1",)))]
        arguments = ["--ref", *references, "--cmp", *candidates]
        message = self.refused("compare", *arguments)
        self.assertIn("missing in '" + candidates[2] + "'", message)
        made = self.document(*arguments, "--allow-missing")
        self.assertEqual([row["ratio"]["candidate_runs"] for row in made["rows"]], [3, 2])


if __name__ == "__main__":
    unittest.main()
