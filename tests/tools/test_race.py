#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""benchresult race: decisions, results, failures, signals, and resuming after a kill."""
import csv
import fcntl
import json
import os
import signal
import stat
import subprocess
import sys
import time
import unittest
import xml.etree.ElementTree

import tool

# A program that writes a result with two states. Its arguments, the environment and the number of
# its runs determine the states and their times.
PROGRAM = f"#!{sys.executable} -IS\n" + """\
import json, os, sys
log = os.environ["RACE_LOG"]
side = sys.argv[1]
with open(log, "a") as file:
    file.write(side + "\\n")
runs = open(log).read().split().count(side)
if side == os.environ.get("RACE_FAIL") and runs == int(os.environ.get("RACE_FAIL_AT", "1")):
    sys.exit("first line\\nthe tile does not fit")
if side == os.environ.get("RACE_WAIT") and runs == int(os.environ.get("RACE_WAIT_AT", "1")):
    print("waiting", file=sys.stderr, flush=True)
    open(os.environ["RACE_LOG"] + ".waiting", "w").close()
    import time
    time.sleep(60)
print("printed by", side)
def state(name, seconds):
    return {"name": name, "device": None, "axis_values": [
                {"name": "N", "type": "string", "value": name[2:]}],
            "summaries": [{"tag": "nv/cpu_only/time/cpu/median", "data": [
                {"name": "value", "type": "float64", "value": str(seconds)}]}]}
factor = float(sys.argv[3]) if len(sys.argv) > 3 else 1
drift = float(os.environ.get("RACE_DRIFT", "1")) ** runs
# No two times are equal: equal times would look like those of a coarse clock.
drift *= 1 + 1e-8 * (runs * runs % 101 + (side == "cmp"))
states = [state("N=1", 1e-3 * factor * drift), state("N=2", 2e-3 * drift)]
def is_in(key):
    return not {side, f"{side}{runs}"}.isdisjoint(os.environ.get(key, "").split())
if is_in("RACE_LACK"):
    del states[1]
if is_in("RACE_EMPTY"):
    states.clear()
if is_in("RACE_MORE"):
    states.append(state("N=3", 1))
os.makedirs(sys.argv[2] + "-bin/deeper", exist_ok=True)
open(sys.argv[2] + "-bin/deeper/0.bin", "w").close()
json.dump({"devices": [], "benchmarks": [{"name": "b", "devices": [], "axes": [
    {"name": "N", "type": "string", "flags": "", "values": []}], "states": states}]},
    open(sys.argv[2], "w"))
"""


