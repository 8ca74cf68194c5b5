#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""benchresult time: options, reports, results, and signals."""
import csv
import fcntl
import json
import os
import pty
import random
import re
import signal
import struct
import subprocess
import termios
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
        self.assertRegex(text, "\n\\| true argument .*\N{HORIZONTAL ELLIPSIS}.*argument  \\| ")
        self.assertEqual(self.done("time", *QUICK, long, "true", "-o", self.path("a")), "")
        self.assertIn(f"| {long} |", self.read("a"))
        for columns in (60, 100):
            text = self.on_terminal(columns, *QUICK, "-q", long + "1", long + "2")
            names = {line.split("|")[1] for line in text.splitlines() if line.startswith("| true")}
            lengths = set(map(len, text.splitlines()))
            self.assertLessEqual(max(lengths), columns)
            self.assertGreater(max(lengths), columns - 2)
            self.assertTrue(all(name.strip()[-1] in "12" for name in names), text)

    def on_terminal(self, columns, *arguments, term="xterm"):
        """Runs the command on a terminal of this many columns; returns the output."""
        controller, terminal = pty.openpty()
        self.addCleanup(os.close, controller)
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        with subprocess.Popen([tool.TOOL, "time", *arguments], stdout=terminal, stderr=terminal,
                              cwd=self.directory, env={**os.environ, "TERM": term}):
            os.close(terminal)
            text = b""
            try:
                while True:
                    text += os.read(controller, 4096)
            except OSError:  # the other end is closed
                pass
        return text.decode().replace("\r\n", "\n")

    def test_progress(self):
        text = self.on_terminal(80, *QUICK, "-w", "1", "-s", "true", "-S", "sh", "true")
        shown = re.split("\r\x1b\\[K", text)
        self.assertEqual(shown[:4], ["times an empty command in the shell", "set-up of 'true'",
                                     "run 1 of 1 to warm up, 'true'", "run 1 of 'true'"])
        self.assertRegex(shown[4], "0 s, run 1 of 'true': .* ms")
        text = self.on_terminal(80, "--max-runs", "2", "true")
        self.assertIn("0 of 60 s, run 1 of 'true'", text)

    def test_shown_output(self):
        """The command's output is not mixed with the progress line or the report."""
        text = self.on_terminal(80, *QUICK, "--show-output", "printf abc")
        self.assertTrue(text.startswith("abcabc\n# Time\n"), text)

    def test_outputs(self):
        text = self.done("time", *QUICK, "--json", "a.json", "--jsonbin", "b.json", "--csv", "c.csv",
                         "--markdown", "d.md", "-L", "d=x,y", "true {d}", cwd=self.directory)
        self.assertIn("## Ranking", text)
        self.assertIn("## Ranking", self.read("d.md"))
        for name in ("a.json", "b.json"):
            self.done("summary", self.path(name))
        rows = list(csv.DictReader(self.read("c.csv").splitlines()))
        self.assertEqual(sorted(row["parameter_d"] for row in rows), ["x", "y"])
        self.assertEqual([row["exit_statuses"] for row in rows], ["0 x 2"] * 2)
        self.assertEqual([row["median_lower"] for row in rows], ["", ""])
        for word in ("-", "stdout"):
            self.assertIn("benchmarks", json.loads(self.done("time", *QUICK, "--json", word,
                                                             "true")))
            self.assertTrue(self.done("time", *QUICK, "--csv", word, "true").startswith("name,"))
        process = self.run_tool("time", *QUICK, "--csv", "no/where", "--json", "z.json", "true",
                                cwd=self.directory)
        self.assertEqual(process.returncode, 2)
        self.assertIn("no/where", process.stderr)
        self.read("z.json")
        process = self.run_tool("time", *QUICK, "--csv", "stderr", "true")
        self.assertTrue(process.stderr.startswith("name,"))
        self.assertIn("# Time", process.stdout)

    def test_names_outside_of_tables(self):
        text = self.done("time", *QUICK, "-i", "-S", "sh", "true | false")
        self.assertIn("| true \N{LIGHT VERTICAL BAR} false |", text)
        self.assertIn("- 'true | false': 2 of 2 runs failed", text)

    def test_long_commands(self):
        """The time to shorten commands grows with their length, not with its square."""
        command = "true " + "x" * 120000
        text = self.done("time", *QUICK, command, command + "y")
        self.assertIn("xy |", text)
        self.assertLess(len(text), 10000)

    def test_sort(self):
        arguments = ["time", *QUICK, "-L", "s=0.03,0.01,0.02", "sleep {s}"]
        for order, expected in (("command", ["0.03", "0.01", "0.02"]),
                                ("median", ["0.01", "0.02", "0.03"])):
            text = self.done(*arguments, "--csv", "-", "--sort", order)
            rows = csv.DictReader(text.splitlines())
            self.assertEqual([row["parameter_s"] for row in rows], expected)

    def test_limits_are_for_rounds(self):
        row = self.timed("--max-time", "0.2", "-s", "sleep 0.3", "true")["true"]
        self.assertEqual(row["runs"], 2)
        process = self.run_tool("time", "--max-time", "0.001", "-w", "2", "sleep 0.01")
        self.assertEqual(process.returncode, 0)
        self.assertIn("after 1 run in", process.stdout)

    def test_interrupted_before_the_first_run(self):
        os.mkfifo(self.path("started"))
        with subprocess.Popen([tool.TOOL, "time", "--json", "a.json", "-S", "sh",
                               "echo >started; exec sleep 60"], cwd=self.directory, encoding="utf-8",
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              preexec_fn=listen_to_signals) as process:
            with open(self.path("started"), encoding="utf-8") as started:
                started.read()
            process.send_signal(signal.SIGINT)
            output, messages = process.communicate(timeout=60)
        self.assertEqual((process.returncode, output, messages),
                         (130, "", "benchresult: interrupted before the first run ended\n"))
        self.assertFalse(os.path.exists(self.path("a.json")))

    def test_axes(self):
        rows = self.timed("-L", "w=a,b", "-P", "n=1:2:0.5", "true {w} {n}")
        self.assertEqual(sorted(rows), ["true a 1.0", "true a 1.5", "true a 2.0", "true b 1.0",
                                        "true b 1.5", "true b 2.0"])
        rows = self.timed("-P", "n=8:10", "-n", "name", "true {n}")
        self.assertEqual(sorted(rows), ["name n=10", "name n=8", "name n=9"])
        rows = self.timed("-P", "n=8:9", "-n", "name-{n}", "true {n}", "true")
        self.assertEqual(sorted(rows), ["name-8", "name-9", "true"])

    def test_result(self):
        self.timed("-L", "n=1,2", "--jsonbin", "out.json", "-n", "echo", "echo {n}", "true")
        self.assertIn("|    echo | 2 |", self.done("summary", self.path("out.json")))
        self.done("compare", "--ref", self.path("out.json"), "--cmp", self.path("out.json"))
        states = json.loads(self.read("out.json"))["benchmarks"][0]["states"]
        self.assertEqual(len(states), 3)

    def test_environment_directory_input_output(self):
        self.write("in", "content\n")
        os.mkdir(self.path("there"))
        self.timed("-S", "sh", "--env", "A=b c", "--cwd", "there", "--input", "in",
                   "--output", "out", "echo \"$A\"; pwd; cat")
        self.assertEqual(self.read("out"), f"b c\n{self.path('there')}\ncontent\n")
        for option in ("--json", "--jsonbin", "--csv", "--markdown", "--report", "--output"):
            self.assertIn("the output 'in' is the input 'in'",
                          self.refused("time", "--input", "in", option, "in", "cat",
                                       cwd=self.directory))
        self.assertEqual(self.read("in"), "content\n")
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
        self.assertIn("run 1: 'false' ended with exit status 1 (--show-output ", process.stderr)
        self.assertIn("--ignore-failure ", process.stderr)
        process = self.run_tool("time", "true", "test -d log && exit 3; mkdir log", "-S", "sh",
                                "--json", "a.json", cwd=self.directory)
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertRegex(process.stderr, r"\Abenchresult: run 2: .*\n\Z")
        self.assertFalse(os.path.exists(self.path("a.json")))
        for ignored in (["-i"], ["--ignore-failure"], ["--ignore-failure=3,1"], ["-i1"]):
            self.assertEqual(self.timed(*ignored, "false")["false"]["failures"], 2)
        self.assertEqual(self.run_tool("time", *QUICK, "-i3", "false").returncode, 2)
        process = self.run_tool("time", *QUICK, "--timeout", "0.01", "sleep 60")
        self.assertIn("'sleep' did not end within 0.01 s", process.stderr)

    def test_refused(self):
        for arguments, message in (
                ((), "no COMMAND given"),
                (("-n", "a", "-n", "b", "true"), "2 names for 1 command ("),
                (("-L", "a", "true"), "option '-L': 'a' is not a parameter with values"),
                (("--range=a", "true"), "option '--range': 'a' is not a parameter with values"),
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
                (("--reference", "x", "true"), "option '--reference': unknown command 'x'"),
                (("--json", "a", "--csv", "a", "true"), "'a' is given to another option, too"),
                (("--jsonbin", "-", "true"), "'-' is not a file"),
                (("--csv", "", "true"), "the file name is empty"),
                (("-r", "5", "-m", "5", "true"), "--runs is the exact number"),
                (("-r", "5", "-M", "6", "true"), "--runs is the exact number"),
                (("-m", "20", "-M", "10", "true"), "--min-runs 20 is above --max-runs 10"),
                (("--export-json", "a", "true"), "(did you mean '--json'?)"),
                (("--export-csv", "a", "true"), "(did you mean '--csv'?)"),
                (("--export-markdown", "a", "true"), "(did you mean '--markdown'?)"),
                (("--parameter-list", "a", "1", "true"), "(did you mean '--list NAME=VALUE,...'?)"),
                (("--parameter-scan", "a", "1", "2", "true"), "(did you mean '--range NAME=MIN:"),
                (("a && b",), "needs a shell for '&&': add --shell sh, or quote"),
                (("ls *.c",), "needs a shell for '*'"),
                (("A=1 env",), "needs a shell for 'A='"),
                (("true", "true"), "two commands are named 'true': give them different names "
                                   "(-n NAME, --command-name NAME)")):
            with self.subTest(arguments):
                self.assertIn(message, self.refused("time", *arguments))

    def test_ended_by_signals(self):
        os.mkdir(self.path("temporary"))
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
            for seed in range(25 if os.environ.get("BRES_TEST_LONG") == "1" else 2):
                with self.subTest(signal=number.name, seed=seed):
                    self.end_once(number, random.Random(seed))

    def end_once(self, number, chance):
        """After a signal the result is written, the cleanup runs, and the running command ends.
        After a kill the running command ends on its own, and the next timing leaves no other
        files."""
        os.mkfifo(self.path("started"))
        process = subprocess.Popen(
            [tool.TOOL, "time", "--json", "out.json", "-c", "rm -f log", "--max-time", "3600",
             "--precision", "1e-9", "-S", "sh", "echo $$ >>log; echo $$ >started; sleep 0.001"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", cwd=self.directory,
            env=dict(os.environ, TMPDIR=self.path("temporary")), preexec_fn=listen_to_signals)
        for _ in range(2 + chance.randrange(10)):
            with open(self.path("started"), encoding="utf-8") as started:
                # Several runs may have written to the same reader.
                last = int((started.read().split() or [0])[-1])
        process.send_signal(number)
        # Runs that began before the signal wait for a reader.
        reader = os.open(self.path("started"), os.O_RDONLY | os.O_NONBLOCK)
        output, messages = process.communicate(timeout=60)
        while number == signal.SIGKILL and self.running_here():
            os.sched_yield()
        os.close(reader)
        if number == signal.SIGKILL:
            self.assertEqual(process.returncode, -number, messages)
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
