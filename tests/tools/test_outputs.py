#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Outputs that would replace each other, or a directory, are refused before anything runs."""
import os
import platform
import signal
import subprocess
import unittest

import program
import tool
from tool import document, mean, state

# The system call number of openat(), the same on all newer architectures.
OPENAT = {"x86_64": "257"}.get(platform.machine(), "56")


def wait_for_open(process):
    """Waits until the process is in a call of openat(), or has ended."""
    while process.poll() is None:
        with open(f"/proc/{process.pid}/syscall", encoding="ascii") as call:
            if call.read().split()[0] == OPENAT:
                return
        os.sched_yield()


class OutputsTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.file = self.write("in.json", document([state("s", [("N", "1")], [mean(1)])]))
        self.run = ["touch", self.path("ran")]
        os.mkdir(self.path("chart.svg"))

    def commands(self, one, two):
        """Each subcommand that has several outputs, with two of its outputs."""
        file = self.file
        return (
            ("compare", "-o", one, "--bulk-debug-python", two, file, file),
            ("compare", "-o", one, "--plot", "--plot-output", two, file, file),
            ("count", "-o", one, "--json", two, "--", *self.run),
            ("gate", "--ref", file, "--cmp", file, "--json", one, "--junit", two),
            ("judge", "--problem", "vector-addition", "--json", one, "--jsonbin", two, file),
            ("race", "--ref", " ".join(self.run), "--cmp", "true", "-o", one, "--plot",
             "--plot-output", two),
            ("time", "-o", one, "--json", two, *self.run),
            ("tune", "-p", "N=1", "-o", one, "--json", two, "--", *self.run),
            ("tune", "-p", "N=1", "--name", "n", "--cache", one, "--json", two, "--", *self.run),
            ("time", "--csv", one, "--output", "./" + two, *self.run),
        )

    def check(self, one, two, message):
        for command in self.commands(one, two):
            with self.subTest(command):
                process = self.run_tool(*command, cwd=self.directory)
                self.assertEqual((process.returncode, process.stdout), (2, ""))
                self.assertIn(message, process.stderr)
                self.assertEqual(sorted(os.listdir(self.directory)), self.before)

    def test_same_file(self):
        os.symlink("chart.svg/new.svg", self.path("link"))
        self.before = sorted(os.listdir(self.directory))
        message = "are the same file; choose another file"
        self.check("./new.svg", "new.svg", message)
        self.check("link", "chart.svg/new.svg", message)

    def test_directory(self):
        self.before = sorted(os.listdir(self.directory))
        self.check("new.svg", "chart.svg", "chart.svg' is a directory; choose a file")

    def test_pipe_without_a_reader(self):
        """A signal ends a command that waits for a reader of its output."""
        solution = os.path.join(tool.BUILD, "solutions", "add.so")
        os.mkfifo(self.path("pipe"))
        for command in (
                ("count", "--json", "pipe", "true"),
                ("judge", "--check", "--json", "pipe", "--problem", "vector-addition", solution),
                ("race", "--max-pairs", "1", "-o", "pipe", "--ref", "true", "--cmp", "true"),
                ("time", "--json", "pipe", "-r", "1", "true"),
                ("tune", "--max-time", "0.01", "-o", "pipe", "-p", "N=1", "--", "test", "{N}")):
            with self.subTest(command), subprocess.Popen(
                    [tool.TOOL, *command],
                    cwd=self.directory, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                    encoding="utf-8", preexec_fn=program.listen_to_signals) as process:
                wait_for_open(process)
                process.terminate()
                try:
                    _, messages = process.communicate(timeout=60)
                finally:
                    process.kill()
                self.assertIn(process.returncode, (-signal.SIGTERM, 128 + signal.SIGTERM), messages)

    def test_standard_output(self):
        """Two reports may go to the standard output."""
        with open(self.path("both"), "w", encoding="utf-8") as both:
            process = subprocess.run([tool.TOOL, "gate", "--ref", self.file, "--cmp", self.file,
                                      "--json", "-"], stdout=both, stderr=subprocess.PIPE,
                                     encoding="utf-8", timeout=60, check=False)
        self.assertNotIn("are the same file", process.stderr)
        self.assertIn('"rows"', self.read("both"))


if __name__ == "__main__":
    unittest.main()