def listen_to_signals():
    """Resets signals to their defaults: the caller may ignore them, and children inherit that."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class RaceTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.program = self.write("program", PROGRAM)
        os.chmod(self.program, stat.S_IRWXU)
        self.temporary = self.path("temporary")
        os.mkdir(self.temporary)
        self.log = self.path("log")
        self.env = dict(os.environ, RACE_LOG=self.log, TMPDIR=self.temporary)
        self.addCleanup(lambda: self.assertEqual(os.listdir(self.temporary), []))

    def commands(self, factor=1):
        return ["--ref", f"'{self.program}' ref {{}}", "--cmp",
                f"'{self.program}' cmp {{}} {factor}"]

    def race(self, *arguments, env=(), factor=1):
        return self.run_tool("race", *self.commands(factor), *arguments,
                             env={**self.env, **dict(env)}, cwd=self.directory)

    def rows(self, *arguments, **keys):
        """The rows of the report; expects success."""
        process = self.race("--format", "json", *arguments, **keys)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        return json.loads(process.stdout)["rows"]

    def runs(self):
        return self.read("log").split()

    def load(self, name):
        return json.loads(self.read(name))


class DecisionTest(RaceTest):
    def test_each_row_for_itself(self):
        for factor, expected in ((1, "SAME"), (1.03, "SLOW"), (0.9, "FAST")):
            with self.subTest(factor=factor):
                rows = self.rows(factor=factor)
                self.assertEqual([(row["benchmark"], row["state"], row["verdict"], row["decided"])
                                  for row in rows],
                                 [("b", "N=1", expected, True), ("b", "N=2", "SAME", True)])
                self.assertAlmostEqual(rows[0]["ratio"], factor, 3)
                self.assertLessEqual(rows[0]["lower"], factor + 1e-9)
                self.assertGreaterEqual(rows[0]["upper"], factor - 1e-9)
                self.assertEqual(rows[0]["pairs"], 11 if factor == 1 else 10)
                self.assertNotIn("plan", rows[0])
                for side, seconds in (("reference", 1e-3), ("candidate", 1e-3 * factor)):
                    for key in ("median", "lower", "upper"):
                        self.assertAlmostEqual(rows[0][side][key], seconds, 8)

    def test_order_is_random_within_pairs(self):
        self.rows()
        runs = self.runs()
        pairs = ["".join(runs[i:i + 2]) for i in range(0, len(runs), 2)]
        self.assertEqual(set(pairs), {"refcmp", "cmpref"})

    def test_table(self):
        report = self.race(factor=1.03).stdout
        self.assertIn("# Race\n", report)
        self.assertIn("decided after 11 pairs in ", report)
        self.assertRegex(report, r"\n\| b N=1 +\| SLOW +\| +1\.0300 \| +1\.\d+-1\.\d+ \| +10 \|\n")
        self.assertRegex(report, r"\n\| b N=2 +\| SAME within 1 % +\|")
        self.assertIn("\n| b N=1 | 1.000 ms [1.000 ms, 1.000 ms] | 1.030 ms [1.030 ms, 1.030 ms] |\n",
                      report)
        table = [line for line in report.splitlines() if line.startswith("|")][:4]
        self.assertEqual([len(line) for line in table], [len(table[0])] * 4)
        self.assertLessEqual(len(table[0]), 80)

    def test_a_budget_that_does_not_do_gives_a_plan(self):
        rows = self.rows("--max-pairs", "5")
        self.assertEqual([row["verdict"] for row in rows], ["AMBG", "AMBG"])
        self.assertEqual(rows[0]["plan"]["verdict"], "SAME")
        self.assertGreaterEqual(rows[0]["plan"]["pairs"], 5)
        self.assertIsNone(rows[0]["lower"])
        report = self.race("--max-pairs", "5").stdout
        self.assertRegex(report, r"\n- b N=1: ratio 1\.0000 after 5 pairs, .* more pairs would probably")
        self.assertRegex(report, r"\n\nA pair took [\d.e-]+ s\. More pairs decide a row, not more "
                         r"samples in a run: in the\nsame time many short runs decide more than few "
                         r"long ones\.\n\Z")

    def test_gate(self):
        self.assertEqual(self.race("--fail-on", "slow,ambiguous").returncode, 0)
        process = self.race("--fail-on", "slow", factor=1.1)
        self.assertEqual(process.returncode, 1)
        self.assertEqual(process.stderr, "benchresult: --fail-on: 1 of 2 rows\n")

    def test_undecided(self):
        few = ["--max-pairs", "5", "--fail-on", "slow"]
        line = "benchresult: the gate passed, but 2 of 2 rows are undecided\n"
        for arguments, status, message in (
                (few, 0, line),
                ([*few, "--undecided", "warn"], 0, line),
                ([*few, "--undecided", "pass"], 0, ""),
                ([*few, "--undecided", "fail"], 3,
                 "benchresult: --undecided: 2 of 2 rows are undecided\n"),
                (["--max-pairs", "5"], 0, ""),
                (["--max-pairs", "5", "--fail-on", "ambiguous", "--undecided", "fail"], 1,
                 "benchresult: --fail-on: 2 of 2 rows\n"),
                (["--fail-on", "slow", "--undecided", "fail"], 0, "")):
            with self.subTest(arguments=arguments):
                process = self.race(*arguments)
                self.assertEqual((process.returncode, process.stderr), (status, message))

    def test_reports_of_comparisons(self):
        """CSV and JUnit agree with the race's own report."""
        process = self.race("--format", "csv", factor=1.03)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        lines = list(csv.DictReader(process.stdout.splitlines()))
        self.assertEqual([(line["state"], line["verdict"], line["ratio_pairs"]) for line in lines],
                         [("N=1", "SLOW", "10"), ("N=2", "SAME", "11")])
        process = self.race("--format", "junit", "--fail-on", "slow", factor=1.03)
        self.assertEqual((process.returncode, process.stderr),
                         (1, "benchresult: --fail-on: 1 of 2 rows\n"))
        suites = xml.etree.ElementTree.fromstring(process.stdout)
        self.assertEqual((suites.get("tests"), suites.get("failures")), ("2", "1"))
        message = suites.find(".//failure").get("message")
        self.assertIn("after 10 pairs; the interval holds whenever", message)
        process = self.race("--format", "junit", "--max-pairs", "1")
        self.assertEqual(process.returncode, 0)
        self.assertNotIn("FAST", process.stdout)
        process = self.race("--format", "csv", "--max-pairs", "1", factor=1.5)
        self.assertEqual([(line["verdict"], line["reason"])
                          for line in csv.DictReader(process.stdout.splitlines())],
                         [("AMBG", "runs_too_few")] * 2)
        self.write("log", "")
        process = self.race("--format", "csv", env={"RACE_FAIL": "cmp"})
        self.assertEqual((process.returncode, process.stdout), (2, ""))

    def test_states_from(self):
        states = self.write("states.json", tool.document([tool.state("N=2", [("N", "2")])], "b"))
        self.assertEqual([row["state"] for row in self.rows("--states-from", states)], ["N=2"])
        states = self.write("states.json", tool.document([tool.state("N=9", [("N", "9")])], "b"))
        process = self.race("--states-from", states, "--max-pairs", "2")
        self.assertEqual(process.returncode, 2)
        self.assertIn("warning: the two programs share no state with times among the requested "
                      "states in pair 1 (expected in one of the first 3 pairs)\n", process.stderr)
        missing = ("neither program has the requested states: 'N=9' of benchmark 'b' (expected "
                   "states of the programs: 'N=1' of benchmark 'b', 'N=2' of benchmark 'b')\n")
        self.assertEqual(process.stderr.count(missing), 1)
        self.assertIn("share no state with times among the requested states in 2 pairs",
                      process.stderr)
        states = self.write("states.json", tool.document(
            [tool.state(f"N={n}", [("N", str(n))]) for n in (2, 9)], "b"))
        process = self.race("--states-from", states)
        self.assertEqual((process.returncode, process.stderr),
                         (0, "benchresult: warning: " + missing))
        states = self.write("x-ref.json", self.read("states.json"))
        for output in (("-o", states), ("--json", self.path("x.json")),
                       ("--jsonbin", self.path("x.json"))):
            process = self.race("--states-from", states, *output)
            self.assertEqual(process.returncode, 2)
            self.assertIn(f"is the input '{states}'; choose another file", process.stderr)
        self.assertEqual(self.read("x-ref.json"), self.read("states.json"))

    def test_states_of_one_side_are_named(self):
        for more, reason in (
                ("ref", "the candidate does not have it"),
                ("cmp", "the reference does not have it"),
                ("cmp1", "the reference does not have it"),
                ("cmp2", "the reference does not have it, and the candidate has it first in pair "
                         "2"),
                ("ref2 cmp3", "no pair has it on both sides")):
            with self.subTest(more):
                process = self.race(env={"RACE_MORE": more})
                self.assertEqual(process.returncode, 0)
                self.assertEqual(process.stderr, "benchresult: warning: 'N=3' of benchmark 'b' is "
                                 f"left out: {reason}\n")
                os.remove(self.log)

    def test_a_state_of_later_pairs_is_a_row(self):
        rows = self.rows("--min-pairs", "12", env={"RACE_LACK": "cmp1 cmp2"})
        self.assertEqual([(row["state"], row["verdict"], row["pairs"], row["discarded"])
                          for row in rows], [("N=1", "SAME", 12, 0), ("N=2", "SAME", 12, 2)])

    def test_a_first_pair_without_states(self):
        """The race fails only if none of the first three pairs has a common state."""
        def told(runs):
            process = self.race("--min-pairs", "12", "--max-pairs", "13", "--format", "json",
                                env={"RACE_EMPTY": runs})
            os.remove(self.log)
            return process
        process = told("cmp1")
        self.assertEqual(process.returncode, 0)
        self.assertEqual(process.stderr, "benchresult: warning: the two programs share no state "
                         "with times in pair 1 (expected in one of the first 3 pairs)\n")
        self.assertEqual([(row["state"], row["verdict"], row["pairs"], row["discarded"])
                          for row in json.loads(process.stdout)["rows"]],
                         [(f"N={n}", "SAME", 12, 1) for n in (1, 2)])
        process = told("cmp")
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertIn("benchresult: the two programs share no state with times in 3 pairs\n",
                      process.stderr)

    def test_a_race_without_rows_can_be_continued(self):
        """Pairs of earlier calls do not count towards the first three pairs."""
        told = ("the two programs share no state with times in {} pairs\n",
                "the two programs share no state with times in {} (expected in one of the first "
                "{} pairs)\n")
        options = ("--min-pairs", "12", "--max-pairs", "20", "--format", "json", "--json", "x.json",
                   "--resume")
        for pair, pairs in (("pair 1", 3), ("4 pairs", 6)):
            process = self.race(*options, env={"RACE_EMPTY": "cmp"})
            self.assertEqual((process.returncode, process.stdout), (2, ""))
            self.assertIn(told[0].format(pairs), process.stderr)
            self.assertEqual(process.stderr.count("(expected in"), 1)
            self.assertIn(told[1].format(pair, pairs), process.stderr)
        process = self.race(*options)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertEqual([(row["state"], row["pairs"], row["discarded"])
                          for row in json.loads(process.stdout)["rows"]],
                         [(f"N={n}", 12, 6) for n in (1, 2)])

    def test_a_race_without_pairs(self):
        """The time limit can expire before the first pair: this is a result, not an error."""
        process = self.race("--max-time", "1e-9", "--format", "json")
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertEqual(json.loads(process.stdout)["rows"], [])

    def test_whole_commands(self):
        process = self.run_tool("race", "--ref", "sleep 0", "--cmp", "sleep 0.05", "--max-pairs",
                                "40", "--format", "json", env=self.env)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        rows = json.loads(process.stdout)["rows"]
        self.assertEqual([(row["benchmark"], row["verdict"]) for row in rows],
                         [("command", "SLOW")])

    def test_what_commands_print(self):
        self.assertNotIn("printed by", self.race().stdout)
        self.assertIn("printed by cmp\n", self.race("--show-output").stdout)


