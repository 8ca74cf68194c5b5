#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of benchresult time: its options, reports and results, and its end by signals."""
import json
import os
import random
import signal
import subprocess
import unittest

import tool

QUICK = ("-r", "2")


def listen_to_signals():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class TimeTest(tool.ToolTest):
    def timed(self, *arguments, **keys):
        """Expects success; returns the rows of the report by label."""
        keys.setdefault("cwd", self.directory)
        report = json.loads(self.done("time", *QUICK, "--format", "json", *arguments, **keys))
        return {row["label"]: row for row in report["rows"]}

    def test_one_command(self):
        row = self.timed("true")["true"]
        self.assertEqual((row["runs"], row["exit_statuses"], row["baseline"]), (2, {"0": 2}, True))
        self.assertGreater(row["median"], 0)
        self.assertGreater(row["peak_memory"], 0)

    def test_report_fits_the_terminal(self):
        long = "true " + "argument " * 20
        text = self.done("time", *QUICK, long, "true")
        self.assertIn("## Ranking", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        self.assertIn("true arg\N{HORIZONTAL ELLIPSIS}", text)

    def test_axes(self):
        rows = self.timed("-L", "w=a,b", "-P", "n=1:2:0.5", "true {w} {n}")
        self.assertEqual(sorted(rows), ["true a 1.0", "true a 1.5", "true a 2.0", "true b 1.0",
                                        "true b 1.5", "true b 2.0"])
        rows = self.timed("-P", "n=8:10", "-n", "name", "true {n}")
        self.assertEqual(sorted(rows), ["name n=10", "name n=8", "name n=9"])

    def test_result(self):
        self.timed("-L", "n=1,2", "--jsonbin", "out.json", "-n", "echo", "echo {n}", "true")
        self.assertIn("|    echo | 2 |", self.done("summary", self.path("out.json")))
        self.done("compare", "--ref", self.path("out.json"), "--cmp", self.path("out.json"))
        states = json.loads(self.read("out.json"))["benchmarks"][0]["states"]
        self.assertEqual(len(states), 4)

    def test_environment_directory_input_output(self):
        self.write("in", "content\n")
        os.mkdir(self.path("there"))
        self.timed("-S", "sh", "--env", "A=b c", "--cwd", "there", "--input", "in",
                   "--output", "out", "echo \"$A\"; pwd; cat")
        self.assertEqual(self.read("out"), f"b c\n{self.path('there')}\ncontent\n")
        self.timed("--output", "pipe", "head -c 300000 /dev/zero")
        self.assertIn("shown\nshown\n", self.done("time", *QUICK, "--show-output", "echo shown"))

    def test_hooks(self):
        self.timed("-n", "a", "-n", "b", "-w", "1", "-s", "printf s >>log", "-p",
                   "@a=printf p >>log", "-C", "@a=printf C >>log", "-c", "@b=printf c >>log",
                   "true", "true 2")
        self.assertEqual(self.read("log"), "sspCpCpCc")

    def test_failures(self):
        process = self.run_tool("time", *QUICK, "false")
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertIn("run 1 of 'false': 'false' ended with exit status 1", process.stderr)
        for ignored in (["-i"], ["--ignore-failure"], ["--ignore-failure=3,1"], ["-i1"]):
            self.assertEqual(self.timed(*ignored, "false")["false"]["failures"], 2)
        self.assertEqual(self.run_tool("time", *QUICK, "-i3", "false").returncode, 2)
        process = self.run_tool("time", *QUICK, "--timeout", "0.01", "sleep 60")
        self.assertIn("'sleep' did not end within 0.01 s", process.stderr)

    def test_refused(self):
        for arguments, message in (
                ((), "no COMMAND given"),
                (("-n", "a", "-n", "b", "true"), "2 names for 1 commands"),
                (("-L", "a", "true"), "'a' is not an axis"),
                (("-L", "a=1", "true"), "no command contains '{a}'"),
                (("-P", "a=2:1", "true {a}"), "is not a range"),
                (("-P", "a=1:x", "true {a}"), "is not a range"),
                (("-P", "a=1:1000", "true {a}"), "at most 256 values"),
                (("-p", "@a", "true"), "'@a' has no command"),
                (("-p", "@a=b", "true"), "unknown command 'a'"),
                (("-i0", "true"), "is not a list of exit statuses"),
                (("-r", "0", "true"), "out of range"),
                (("--max-time", "0", "true"), "--max-time 0 needs --runs or --max-runs"),
                (("--env", "A", "true"), "'A' is not a variable"),
                (("--reference", "x", "true"), "unknown command 'x'"),
                (("--json", "a", "--json", "b", "true"), "can be given once"),
                (("a | b",), "needs a shell for '|'"),
                (("true", "true"), "two commands are named 'true'")):
            with self.subTest(arguments):
                self.assertIn(message, self.refused("time", *arguments))

    def test_ended_by_signals(self):
        os.mkdir(self.path("temporary"))
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
            for seed in range(25 if os.environ.get("BRES_TEST_LONG") == "1" else 2):
                with self.subTest(signal=number.name, seed=seed):
                    self.end_once(number, random.Random(seed))

    def end_once(self, number, chance):
        """What was measured is written, the cleanup runs, and the running command ends. After a
        kill the running command ends by itself, and the next timing leaves nothing else."""
        os.mkfifo(self.path("started"))
        process = subprocess.Popen(
            [tool.TOOL, "time", "--json", "out.json", "-c", "rm -f log", "--max-time", "3600",
             "--precision", "1e-9", "-S", "sh", "echo $$ >>log; echo $$ >started; sleep 0.001"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", cwd=self.directory,
            env=dict(os.environ, TMPDIR=self.path("temporary")), preexec_fn=listen_to_signals)
        for _ in range(2 + chance.randrange(10)):
            with open(self.path("started"), encoding="utf-8") as started:
                # Several runs may have found the same reader.
                last = int((started.read().split() or [0])[-1])
        process.send_signal(number)
        # Runs that began before the signal wait for a reader.
        reader = os.open(self.path("started"), os.O_RDONLY | os.O_NONBLOCK)
        output, messages = process.communicate(timeout=60)
        os.close(reader)
        if number == signal.SIGKILL:
            self.assertEqual(process.returncode, -number, messages)
            while self.running_here():
                os.sched_yield()
            self.timed("--json", "out.json", "true",
                       env=dict(os.environ, TMPDIR=self.path("temporary")))
            os.unlink(self.path("log"))
        else:
            self.assertEqual(process.returncode, 128 + number, messages)
            self.assertIn("interrupted after", output)
            self.assertFalse(os.path.exists(f"/proc/{last}"))
            self.assertEqual(self.running_here(), [])
        os.unlink(self.path("started"))
        self.assertEqual(sorted(os.listdir(self.directory)), ["out.json", "temporary"])
        self.assertEqual(os.listdir(self.path("temporary")), [])
        os.unlink(self.path("out.json"))


if __name__ == "__main__":
    unittest.main()
