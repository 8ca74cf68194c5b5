#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""benchresult gate: on commands, on files, and on a baseline."""
import json
import os
import unittest
import xml.etree.ElementTree as ElementTree

import program
import tool

# Relative noise of about 0.3 %, different in each run of a side.
NOISE = (0.0012, -0.0031, 0.0004, 0.0027, -0.0018, -0.0007, 0.0035)


def result(factor, name="b", states=("N=1", "N=2"), noise=0):
    """A CPU-only result; `factor` scales the time of the first state, `noise` the times of all."""
    return tool.document([
        tool.state(state, [("N", state[2:])], [tool.summary(
            "nv/cpu_only/time/cpu/median",
            str((factor if i == 0 else 1) * (1 + noise) * 1e-3 * (i + 1)))])
        for i, state in enumerate(states)], name, meta={"version": {"json": {
            "major": 1, "minor": 0, "patch": 0, "string": "1.0.0"}}})


class GateTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        for name, factor in (("same", 1), ("fast", 0.5), ("slow", 1.06), ("edge", 1.03)):
            self.write(name + ".json", result(factor))
            os.mkdir(self.path(name))
            for i, noise in enumerate(NOISE):
                # The reference and the candidate must not have equal measurements.
                noise = noise if name == "same" else -noise * 1.01
                self.write(f"{name}/{i}.json", result(factor, noise=noise))

    def gate(self, *arguments, status=0, message=""):
        process = self.run_tool("gate", *arguments, cwd=self.directory)
        self.assertEqual(process.returncode, status, process.stdout + process.stderr)
        self.assertIn(message, process.stderr)
        return process.stdout

    def race(self, candidate, *arguments, **keys):
        self.write("take", "n=$(cat count || echo 0); echo $(((n + 1) % 7)) >count\n"
                   "cp $1/$n.json $2\n")
        return self.gate("--ref", "sh take same {}", "--cmp", f"sh take {candidate} {{}}",
                         *arguments, **keys)

    def test_commands_are_raced(self):
        for candidate, status, words in (("same", 0, 2 * ["PASS"]), ("fast", 0, 2 * ["PASS"]),
                                         ("slow", 1, ["SLOW", "PASS"])):
            with self.subTest(candidate):
                table = self.race(candidate, status=status)
                rows = [line for line in table.splitlines() if line.startswith("|  ")][1:]
                self.assertEqual([row.split("|")[-2].strip() for row in rows], words)
                self.assertIn("pairs of a race", table)

    def test_samples_of_commands_are_kept(self):
        self.write("run", f"'{program.BODIES}' {' '.join(program.QUICK)} -q -b say "
                   "--jsonbin \"$1\"\n")
        self.done("gate", "--baseline", "base.json", "--update-baseline", "--cmp", "sh run {}",
                  "--runs", "2", cwd=self.directory)
        self.done("gate", "--ref", "sh run {}", "--cmp", "sh run {}", "--max-time", "0",
                  "--max-slowdown", "1e6", cwd=self.directory)
        self.assertEqual(len(os.listdir(self.path("base.json-bin"))), 6)

    def test_files_are_compared(self):
        for candidate, status, message in (
                ("fast", 0, ""), ("slow", 1, "slower by more than 3 %: 1 of 2 rows"),
                ("edge", 3, r"--undecided: 1 of 2 rows are undecided")):
            with self.subTest(candidate):
                self.gate("--ref", "same", "--cmp", candidate, status=status, message=message)
        self.gate("--ref", "same", "--cmp", "slow", "--max-slowdown", "10")
        self.gate("--ref", "same/0.json", "same/1.json", "--cmp", "slow/0.json", "slow/1.json",
                  status=3)
        self.gate("--ref", "same", "--cmp", "edge", "--undecided", "pass")
        self.gate("--ref", "same", "--cmp", "edge", "--undecided", "warn",
                  message="the gate passed, but 1 of 2 rows are undecided")

    def test_one_run_per_side_is_undecided(self):
        summaries = [tool.summary("nv/cpu_only/" + tag, value, kind) for tag, value, kind in (
            ("sample_size", "100", "int64"), ("time/cpu/mean", "1", "float64"),
            ("time/cpu/median", "1", "float64"), ("time/cpu/stdev/relative", "0.001", "float64"),
            ("time/cpu/min", "0.99", "float64"), ("time/cpu/max", "1.01", "float64"),
            ("time/cpu/q1", "0.995", "float64"), ("time/cpu/q3", "1.005", "float64"))]
        self.write("one.json", tool.document([tool.state("N=1", [("N", "1")], summaries)]))
        self.write("two.json", tool.document([tool.state("N=1", [("N", "1")], summaries)]))
        self.gate("--ref", "one.json", "--cmp", "two.json", status=3)
        self.gate("--ref", "one.json", "--cmp", "two.json", "--run-variation", "0.1")

    def test_reports(self):
        self.gate("--ref", "same", "--cmp", "slow", "--junit", "j.xml", "--json", "j.json",
                  "--markdown-comment", "c.md", "-o", "table.md", status=1)
        suites = ElementTree.fromstring(self.read("j.xml"))
        self.assertEqual(len(suites.findall(".//failure")), 1)
        document = json.loads(self.read("j.json"))
        self.assertIn("SLOW", json.dumps(document))
        comment = self.read("c.md")
        self.assertTrue(comment.startswith("<!-- benchresult -->\n### Benchmarks: 1 of 2 slower "
                                           "by more than 3 %\n"), comment)
        self.assertLess(comment.index("SLOW"), comment.index("<details>"))
        self.assertIn("a row is SLOW with a probability\nof at most 1 %", comment)
        self.assertIn("SLOW", self.read("table.md"))
        self.gate("--ref", "same", "--cmp", "edge", "--junit", "j.xml", status=3)
        suites = ElementTree.fromstring(self.read("j.xml"))
        self.assertEqual([failure.get("type") for failure in suites.findall(".//failure")],
                         ["undecided"])

    def test_what_the_candidate_lacks_does_not_pass(self):
        for i, noise in enumerate(NOISE):
            self.write(f"fast/{i}.json", result(0.9 + noise, states=("N=1",)))
        self.gate("--ref", "same", "--cmp", "fast", status=3,
                  message="only the reference has the state 'N=2' of benchmark 'b'")
        self.gate("--ref", "fast", "--cmp", "same", status=1,
                  message="only the candidate has the state 'N=2' of benchmark 'b'")
        self.gate("--ref", "same", "--cmp", "fast", "--junit", "j.xml", "--markdown-comment",
                  "c.md", status=3)
        suites = ElementTree.fromstring(self.read("j.xml"))
        self.assertEqual([failure.get("type") for failure in suites.findall(".//failure")],
                         ["missing"])
        self.assertIn("Not compared: 1 state", self.read("c.md"))

    def test_what_a_run_of_the_candidate_lacks_does_not_pass(self):
        self.write("fast/6.json", result(0.9, states=("N=1",)))
        self.gate("--ref", "same", "--cmp", "fast", status=3,
                  message="a run of the candidate lacks the state 'N=2' of benchmark 'b'")
        # Also among the runs of one file.
        for side in ("same", "fast"):
            self.done("merge", "-o", side + ".json", *(f"{side}/{i}.json" for i in range(7)),
                      cwd=self.directory)
        self.gate("--ref", "same.json", "--cmp", "fast.json", status=3,
                  message="a run of the candidate lacks the state 'N=2' of benchmark 'b'")
        document = result(0.9)
        document["benchmarks"][0]["states"][1]["is_skipped"] = True
        self.write("fast/6.json", document)
        self.gate("--ref", "same", "--cmp", "fast", status=3, message="lacks the state 'N=2'")

    def test_a_file_that_is_empty_is_no_missing_run(self):
        self.write("fast/6.json", "")
        self.gate("--ref", "same", "--cmp", "fast", status=2, message="fast/6.json")
        os.remove(self.path("fast/6.json"))
        os.symlink("nowhere", self.path("fast/6.json"))
        self.gate("--ref", "same", "--cmp", "fast", status=2, message="fast/6.json")

    def test_baseline(self):
        baseline = ("--baseline", "base.json", "--update-baseline")
        self.gate(*baseline, "--cmp", "same")
        first = self.read("base.json")
        self.gate(*baseline, "--cmp", "slow", status=1)
        self.assertEqual(self.read("base.json"), first)
        self.gate("--baseline", "base.json", "--cmp", "fast")
        self.assertEqual(self.read("base.json"), first)
        self.gate(*baseline, "--cmp", "fast")
        self.assertNotEqual(self.read("base.json"), first)

    def test_outputs_replace_no_input(self):
        self.write("one.json", result(1.0))
        before = self.read("one.json")
        for option in ("--json", "--junit", "--markdown-comment", "-o"):
            for sides in (("--ref", "one.json", "--cmp", "same"),
                          ("--ref", "same", "--cmp", "one.json"),
                          ("--baseline", "one.json", "--cmp", "same")):
                self.gate(*sides, option, "one.json", status=2,
                          message="the output 'one.json' is the input 'one.json'")
        self.assertEqual(self.read("one.json"), before)

    def test_a_file_that_is_no_command(self):
        self.write("a.go", "x\n")
        for sides in (("a.go", "true"), ("true", "a.go"), ("same", "a.go")):
            self.gate("--ref", sides[0], "--cmp", sides[1], status=2,
                      message="(one argument is a command unless it is a directory or its name")

    def test_a_command_beside_files_is_run(self):
        self.write("next", "i=$(cat count); echo $((i + 1)) >count; cp fast/$i.json $1\n")
        self.write("count", "0\n")
        self.gate("--ref", "same", "--cmp", "sh next {}", "--runs", "7")
        self.assertEqual(self.read("count"), "7\n")

    def test_refusals(self):
        for arguments, message in (
                ((), "--cmp, and --ref or --baseline, are needed"),
                (("--ref", "same"), "--cmp, and --ref or --baseline, are needed"),
                (("same", "--ref", "same"), "'same' stands before --ref and --cmp"),
                (("--ref", "same", "--baseline", "x", "--cmp", "fast"), "cannot be combined"),
                (("--ref", "same", "--cmp", "fast", "--update-baseline"), "needs --baseline"),
                (("--ref", "same", "--cmp", "fast", "--error-rate", "0"), "--error-rate is 0"),
                (("--max-time", "soon"), "'soon' is not a duration"),
                (("--baseline", "none", "--cmp", "fast"), "none"),
                (("--ref", "same", "--cmp", "none.json"), "none.json"),
                (("--ref", "false", "--cmp", "true"), "'false' ended with exit status 1"),
                (("--ref", "/no/program", "--cmp", "true"), "/no/program")):
            with self.subTest(arguments):
                self.assertIn(message, self.refused("gate", *arguments, cwd=self.directory))


if __name__ == "__main__":
    unittest.main()