class ResultTest(RaceTest):
    def test_outputs_are_different_files(self):
        """Checked before the first pair, also for files that do not exist yet."""
        os.mkdir(self.path("there"))
        os.symlink("there/x", self.path("ref-ref.json"))
        os.symlink("there/x", self.path("ref-cmp.json"))
        os.symlink("own-ref.json", self.path("report.md"))
        for options in (("--json", "ref.json"), ("--jsonbin", "ref.json"),
                        ("--json", "own.json", "-o", "report.md"),
                        ("--json", "own.json", "-o", "./own-cmp.json")):
            with self.subTest(options):
                process = self.race(*options)
                self.assertEqual((process.returncode, process.stdout), (2, ""))
                self.assertIn("are the same file; choose another file", process.stderr)
                self.assertFalse(os.path.exists(self.log))

    def test_merged_results(self):
        process = self.race("--jsonbin", "out/race.json", "--seed", "5", factor=1.03)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertEqual(sorted(os.listdir(self.path("out"))), ["race-cmp.json", "race-ref.json"])
        for name, side in (("ref", "reference"), ("cmp", "candidate")):
            result = self.load(f"out/race-{name}.json")
            race = result["meta"]["benchresult"]["race"]
            self.assertEqual((race["side"], race["pairs"], race["seed"], race["stop_reason"]),
                             (side, 11, "5", "decided"))
            self.assertRegex(race["order"], r"\A[RC]{11}\Z")
            self.assertEqual([run["benchresult"]["pair"]
                              for run in result["meta"]["benchresult"]["merged"]], list(range(11)))
            states = result["benchmarks"][0]["states"]
            self.assertEqual([state.get("run", 0) for state in states[::2]], list(range(11)))

    def compared(self, *names):
        process = self.run_tool("compare", "--ref", *(f"{name}-ref.json" for name in names), "--cmp",
                                *(f"{name}-cmp.json" for name in names), "--format", "json",
                                cwd=self.directory)
        self.assertEqual(process.returncode, 0, process.stderr)
        return json.loads(process.stdout)

    def test_the_results_compared(self):
        """The comparison uses the rule of the race, and decides at the same pair."""
        rows = self.rows("--json", "race.json", "--min-pairs", "12", factor=1.03)
        report = self.compared("race")
        self.assertTrue(report["inputs"]["files"][0]["sequential"])
        self.assertEqual([row["verdict"] for row in rows], ["SLOW", "SAME"])
        for raced, row in zip(rows, report["rows"]):
            self.assertEqual((row["verdict"], row["ratio"]["pairs"]), (raced["verdict"], 12))
            for end in ("lower", "upper"):
                self.assertAlmostEqual(row["ratio"][end], raced[end], 9)
            self.assertIn("12 pairs; the interval holds whenever the race stops", row["message"])
            self.assertNotIn("not recorded", row["message"])

    def test_a_state_that_one_run_lacks(self):
        """The other pairs of the state remain pairs, so that a drift of both sides cancels out."""
        env = {"RACE_DRIFT": "1.05", "RACE_LACK": "cmp2"}
        process = self.race("--format", "csv", "--min-pairs", "12", "--json",
                            "race.json", env=env)
        for row in csv.DictReader(process.stdout.splitlines()):
            self.assertAlmostEqual(float(row["ratio_center"]), 1, 6)
        process = self.run_tool("compare", "--allow-missing", "--format", "json", "race-ref.json",
                                "race-cmp.json", cwd=self.directory)
        self.assertIn("12 of 13 of the candidate, missing in run 1 of 'race-cmp.json'",
                      process.stderr)
        self.assertEqual([(round(row["ratio"]["center"], 6), row["ratio"]["pairs"])
                          for row in json.loads(process.stdout)["rows"]], [(1, 12), (1, 12)])

    def test_the_results_without_the_rule_compared(self):
        self.rows("--json", "race.json", factor=1.03)
        for side in ("ref", "cmp"):
            result = self.load(f"race-{side}.json")
            del result["meta"]["benchresult"]["race"]["stop_reason"]
            self.write(f"race-{side}.json", json.dumps(result))
        for row in self.compared("race")["rows"]:
            self.assertIn("whenever the race stops, since the stopping rule is not recorded", row["message"])

    def test_a_side_of_one_race_against_that_of_another(self):
        """Runs of the two races have the same numbers, but are not pairs."""
        for name, seed in (("one", "1"), ("two", "2")):
            self.rows("--json", name + ".json", "--seed", seed)
        for side in ("ref", "cmp"):
            with self.subTest(side=side):
                process = self.run_tool("compare", "one-ref.json", f"two-{side}.json", "--format",
                                        "json", cwd=self.directory)
                inputs = json.loads(process.stdout)["inputs"]["files"][0]
                self.assertEqual((inputs["paired"], inputs["sequential"]), (False, False))

    def test_sides_of_two_races_of_the_same_commands_are_no_pairs(self):
        for name in ("one", "two"):
            self.rows("--json", name + ".json", "--equivalence-margin", "0", "--max-pairs", "7")
        os.rename(self.path("two-cmp.json"), self.path("one-cmp.json"))
        facts = self.compared("one")["inputs"]["files"][0]
        self.assertEqual((facts["paired"], facts["sequential"]), (False, False))

    def test_the_results_of_two_races_compared(self):
        for name in ("one", "two"):
            self.rows("--json", name + ".json", "--equivalence-margin", "0", "--max-pairs", "7")
        self.assertEqual([row["verdict"] for row in self.compared("one")["rows"]], ["AMBG"] * 2)
        for side in ("ref", "cmp"):  # times of another race
            self.write(f"two-{side}.json", self.read(f"two-{side}.json").replace('"0.00', '"0.50'))
        report = self.compared("one", "two")
        self.assertEqual(len(report["inputs"]["files"][0]["reference_runs"]), 14)
        self.assertEqual([(row["verdict"], row["ratio"]["pairs"]) for row in report["rows"]],
                         [("SAME", 11)] * 2)

    def test_the_merged_results_of_two_races_compared(self):
        """The comparison uses the rule of the races, as with their separate files."""
        for name in ("one", "two"):
            self.rows("--json", name + ".json", "--min-pairs", "12", factor=1.03)
        for side in ("ref", "cmp"):
            self.write(f"two-{side}.json",  # times of another race
                       self.read(f"two-{side}.json").replace('"0.00', '"0.50'))
            process = self.run_tool("merge", f"one-{side}.json", f"two-{side}.json", "-o",
                                    f"both-{side}.json", cwd=self.directory)
            self.assertEqual(process.returncode, 0, process.stderr)
        report = self.compared("both")
        self.assertTrue(report["inputs"]["files"][0]["sequential"])
        self.assertEqual([(row["verdict"], row["ratio"]["pairs"]) for row in report["rows"]],
                         [("SLOW", 12), ("SAME", 12)])
        for row in report["rows"]:
            self.assertNotIn("not recorded", row["message"])

    def test_names_without_an_extension(self):
        self.race("--json", "race")
        self.assertTrue(os.path.exists(self.path("race-ref")))
        self.assertTrue(os.path.exists(self.path("race-cmp")))
        self.assertFalse(os.path.exists(self.path("race.partial")))

    def test_runs_are_kept_when_asked(self):
        self.race("--json", "race.json", "--keep", "--max-pairs", "3")
        kept = os.listdir(self.path("race.json.partial"))
        self.assertEqual(len([name for name in kept if name.endswith(".json")]), 6)
        self.assertIn("race.journal", kept)
        self.assertIn("reference-0003.json", kept)
        process = self.race("--json", "race.json")
        self.assertEqual(process.returncode, 2)
        self.assertIn("holds an unfinished race", process.stderr)
        rows = self.rows("--json", "race.json", "--resume")
        self.assertEqual([row["pairs"] for row in rows], [11, 11])
        self.assertEqual(len(self.runs()), 22)
        self.assertFalse(os.path.exists(self.path("race.json.partial")))


    def test_the_estimate_of_many_pairs(self):
        """The race does not estimate after each pair, but the report covers all pairs."""
        rows = self.run_tool("race", "--ref", "true", "--cmp", "true", "--equivalence-margin", "0",
                             "--min-pairs", "65", "--max-pairs", "65", "--format", "json",
                             env=self.env, cwd=self.directory)
        self.assertEqual(json.loads(rows.stdout)["rows"][0]["pairs"], 65, rows.stderr)


