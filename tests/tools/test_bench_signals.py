#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Benchmark programs: signals, the journal and resuming from it, the terminal."""
import os
import pty
import re
import signal
import unittest

import program

WAIT = [("wait", f"N={n}", 0, None) for n in range(1, 6)]


class WaitTest(program.ProgramTest):
    """The third of five states waits in each of its three samples."""

    def start_waiting(self, *arguments, **keys):
        """Starts a program and waits until it is in the first sample of the third state."""
        process = self.start("-b", "wait", *arguments, **keys)
        self.assertEqual(process.stdout.readline(), "waiting\n")
        return process

    def end_of(self, process, text=None):
        """Waits for the process; returns status, output and messages."""
        output, messages = process.communicate(text, timeout=60)
        return process.returncode, output, messages

    def interrupt(self, process, number, group=False):
        (os.killpg if group else os.kill)(process.pid, number)
        self.assertEqual(process.stdout.readline(), "caught\n")

    def resumed(self, *arguments):
        """Resumes out.json, with input for its third state; returns the log."""
        process = self.start("-b", "wait", "--json", "out.json", "--resume", *arguments)
        status, output, messages = self.end_of(process, "xxx")
        self.assertEqual(status, 0, output + messages)
        return messages


class SignalTest(WaitTest):
    def test_the_current_sample_is_finished(self):
        for isolation in ("--isolate", "--no-isolate"):
            for number in (signal.SIGINT, signal.SIGTERM):
                for group in (False, True):
                    with self.subTest(isolation=isolation, number=number, group=group):
                        self.finish_sample(isolation, number, group)

    def finish_sample(self, isolation, number, group):
        self.write("out.json", "old")
        process = self.start_waiting("--json", "out.json", isolation, start_new_session=True)
        self.interrupt(process, number, group)
        status, output, messages = self.end_of(process, "x")
        self.assertEqual(status, 128 + number)
        self.assertIn("bodies: 2 of 5 states are in 'out.json.partial'; --resume runs the others",
                      messages)
        self.assertNotIn("[4/5]", messages)
        self.assertRegex(output, r"(?m)^\| 1 \| +3x .*\n\| 2 \| +3x .*\n\| 3 \| +1x ")
        self.assertEqual(self.read("out.json"), "old")
        self.assertEqual([state["name"] for _, state in self.summary("out.json.partial")],
                         ["N=1", "N=2"])
        messages = self.resumed(isolation)
        self.assertIn("Info: 2 of 5 states are in 'out.json.partial'", messages)
        self.assertEqual(re.findall(r"Run:  \[(\d)/5\]", messages), ["3", "4", "5"])
        self.assertEqual(self.states("out.json"), WAIT)
        self.assertEqual(self.load("out.json")["meta"]["benchresult"]["resumed"], 2)
        self.assertFalse(os.path.exists(self.path("out.json.partial")))

    def test_a_second_signal_ends_it_at_once(self):
        for isolation in ("--isolate", "--no-isolate"):
            with self.subTest(isolation=isolation):
                process = self.start_waiting("--json", "out.json", isolation)
                self.interrupt(process, signal.SIGINT)
                process.send_signal(signal.SIGTERM)
                # The pipes end only after the child has ended, too.
                self.assertEqual((process.stdout.read(), process.wait(timeout=60)), ("", 143))
                self.assertEqual(len(self.summary("out.json.partial")), 2)
                self.resumed()
                self.assertEqual(self.states("out.json"), WAIT)

    def test_a_child_dies_with_its_parent(self):
        process = self.start_waiting("--json", "out.json")
        process.kill()
        self.assertEqual((process.stdout.read(), process.wait(timeout=60)), ("", -signal.SIGKILL))

    def test_what_was_interrupted_says_so(self):
        process = self.start_waiting("--csv", "stderr", "--json", "/dev/stdout", "-q")
        self.interrupt(process, signal.SIGINT)
        status, output, _ = self.end_of(process, "x")
        self.assertEqual(status, 130)
        document = program.json.loads(output)
        self.assertTrue(document["meta"]["benchresult"]["interrupted"])
        self.assertEqual(len(document["benchmarks"][0]["states"]), 3)

    def test_files_without_a_journal_get_what_there_is(self):
        process = self.start_waiting("--csv", "out.csv")
        self.interrupt(process, signal.SIGINT)
        status, _, messages = self.end_of(process, "x")
        self.assertEqual(status, 130)
        self.assertNotIn("resume", messages)
        self.assertEqual(len(self.read("out.csv").splitlines()), 4)

    def test_without_a_finished_state_there_is_nothing_to_go_on_with(self):
        process = self.start_waiting("-a", "N=[3,4]", "--json", "out.json")
        self.interrupt(process, signal.SIGINT)
        status, _, messages = self.end_of(process, "x")
        self.assertEqual(status, 130)
        self.assertNotIn("resume", messages)
        self.assertEqual(os.listdir(self.directory), [])

    def test_the_last_sample_of_all(self):
        """Only the exit status reports a signal during the last sample of the last state."""
        process = self.start_waiting("-a", "N=[1,3]", "--json", "out.json")
        process.stdin.write("xx")
        process.stdin.flush()
        self.assertEqual([process.stdout.readline() for _ in range(2)], ["waiting\n"] * 2)
        self.interrupt(process, signal.SIGINT)
        status, _, messages = self.end_of(process, "x")
        self.assertEqual(status, 130)
        self.assertNotIn("resume", messages)
        self.assertEqual(self.states("out.json"), [WAIT[0], WAIT[2]])


