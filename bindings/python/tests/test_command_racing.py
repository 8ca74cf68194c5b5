# SPDX-License-Identifier: MIT
"""Races of two programs."""
import os
import signal
import sys
import unittest

from support import ResultTest

import benchresult
from benchresult import Verdict

# Writes a result with states that take the given seconds, and logs each run.
PROGRAM = """\
import json, sys
path, seconds, log = sys.argv[1], float(sys.argv[2]), sys.argv[3]
with open(log, "a+") as file:
    file.write(".")
    runs = file.tell()
# Equal times in all runs would look like those of a coarse clock.
seconds *= 1 + 1e-6 * (runs * runs % 101)
median = {"tag": "nv/cpu_only/time/cpu/median",
          "data": [{"name": "value", "type": "float64", "value": str(seconds)}]}
names = sys.argv[4:] or ["N=1"]
json.dump({"devices": [], "benchmarks": [{"name": "b", "devices": [], "axes": [], "states": [
    {"name": name, "device": None, "axis_values": [], "summaries": [median]} for name in names]}]},
    open(path, "w"))
"""


class CommandRaceTest(ResultTest):
    def setUp(self):
        super().setUp()
        self.program = self.path("program.py")
        self.log = self.path("log")
        with open(self.program, "w", encoding="utf-8") as file:
            file.write(PROGRAM)

    def command(self, seconds, *names):
        return f"'{sys.executable}' -IS '{self.program}' {{}} {seconds} '{self.log}' " + \
            " ".join(names)

    def race(self, reference=1e-3, candidate=1e-3, **keywords):
        return benchresult.race_commands(self.command(reference), self.command(candidate),
                                         **keywords)

    def test_rows_are_decided(self):
        race = self.race(1e-3, 1.03e-3)
        self.assertEqual((race.stop_reason, race.decided, len(race.rows)), ("decided", 1, 1))
        row = race.rows[0]
        self.assertEqual((row.bench_name, row.state_name), ("b", "N=1"))
        self.assertIs(row.outcome.verdict, Verdict.SLOW)
        self.assertEqual((row.outcome.stop_reason, row.outcome.pairs), ("decided", race.pairs))
        self.assertAlmostEqual(row.outcome.ratio, 1.03, 3)
        self.assertIsNone(row.outcome.state)
        self.assertIsNone(row.outcome.result)
        self.assertIn("1 SLOW", race.message)
        self.assertIn(race.message, repr(race))
        self.assertIn("| b N=1", race.report())
        self.assertIn('"SLOW"', race.to_json())
        self.assertGreater(race.seconds, 0)

    def test_results_are_the_runs(self):
        race = self.race(max_pairs=2, min_pairs=1)
        for result in (race.reference_result, race.result):
            self.assertEqual([state.name() for state in result["b"]], ["N=1", "N=1"])

    def test_what_is_open_has_no_end(self):
        race = self.race(max_pairs=2, min_pairs=1)
        self.assertEqual((race.stop_reason, race.pairs, race.decided), ("pairs over", 2, 0))
        self.assertIs(race.rows[0].outcome.verdict, Verdict.AMBIGUOUS)

    def test_progress(self):
        calls = []
        self.race(max_pairs=2, min_pairs=1, progress=lambda *numbers: calls.append(numbers))
        self.assertEqual(calls, [(1, 0, 1), (2, 0, 1)])

    def test_an_exception_comes_out(self):
        def raising(pairs, decided, rows):
            raise LookupError("enough")

        with self.assertRaisesRegex(LookupError, "enough"):
            self.race(progress=raising)
        self.assertEqual(len(self.read_log()), 2)

    def test_ctrl_c_comes_out(self):
        with self.assertRaises(KeyboardInterrupt):
            self.race(progress=lambda *_: os.kill(os.getpid(), signal.SIGINT))
        self.assertEqual(len(self.read_log()), 2)

    def read_log(self):
        with open(self.log, encoding="utf-8") as file:
            return file.read()

    def test_it_goes_on(self):
        directory = self.path("runs")
        self.race(max_pairs=2, min_pairs=1, seed=7, directory=directory)
        with self.assertRaises(benchresult.Error):
            self.race(max_pairs=3, min_pairs=1, seed=7, directory=directory)
        race = self.race(max_pairs=3, min_pairs=1, seed=7, directory=directory, resume=True)
        self.assertEqual((race.pairs, len(self.read_log())), (3, 6))

    def test_states_are_picked(self):
        both = self.command(1e-3, "N=1", "N=2")
        picked = self.race(max_pairs=1, min_pairs=1).result
        race = benchresult.race_commands(both, both, states=picked, max_pairs=1, min_pairs=1)
        self.assertEqual([row.state_name for row in race.rows], ["N=1"])

    def test_a_command_that_fails(self):
        race = benchresult.race_commands(self.command("no-number"), self.command(1))
        self.assertEqual((race.stop_reason, race.pairs, race.rows), ("failed", 0, ()))
        self.assertIn("could not convert string to float", race.message)
        self.assertIsNone(race.result)

    def test_what_is_refused(self):
        for reference, candidate, keywords, error in (
                ("no-such-program", "true", {}, benchresult.Error),
                ("true > file", "true", {}, benchresult.Error),
                ("true", "true {}", {}, benchresult.Error),
                ("true", "true", {"timeout": -1}, benchresult.Error),
                ("true", "true", {"error_rate": 2}, benchresult.Error),
                (None, "true", {}, TypeError),
                ("true", "true", {"timeout": "1"}, TypeError),
                ("true", "true", {"seed": -1}, ValueError)):
            with self.subTest(reference=reference, candidate=candidate, **keywords):
                with self.assertRaises(error):
                    benchresult.race_commands(reference, candidate, **keywords)

    def test_whole_commands(self):
        race = benchresult.race_commands("true", "true", max_pairs=2, min_pairs=1)
        self.assertEqual([row.bench_name for row in race.rows], ["command"])
        self.assertEqual(len(race.result["command"]), 2)

    def test_it_is_not_made_directly(self):
        with self.assertRaises(TypeError):
            benchresult.CommandRace()


if __name__ == "__main__":
    unittest.main()
