#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Races that are ended by signals at any moment: each can be resumed, and leaves nothing behind."""
import os
import random
import signal
import subprocess
import unittest

import program
import tool

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL, signal.SIGHUP)
ENDED = {0, 129, 130, 143} | {-number for number in SIGNALS}
PAIRS = 2
STATES = 2
RACE = ["--json", "race.json", "--equivalence-margin", "0", "--max-pairs", str(PAIRS)]


def listen_to_signals():
    for number in SIGNALS[:2] + SIGNALS[3:]:
        signal.signal(number, signal.SIG_DFL)


class KilledTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        # The log of the program goes to its standard output, which is that of the race.
        self.write("program", f"exec '{program.BODIES}' {' '.join(program.QUICK)} -b say "
                   f"-a 'N=[1:{STATES}]' --jsonbin \"$1\" 2>&1\n")

    def start(self, *arguments):
        command = "sh program {}"
        return subprocess.Popen(
            [tool.TOOL, "race", "--ref", command, "--cmp", command, *RACE, *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
            env=program.ENVIRONMENT, cwd=self.directory, preexec_fn=listen_to_signals)

    def test_ended_races_are_resumed(self):
        for number in SIGNALS:
            for seed in range(100 if os.environ.get("BRES_TEST_LONG") == "1" else 10):
                with self.subTest(signal=number.name, seed=seed):
                    self.end_once(number, random.Random(seed))

    def test_a_program_that_a_killed_race_has_left_is_ended(self):
        quick = self.read("program")
        os.mkfifo(self.path("started"))
        self.write("program", "echo $$ >started\nexec sleep 600\n")
        process = self.start()
        with open(self.path("started"), encoding="utf-8") as started:
            pid = int(started.read())
        # The record is complete when its line ends.
        while not self.record().endswith("\n"):
            os.sched_yield()
        process.kill()
        process.communicate(timeout=60)
        self.assertTrue(self.is_running(pid))
        self.write("program", quick)
        resumed = self.start("--resume")
        output, messages = resumed.communicate(timeout=60)
        self.assertEqual((resumed.returncode, messages), (0, ""), output)
        self.assertFalse(self.is_running(pid))

    def record(self):
        try:
            return self.read("race.json.partial/race.running")
        except FileNotFoundError:
            return ""

    def is_running(self, pid):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as status:
                return status.read().rpartition(")")[2].split()[0] != "Z"
        except FileNotFoundError:
            return False

    def end_once(self, number, chance):
        process = self.start("--show-output")
        for _ in range(chance.randrange(60)):
            process.stdout.readline()
        for _ in range(chance.randrange(100000)):
            pass
        process.send_signal(number)
        # A program may still be running, and keep the streams open.
        self.assertIn(process.wait(timeout=60), ENDED)
        resumed = self.start("--resume")
        output, messages = resumed.communicate(timeout=60)
        self.assertEqual((resumed.returncode, messages), (0, ""), output)
        process.communicate(timeout=60)
        self.check_results()

    def check_results(self):
        self.assertEqual(sorted(os.listdir(self.directory)),
                         ["program", "race-cmp.json", "race-ref.json"])
        for side in ("ref", "cmp"):
            name = f"race-{side}.json"
            result = program.json.loads(self.read(name))
            self.assertEqual(len(result["meta"]["benchresult"]["merged"]), PAIRS)
            self.assertEqual(len(result["benchmarks"][0]["states"]), PAIRS * STATES)
            os.unlink(self.path(name))


if __name__ == "__main__":
    unittest.main()
