#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Benchmark programs that are killed at any moment: every finished state is recovered, none is
damaged."""
import os
import random
import signal
import unittest

import program

NAMES = [f"N={n}" for n in range(1, 31)]
ARGUMENTS = ["-b", "say", "-a", "N=[1:30]", "--jsonbin", "out.json"]


class KilledTest(program.ProgramTest):
    def test_states_are_recovered(self):
        self.measured(*ARGUMENTS)
        for seed in range(300 if os.environ.get("BRES_TEST_LONG") == "1" else 10):
            with self.subTest(seed=seed):
                self.kill_once(random.Random(seed))

    def kill_once(self, chance):
        log = self.killed_log(chance)
        passed = log.count("Pass:")
        self.check_states(self.summary("out.json"), NAMES)
        if os.path.exists(self.path("out.json.partial")):
            process = self.run_tool("summary", "--format", "json", self.path("out.json.partial"))
            self.assertEqual(process.returncode, 0, process.stderr)
            found = [state for bench in program.json.loads(process.stdout)["benchmarks"]
                     for state in bench["states"]]
            # A state is on disk before the log reports it.
            self.assertIn(len(found) - passed, (0, 1), log)
            self.check_states([("say", state) for state in found], NAMES[:len(found)])
        else:
            self.assertIn(passed, (0, 30), log)
        self.measured(*ARGUMENTS, "--resume")
        self.check_states(self.summary("out.json"), NAMES)
        self.assertEqual(len(os.listdir(self.path("out.json-bin"))), 30)
        self.assertFalse(os.path.exists(self.path("out.json.partial")))

    def killed_log(self, chance):
        """Starts the program, kills it, and returns its log."""
        process = self.start(*ARGUMENTS)
        log = ""
        for _ in range(chance.randrange(62)):
            log += process.stderr.readline()
        for _ in range(chance.randrange(20000)):
            pass
        process.send_signal(signal.SIGKILL)
        # The pipe ends when the child has ended, too, which releases the lock on the journal.
        log += process.stderr.read()
        process.wait(timeout=60)
        return log

    def check_states(self, states, names):
        self.assertEqual([state["name"] for _, state in states], names)
        for _, state in states:
            values = {one["tag"]: one["value"] for one in state["summaries"]}
            self.assertEqual(values["nv/cpu_only/sample_size"], 3)
            self.assertGreater(values["nv/cpu_only/time/cpu/mean"], 0)


if __name__ == "__main__":
    unittest.main()