class ResumeTest(WaitTest):
    def leave_journal(self, *arguments):
        """Kills a run in its third state."""
        process = self.start_waiting("--json", "out.json", *arguments)
        process.kill()
        process.stdout.read()
        process.wait(timeout=60)

    def test_a_journal_is_not_destroyed(self):
        self.leave_journal()
        message = self.refused_by_program("-b", "wait", "--json", "out.json")
        self.assertRegex(message, r"'out\.json\.partial'.*--resume.*removing")
        self.assertEqual(len(self.summary("out.json.partial")), 2)

    def test_other_axes_are_refused(self):
        self.leave_journal()
        for arguments in (["-b", "wait", "-a", "N=[1,2]"], ["-b", "work"],
                          ["-b", "wait", "-b", "say"], ["-b", "wait", "--timeout", "1"],
                          ["-b", "wait", "--shard", "1/2"]):
            self.assertIn("out.json.partial", self.refused_by_program(
                *arguments, "--json", "out.json", "--resume"))
        self.assertEqual(len(self.summary("out.json.partial")), 2)

    def test_other_criteria_are_refused(self):
        self.leave_journal()
        for arguments, part in (
                (["--stopping-criterion", "stdrel"],
                 'the stopping criterion was "sample-count", it is "stdrel" now'),
                (["--target-samples", "4"],
                 "the stopping criterion's parameter 'target-samples' differs"),
                (["--clock", "thread"], 'the clock was "wall", it is "thread" now')):
            self.assertIn(f"benchmark 'wait': {part}", self.refused_by_program(
                "-b", "wait", *arguments, "--json", "out.json", "--resume"))
        self.resumed("--target-samples", "3")

    def test_no_journal(self):
        messages = self.measured("-b", "say", "--json", "out.json", "--resume")
        self.assertIn("Info: 'out.json.partial' not found: running all states", messages)
        self.assertEqual(messages.count("Pass:"), 3)

    def test_a_journal_in_use(self):
        process = self.start_waiting("--json", "out.json")
        for arguments in ([], ["--resume"]):
            message = self.refused_by_program("-b", "wait", "--json", "out.json", *arguments)
            self.assertIn("in use by another run", message)
            self.assertNotIn("removing", message)
        self.assertEqual(self.end_of(process, "xxx")[0], 0)

    def test_a_journal_of_another_run_is_not_removed(self):
        first = self.start_waiting("--json", "out.json")
        os.unlink(self.path("out.json.partial"))
        second = self.start_waiting("--json", "out.json")
        self.assertEqual(self.end_of(first, "xxx")[0], 0)
        self.assertEqual(len(self.summary("out.json.partial")), 2)
        self.assertEqual(self.end_of(second, "xxx")[0], 0)
        self.assertFalse(os.path.exists(self.path("out.json.partial")))

    def test_runs_and_values_that_repeat(self):
        self.leave_journal("-a", "N=[1,1,3]", "--repeat", "2")
        process = self.start("-b", "wait", "-a", "N=[1,1,3]", "--repeat", "2", "--json", "out.json",
                             "--resume")
        status, _, messages = self.end_of(process, "xxxxxx")
        self.assertEqual(status, 0)
        self.assertEqual(re.findall(r"Run:  \[(\d)/6\]", messages), ["3", "4", "5", "6"])
        self.assertEqual([(name, run) for _, name, run, _ in self.states("out.json")],
                         [(f"N={n}", run) for run in (0, 1) for n in (1, 1, 3)])

    def test_the_journal_belongs_to_the_first_json(self):
        process = self.start_waiting("--csv", "a.csv", "--json", "/dev/null", "--jsonbin", "b.json",
                                     "--json", "c.json")
        process.kill()
        process.wait(timeout=60)
        self.assertEqual(os.listdir(self.directory), ["b.json.partial"])

    def test_a_journal_can_be_merged(self):
        self.leave_journal()
        self.done("merge", "-o", self.path("merged.json"), self.path("out.json.partial"))
        self.assertEqual(self.states("merged.json"), WAIT[:2])


class TerminalTest(program.ProgramTest):
    def test_a_progress_line(self):
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        process = program.subprocess.Popen(
            [program.BODIES, *program.QUICK, "-b", "say", "-b", "misbehave", "-a",
             "How=[fine,skip]"], stdin=program.subprocess.DEVNULL,
            stdout=program.subprocess.DEVNULL, stderr=theirs,
            env=dict(program.ENVIRONMENT, TERM="xterm"))
        os.close(theirs)
        text = ""
        while True:
            try:
                text += os.read(ours, 4096).decode()
            except OSError:  # the other end is closed
                break
        self.assertEqual(process.wait(timeout=60), 0)
        self.assertTrue(text.startswith("\r\033[K[1/5] say [N=1]  0 s"), text)
        self.assertTrue(text.endswith("\r\033[KRun:  [5/5] misbehave [How=skip]\r\n"
                                      "Skip: not today\r\n"), text)
        self.assertEqual(text.count("Run:"), 1)
        self.assertNotIn("Pass:", text)


if __name__ == "__main__":
    unittest.main()
