#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""benchresult count: reports, input and output of the command, signals, cleanup."""
import json
import os
import platform
import pty
import signal
import subprocess
import unittest

import tool

COMMAND = os.path.join(tool.BUILD, "counted", "command")
# Instructions of the functions in tests/callgrind/programs/counted.S.
COUNTED = {"counted_tree": 8, "counted_three": 6, "counted_loop": 2002, "counted_deeper": 53}
ALL = sum(COUNTED.values())
HAS_ASSEMBLY = platform.machine() == "x86_64"


def listen_to_signals():
    """Resets signals to their defaults: the caller may ignore them, and children inherit that."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def function_of(name):
    return name.split(":")[-1].split(" ")[0]


class CountTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.temporary = self.path("100% temporary")
        os.mkdir(self.temporary)
        self.environment = dict(os.environ, TMPDIR=self.temporary)
        self.addCleanup(self.expect_nothing_left)

    def expect_nothing_left(self):
        self.assertEqual(os.listdir(self.temporary), [])

    def start(self, *arguments, **keys):
        return subprocess.Popen(
            [tool.TOOL, "count", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, encoding="utf-8", env=self.environment,
            preexec_fn=listen_to_signals, **keys)

    def count(self, *arguments, text=None):
        """Runs the tool to its end; returns status, output and messages."""
        process = self.start(*arguments)
        output, messages = process.communicate(text, timeout=60)
        return process.returncode, output, messages

    def counted(self, *arguments, text=None):
        """Expects success; returns output and messages."""
        status, output, messages = self.count(*arguments, text=text)
        self.assertEqual(status, 0, output + messages)
        return output, messages

    def report(self, *arguments):
        """The JSON report."""
        file = self.path("report.json")
        self.counted("--format", "json", "-o", file, *arguments)
        with open(file, encoding="utf-8") as stream:
            return json.load(stream)

    def failed(self, *arguments):
        """Expects status 2; returns the message."""
        status, _, messages = self.count(*arguments)
        self.assertEqual(status, 2, messages)
        return messages


class ReportTest(CountTest):
    @unittest.skipUnless(HAS_ASSEMBLY, "there is assembly for x86-64 alone")
    def test_json(self):
        report = self.report("--repeat", "2", "--", COMMAND, "status", "3")
        self.assertEqual(
            {key: report[key] for key in ("version", "command", "exit_status", "toggle",
                                          "baseline", "inclusive")},
            {"version": 1, "command": [COMMAND, "status", "3"], "exit_status": 3, "toggle": None,
             "baseline": None, "inclusive": False})
        first, second = report["instructions"]
        self.assertLess(abs(first - second), 2000)
        self.assertEqual(sum(entry["instructions"] for entry in report["functions"]), first)
        found = {function_of(entry["name"]): entry["instructions"]
                 for entry in report["functions"]}
        self.assertEqual({name: found.get(name) for name in COUNTED}, COUNTED)

    @unittest.skipUnless(HAS_ASSEMBLY, "there is assembly for x86-64 alone")
    def test_markdown(self):
        output, messages = self.counted("--toggle", "counted_tree", "--", COMMAND, "status", "3")
        self.assertEqual(output, "")
        lines = messages.splitlines()
        self.assertEqual(lines[:9], [
            "# Instructions", "", f"- Command: {COMMAND} status 3", "- Exit status: 3",
            "- While this function runs: counted_tree", f"- Instructions: {ALL}", "",
            "|    Instructions |   Share | Function |", "|----------------:|--------:|:---------|"])
        self.assertRegex(lines[9], r"^\|            2002 \|  96\.76% \| .*counted\.S:counted_loop "
                                   r"\[.*/command\] \|$")
        self.assertEqual(len(lines), 9 + len(COUNTED))

    @unittest.skipUnless(HAS_ASSEMBLY, "there is assembly for x86-64 alone")
    def test_inclusive(self):
        report = self.report("--toggle", "counted_tree", "--inclusive", "--", COMMAND, "status")
        self.assertTrue(report["inclusive"])
        self.assertEqual(report["instructions"], [ALL])
        found = {function_of(entry["name"]): entry["instructions"]
                 for entry in report["functions"]}
        self.assertEqual(found["counted_tree"], ALL)

    def test_rows(self):
        _, messages = self.counted("--", COMMAND, "status")
        self.assertEqual(messages.count("\n| "), 21)
        self.assertRegex(messages, r"\n\n\d+ more functions are shown with --all\.\n\Z")
        _, messages = self.counted("--all", "--", COMMAND, "status")
        self.assertGreater(messages.count("\n| "), 50)
        self.assertNotIn("more functions", messages)

    def test_repeats(self):
        _, messages = self.counted("--repeat", "3", "--", COMMAND, "status")
        self.assertRegex(messages, r"\n- Runs: 3, of \d+ to \d+ instructions\n")

    @unittest.skipUnless(HAS_ASSEMBLY, "there is assembly for x86-64 alone")
    def test_baseline(self):
        """The baseline lacks the work, which is the change."""
        kept = self.path("kept.out")
        self.counted("--keep", kept, "--", COMMAND, "getenv", "status")
        for option in ("--keep", "--json", "-o"):
            self.assertIn("is the input", self.refused("count", "--baseline", kept, option, kept,
                                                       "--", COMMAND, "status"))
        report = self.report("--baseline", kept, "--", COMMAND, "status")
        self.assertEqual(report["baseline"]["file"], kept)
        self.assertIn("command getenv status", report["baseline"]["command"])
        found = {function_of(entry["name"]): entry["change"] for entry in report["functions"]}
        self.assertEqual({name: found.get(name) for name in COUNTED}, COUNTED)
        self.assertEqual(sum(entry["change"] for entry in report["functions"]),
                         report["instructions"][0] - report["baseline"]["instructions"])
        changes = [abs(entry["change"]) for entry in report["functions"]]
        self.assertEqual(changes, sorted(changes, reverse=True))
        _, messages = self.counted("--baseline", kept, "--", COMMAND, "status")
        self.assertRegex(messages, r"\n- Baseline: \d+ in .*kept\.out\n"
                                   r"- Change: [+-]\d+ \([+-]\d+\.\d\d%\)\n")
        self.assertRegex(messages, r"\n\| +\+2002 \| +\+\d\.\d\d% \| .*counted_loop")

    def test_result_file(self):
        file = self.path("result.json")
        self.counted("--repeat", "2", "--json", file, "--", COMMAND, "status", "0")
        with open(file, encoding="utf-8") as stream:
            [bench] = json.load(stream)["benchmarks"]
        self.assertEqual(bench["name"], "command")
        self.assertEqual([state["name"] for state in bench["states"]], ["Arguments=status 0"] * 2)
        table = self.done("summary", file)
        self.assertRegex(table, r"\| *status 0 \| +\d+")
        self.counted("--json", file, "--", COMMAND)
        self.assertIn("Instructions", self.done("summary", file))

    def test_output(self):
        output, messages = self.counted("-o", "-", "--format=json", "--", COMMAND)
        self.assertEqual((json.loads(output)["exit_status"], messages), (0, ""))
        for option in ("-o", "--json", "--keep"):
            self.assertIn(COMMAND, self.failed(option, COMMAND + "/file", "--", COMMAND))


class CommandTest(CountTest):
    def test_what_it_reads_and_prints_is_its_own(self):
        output, messages = self.counted("--", COMMAND, "copy", text="one\ntwo\n")
        self.assertEqual(output, "one\ntwo\n")
        self.assertTrue(messages.startswith("to the standard error\n# Instructions\n"), messages)

    def test_in_a_pipe(self):
        report = self.path("report")
        process = subprocess.run(
            ["sh", "-c", 'printf "b\\na\\n" | "$0" count -o "$1" -- sort | cat', tool.TOOL,
             report], capture_output=True, encoding="utf-8", env=self.environment, timeout=60,
            check=False)
        self.assertEqual((process.returncode, process.stdout, process.stderr), (0, "a\nb\n", ""))
        self.assertIn("- Command: sort\n", self.read("report"))

    def test_options_end_where_it_begins(self):
        report = self.report(COMMAND, "status", "--all", "--", "-o")
        self.assertEqual(report["command"], [COMMAND, "status", "--all", "--", "-o"])
        self.assertEqual(self.report("--", "echo", "--help")["command"], ["echo", "--help"])

    def test_hostile_arguments(self):
        """Control characters and bytes that are not UTF-8 reach neither a terminal nor a parser."""
        argument = b'a\xff"\\\x01\xc2\x9bg\xed\xa0\x80\xc3'
        self.assertEqual(self.report("--", "true", argument)["command"][1],
                         'a\ufffd"\\\x01\x9bg\ufffd\ufffd\ufffd\ufffd')
        file = self.path("report.md")
        self.counted("-o", file, "--", "true", argument)
        with open(file, "rb") as stream:
            self.assertIn(b'\n- Command: true a\xff"\\\\x01\\u009Bg\xed\xa0\x80\xc3\n',
                          stream.read())

    def test_its_environment_stays(self):
        self.environment["OMP_NUM_THREADS"] = "7"
        for name, value in (("OMP_NUM_THREADS", "7"), ("LD_BIND_NOW", "none"),
                            ("BENCHRESULT_CALLGRIND_TASK", "none")):
            self.assertEqual(self.counted("--", COMMAND, "getenv", name)[0], value + "\n")
        self.environment["VALGRIND_OPTS"] = "--callgrind-out-file=" + self.path("injected")
        self.counted("--", COMMAND, "status")
        self.assertFalse(os.path.exists(self.path("injected")))

    @unittest.skipUnless(HAS_ASSEMBLY, "there is assembly for x86-64 alone")
    def test_that_forks(self):
        found = {function_of(entry["name"]): entry["instructions"]
                 for entry in self.report("--", COMMAND, "fork")["functions"]}
        self.assertEqual(found["counted_loop"], COUNTED["counted_loop"])

    def test_that_fails(self):
        for arguments, message in (
                (("/no/such/command",), "/no/such/command"),
                (("no-such-command",), "no-such-command"),
                ((self.directory,), "cannot start"),
                ((COMMAND, "kill", "11"), "killed by signal 11 (Segmentation fault)"),
                ((COMMAND, "kill", "9"), "killed by signal 9 (Killed)"),
                ((COMMAND, "exec"), "put another program in its own place")):
            with self.subTest(arguments):
                self.assertIn(message, self.failed("--", *arguments))

    def test_valgrind_that_fails(self):
        search = self.path("bin")
        os.mkdir(search)
        self.environment["PATH"] = search
        self.assertIn("Missing: valgrind", self.failed("--", COMMAND))
        for script, message in (
                ("echo valgrind-3.14.0", "version 3.14: 3.15 or later is needed"),
                ("[ $1 = --version ] && echo valgrind-3.19.0 && exit\necho broken >&2; exit 1",
                 "broken\nbenchresult: '")):
            with open(os.path.join(search, "valgrind"), "w", encoding="utf-8") as file:
                file.write(f"#!/bin/sh\n{script}\n")
            os.chmod(file.name, 0o755)
            with self.subTest(script):
                self.assertIn(message, self.failed("--", COMMAND))

    def test_usage(self):
        for arguments, message in (
                ((), "no COMMAND given"), (("--",), "no COMMAND given"),
                (("--repeat", "0", "true"), "'0' is out of range (expected 1 to 999999)"),
                (("--repeat", "1x", "true"), "'1x' is not a whole number"),
                (("--format", "odd", "true"), "unknown format 'odd'"),
                (("--tog", "f", "true"), "unknown option '--tog'"),
                (("--toggle",), "needs a value"),
                (("--baseline", self.path("none"), "true"), "none"),
                (("--toggle", "no_such_function", "true"), "'no_such_function'")):
            with self.subTest(arguments):
                self.assertIn(message, self.failed(*arguments))
        self.write("garbage", "no profile\n")
        self.assertIn("garbage", self.failed("--baseline", self.path("garbage"), "true"))

    def test_help(self):
        printed = self.done("count", "--help")
        self.assertLessEqual(max(map(len, printed.splitlines())), 80)


class SignalTest(CountTest):
    def start_waiting(self, *arguments, **keys):
        """Starts a command and waits until it is ready for a signal."""
        process = self.start("--", COMMAND, "wait", *arguments, **keys)
        self.assertEqual(process.stdout.readline(), "ready\n")
        return process

    def test_a_command_that_ends(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            for group in (False, True):
                with self.subTest(number=number, group=group):
                    process = self.start_waiting(start_new_session=True)
                    (os.killpg if group else os.kill)(process.pid, number)
                    output, messages = process.communicate(timeout=60)
                    self.assertEqual((process.returncode, output, messages), (-number, "", ""))
                    self.expect_nothing_left()

    def test_command_that_continues(self):
        """The report covers a command that handles the signal and continues."""
        process = self.start_waiting(str(int(signal.SIGTERM)))
        process.send_signal(signal.SIGTERM)
        output, messages = process.communicate(timeout=60)
        self.assertEqual((process.returncode, output), (-signal.SIGTERM, "caught\n"))
        self.assertIn("- Exit status: 7\n", messages)

    def test_no_further_run(self):
        process = self.start("--repeat", "1000", "--", COMMAND, "wait", str(int(signal.SIGINT)))
        self.assertEqual(process.stdout.readline(), "ready\n")
        process.send_signal(signal.SIGINT)
        output, messages = process.communicate(timeout=60)
        self.assertEqual((process.returncode, output), (-signal.SIGINT, "caught\n"))
        self.assertNotIn("- Runs:", messages)

    def on_terminal(self, *arguments, first, text):
        """Types `text` after the line `first`; returns what is on the terminal, and the status."""
        child, terminal = pty.fork()
        if child == 0:
            listen_to_signals()
            os.execve(tool.TOOL, [tool.TOOL, "count", "--", COMMAND, *arguments],
                      self.environment)
        shown = b""
        try:
            while data := os.read(terminal, 4096):
                if first not in shown and first in shown + data:
                    os.write(terminal, text)
                shown += data
        except OSError:
            pass  # the other end is closed
        os.close(terminal)
        return shown.decode().replace("\r\n", "\n"), os.waitpid(child, 0)[1]

    def test_a_terminal(self):
        """The command receives the signals of the terminal and the typed text."""
        shown, status = self.on_terminal("wait", str(int(signal.SIGINT)), first=b"ready",
                                         text=b"\x03")
        self.assertIn("caught\n", shown)
        self.assertIn("- Exit status: 7\n", shown)
        self.assertEqual(os.WTERMSIG(status), signal.SIGINT)
        shown, status = self.on_terminal("ask", first=b"name?", text=b"somebody\n")
        self.assertIn("hello, somebody\n", shown)
        self.assertEqual(status, 0)


if __name__ == "__main__":
    unittest.main()
