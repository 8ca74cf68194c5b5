#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The progress of the command: a line that changes on a terminal, a line per minute elsewhere,
every line with --verbose, no line with --quiet."""
import os
import pty
import re
import subprocess
import unittest

import drawn
import tool

# Each call of the clock returns one second more than the previous call.
CLOCK = """#include <time.h>
int clock_gettime(clockid_t clock, struct timespec *now)
{
    static __thread long second = 1000;

    (void)clock;
    *now = (struct timespec){ .tv_sec = second++ };
    return 0;
}
"""
PAIR = r"pair (\d+): \d of \d rows decided, \d+ s"
COMMANDS = {
    "race": (["race", "--max-time", "0", "--max-pairs", "6", "--ref", "true", "--cmp", "true"],
             PAIR),
    "gate": (["gate", "--max-time", "0", "--ref", "{reference} {{}}", "--cmp", "{candidate} {{}}"],
             PAIR),
    "time": (["time", "--runs", "6", "true"], r"\d+ s, run (\d+) of 'true': \S+ ms.*"),
    "collect": (["collect", "--runs", "6", "-o", "{directory}", "--", "true"],
                r"(\d+) of 6 runs per side, about \d+ s left"),
}


class ProgressTest(tool.ToolTest):
    def arguments(self, name, *options):
        arguments, _ = COMMANDS[name]
        paths = {"directory": self.path(f"runs{len(os.listdir(self.directory))}")}
        if name == "gate":
            for side, slowdown in (("reference", 0), ("candidate", 6)):
                paths[side] = self.path(f"{side}{len(os.listdir(self.directory))}")
                drawn.write(paths[side], slowdown, side)
        return [arguments[0], *options, *(word.format(**paths) for word in arguments[1:])]

    def shown(self, process, pattern):
        """The numbers in the progress lines on the standard error, which is a pipe."""
        pattern = re.compile("benchresult: " + pattern)
        matches = map(pattern.fullmatch, process.stderr.splitlines())
        return [int(match[1]) for match in matches if match]

    def lines(self, name, *options):
        return self.shown(self.run_tool(*self.arguments(name, *options)), COMMANDS[name][1])

    def on_terminal(self, arguments, term="xterm"):
        controller, terminal = pty.openpty()
        self.addCleanup(os.close, controller)
        with subprocess.Popen([tool.TOOL, *arguments], stdout=subprocess.DEVNULL, stderr=terminal,
                              env={**os.environ, "TERM": term}):
            os.close(terminal)
            text = b""
            try:
                while True:
                    text += os.read(controller, 4096)
            except OSError:  # the other end is closed
                pass
        return text.decode()

    def test_pipe(self):
        for name in COMMANDS:
            with self.subTest(name):
                self.assertEqual(self.lines(name), [])
                shown = self.lines(name, "-v")
                self.assertGreater(len(shown), 0)
                self.assertEqual(shown, sorted(shown))
                self.assertEqual(self.lines(name, "-v", "-q"), [])

    def test_terminal(self):
        for name in COMMANDS:
            with self.subTest(name):
                text = self.on_terminal(self.arguments(name))
                self.assertRegex(text, COMMANDS[name][1])
                self.assertIn("\r\x1b[K", text)
                self.assertNotRegex(self.on_terminal(self.arguments(name, "-q")),
                                    COMMANDS[name][1])
                self.assertNotIn("\x1b", self.on_terminal(self.arguments(name), term="dumb"))

    def test_long_name(self):
        """The line stays within 80 columns, and shows no control character."""
        name = "\x1b[31m" + "\u00e9" * 300
        text = self.on_terminal(["time", "--runs", "3", "-n", name, "true"])
        lines = [line for line in re.split(r"\r\x1b\[K|\r\n", text) if " of '" in line]
        self.assertGreater(len(lines), 0, text)
        for line in lines:
            self.assertLess(len(line), 80)
            self.assertIn("\u00e9", line)
            self.assertNotIn("\x1b", line)

    def test_a_line_a_minute(self):
        source, clock = self.write("clock.c", CLOCK), self.path("clock.so")
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", clock, source], check=True)
        # By default a sanitizer requires that its library is loaded first.
        sanitizer = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
        environment = {**os.environ, "LD_PRELOAD": clock, "ASAN_OPTIONS": sanitizer}
        arguments = ["race", "--max-time", "0", "--max-pairs", "400", "--ref", "true", "--cmp",
                     "true"]
        process = self.run_tool(*arguments, env=environment)
        shown = self.shown(process, PAIR)
        self.assertGreater(len(shown), 1)
        self.assertLess(len(shown), 100)


if __name__ == "__main__":
    unittest.main()