class FailureTest(RaceTest):
    def test_a_command_that_fails_while_children_are_ignored(self):
        process = self.run_tool("race", "--ref", "true", "--cmp", "false", "--max-pairs", "5",
                                preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        self.assertEqual(process.returncode, 2)
        self.assertIn("'false' ended with exit status 1", process.stderr)

    def test_a_command_that_fails_in_the_middle(self):
        process = self.race("--json", "race.json",
                            env={"RACE_FAIL": "cmp", "RACE_FAIL_AT": "4"})
        self.assertEqual(process.returncode, 2)
        self.assertIn("benchresult: 3 pairs are in 'race.json.partial'; --resume continues the race\n",
                      process.stderr)
        self.assertRegex(process.stderr, r"benchresult: pair 4, the candidate: '.*program' ended "
                         r"with exit status 1: the tile does not fit\n\Z")
        self.assertIn("pair 4, the candidate", process.stdout)
        self.assertEqual(self.load("race-ref.json")["meta"]["benchresult"]["race"]["pairs"], 3)
        rows = self.rows("--json", "race.json", "--resume")
        self.assertEqual([row["verdict"] for row in rows], ["SAME", "SAME"])

    def test_a_command_that_writes_nothing(self):
        process = self.run_tool("race", "--ref", "true {}", "--cmp", "true {}", env=self.env)
        self.assertEqual(process.returncode, 2)
        self.assertRegex(process.stderr, r"pair 1, the \w+: .*-0001\.json: cannot "
                         r"open: No such file")

    def test_what_a_warm_up_has_written_is_not_read(self):
        program = self.write("once", """
            if test -e once.done; then exit; fi
            : > once.done
            exec "$@"
            """)
        process = self.run_tool("race", "--ref", f"sh {program} '{self.program}' ref {{}}", "--cmp",
                                f"'{self.program}' cmp {{}}", "--warmup-runs", "1",
                                env=self.env, cwd=self.directory)
        self.assertEqual(process.returncode, 2)
        self.assertRegex(process.stderr, r"pair 1, the reference: .*-0001\.json: cannot "
                         r"open: No such file")

    def test_a_command_that_takes_too_long(self):
        process = self.run_tool("race", "--ref", "sleep 0", "--cmp", "sleep 60", "--timeout",
                                "0.2", env=self.env)
        self.assertEqual(process.returncode, 2)
        self.assertRegex(process.stderr, r"pair 1, the candidate: .*0\.2")

    def test_usage(self):
        for arguments, message in (
                ([], "--ref COMMAND and --cmp COMMAND are needed"),
                (["--ref", "true"], "--ref COMMAND and --cmp COMMAND are needed"),
                (["--ref", "true", "--cmp", "true", "x"], "'x' is not an option"),
                (["--ref", "true >x", "--cmp", "true"], "needs a shell for '>'"),
                (["--ref", "true {}", "--cmp", "true"], "the candidate has no '{}'"),
                (["--ref", "/none", "--cmp", "true"], "/none"),
                (["--ref", "true", "--cmp", "true", "--seed", "x"], "'--seed'"),
                (["--ref", "true", "--cmp", "true", "--max-time", "x"], "'--max-time'"),
                (["--ref", "true", "--cmp", "true", "--max-time", "-1"], "'-1' is out of range"),
                (["--ref", "true", "--cmp", "true", "--max-time", "0", "--max-pairs", "0"],
                 "might never end"),
                (["--ref", "true", "--cmp", "true", "--error-rate", "100"], "error_rate is 1"),
                (["--ref", "true", "--cmp", "true", "--min-effect", "5"], "equivalence_margin is 0.01"),
                (["--ref", "true", "--cmp", "true", "--fail-on", "slow,x"], "unknown verdict 'x'"),
                (["--ref", "true", "--cmp", "true", "--format", "odd"], "unknown format 'odd'"),
                (["--ref", "true", "--cmp", "true", "--plot-output", "x.svg"], "needs --plot"),
                (["--ref", "true", "--cmp", "true", "--undecided", "x"], "unknown word 'x'"),
                (["--ref", "true", "--cmp", "true", "--resume"], "--resume and --keep need"),
                (["--ref", "true", "--cmp", "true", "--json", "-"], "is not a file name"),
                (["--ref", "true", "--cmp", "true", "--json", "a", "--jsonbin", "b"], "once"),
                (["--ref", "true", "--cmp", "true", "--states-from", self.path("none")], "none")):
            with self.subTest(arguments=arguments):
                self.assertIn(message, self.refused("race", *arguments, env=self.env))


class InterruptionTest(RaceTest):
    def start(self, *arguments, env=()):
        process = subprocess.Popen(
            [tool.TOOL, "race", *self.commands(), "--json", "race.json", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
            env={**self.env, **dict(env)}, cwd=self.directory, preexec_fn=listen_to_signals)
        self.addCleanup(self.end, process)
        return process

    def end(self, process):
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()

    def wait_for_program(self):
        """Waits until the program has reported that it waits."""
        for _ in range(3000):
            if os.path.exists(self.log + ".waiting"):
                os.unlink(self.log + ".waiting")
                return
            time.sleep(0.01)
        self.fail("the program does not run")

    def test_signals(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number=number):
                self.write("log", "")
                process = self.start(env={"RACE_WAIT": "ref", "RACE_WAIT_AT": "3"})
                self.wait_for_program()
                process.send_signal(number)
                output, messages = process.communicate(timeout=60)
                self.assertEqual(process.returncode, 128 + number, messages)
                self.assertIn("2 pairs are in 'race.json.partial'; --resume continues the race", messages)
                self.assertIn("interrupted after 2 pairs", output)
                race = self.load("race-cmp.json")["meta"]["benchresult"]["race"]
                self.assertEqual(race["stop_reason"], "interrupted")
                rows = self.rows("--json", "race.json", "--resume")
                self.assertEqual([row["pairs"] for row in rows], [11, 11])

    def test_a_race_that_was_killed_is_gone_on_with(self):
        process = self.start(env={"RACE_WAIT": "cmp", "RACE_WAIT_AT": "4"})
        self.wait_for_program()
        process.kill()
        process.wait()
        self.assertEqual(self.read("race.json.partial/race.journal").count("\n"), 4)
        # An incomplete line, as a kill may leave it.
        with open(self.path("race.json.partial/race.journal"), "a", encoding="utf-8") as journal:
            journal.write("R")
        process = self.race("--json", "race.json", "--resume", "--seed", "1")
        self.assertIn("holds a race of other commands, or with another seed or clock", process.stderr)
        rows = self.rows("--json", "race.json", "--resume")
        self.assertEqual([(row["verdict"], row["pairs"]) for row in rows],
                         [("SAME", 11), ("SAME", 11)])
        self.assertEqual(len(self.load("race-ref.json")["meta"]["benchresult"]["merged"]), 11)
        self.assertFalse(os.path.exists(self.path("race.json.partial")))

    def test_a_race_that_still_runs_is_left_alone(self):
        process = self.start(env={"RACE_WAIT": "cmp", "RACE_WAIT_AT": "1"})
        self.wait_for_program()
        other = self.race("--json", "race.json", "--resume")
        self.assertEqual(other.returncode, 2)
        self.assertIn("is in use by a running race", other.stderr)
        process.terminate()
        process.communicate(timeout=60)

    def test_a_race_waits_for_a_program_that_is_being_started(self):
        """Until it is executed, such a program has the lock of the race that was killed."""
        self.race("--json", "race.json", "--keep", "--max-pairs", "2")
        journal = self.path("race.json.partial/race.journal")
        with open(journal, "rb") as other:
            fcntl.flock(other, fcntl.LOCK_EX)
            process = self.start("--resume", "--max-pairs", "2")
            while process.poll() is None and not self.has_opened(process.pid, journal):
                os.sched_yield()
        output, messages = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, output + messages)

    def has_opened(self, pid, path):
        directory = f"/proc/{pid}/fd"
        try:
            return path in [os.readlink(os.path.join(directory, fd))
                            for fd in os.listdir(directory)]
        except FileNotFoundError:
            return False

    def test_a_damaged_journal_is_refused(self):
        self.race("--json", "race.json", "--keep", "--max-pairs", "2")
        name = "race.json.partial/race.journal"
        self.write(name, self.read(name)[:-2] + "x\nR\n")
        process = self.race("--json", "race.json", "--resume")
        self.assertEqual(process.returncode, 2)
        self.assertIn("is damaged after 1 pairs", process.stderr)


if __name__ == "__main__":
    unittest.main()
