#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""repeat.py counts failures, alone and beside busy processes, which end when it ends."""
import os
import subprocess
import sys
import tempfile
import unittest

REPEAT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support/repeat.py")

# Fails in its third run, and prints which processes run beside it.
COMMAND = r'''
import os, sys
with open("runs", "a+", encoding="utf-8") as file:
    file.write("x")
    file.seek(0)
    number = len(file.read())
beside = []
for entry in filter(str.isdigit, os.listdir("/proc")):
    try:
        with open(f"/proc/{entry}/stat", encoding="utf-8") as stat:
            parent = int(stat.read().rpartition(")")[2].split()[1])
    except OSError:
        continue
    if parent == os.getppid() and int(entry) != os.getpid():
        beside.append(entry)
print("beside:", *beside)
if number == 3:
    print(sys.argv[1].replace("|", "\n"))
    sys.exit(1)
'''


def command_line(process):
    """The command line of a process; empty if the process has ended."""
    try:
        with open(f"/proc/{process}/cmdline", encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


class RepeatTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        with open(os.path.join(self.root, "command.py"), "w", encoding="utf-8") as file:
            file.write(COMMAND)

    def repeat(self, times, output):
        command = f"{sys.executable} command.py '{output}' check"
        result = subprocess.run([sys.executable, REPEAT, "--times", str(times), "--logs", "logs",
                                 command], cwd=self.root, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, check=False)
        return result.returncode, result.stdout

    def beside(self, log):
        """The processes that ran beside a run."""
        with open(os.path.join(self.root, "logs", log), encoding="utf-8") as file:
            return file.readline().split()[1:]

    def test_runs_without_a_failure(self):
        self.assertEqual(self.repeat(1, ""), (0, "check, alone: 1 runs, 0 failed\n"
                                                 "check, busy: 1 runs, 0 failed\n"))

    def test_busy_processes(self):
        self.repeat(1, "")
        self.assertEqual(self.beside("check-alone-1.log"), [])
        busy = self.beside("check-busy-1.log")
        self.assertEqual(len(busy), 2)
        for process in busy:
            self.assertNotIn("getppid", command_line(process), "a busy process has not ended")

    def test_failures_have_names(self):
        for output, names in [
                ("[FAIL] judge::slow: (0.01s)|[PASS] judge::fast", ["judge::slow"]),
                ("FAIL: test_a (__main__.ATest.test_a)|ERROR: test_b (b.BTest)",
                 ["test_a (__main__.ATest.test_a)", "test_b (b.BTest)"]),
                ("tools: tests/tools/test_a.py ended with status 1",
                 ["tests/tools/test_a.py ended with status 1"]),
                ("nothing that has a name", ["the command ended with status 1"])]:
            open(os.path.join(self.root, "runs"), "w", encoding="utf-8").close()
            lines = "".join(f"     1 {name}, first in logs/check-alone-2.log\n" for name in names)
            self.assertEqual(self.repeat(2, output), (1, (
                "repeat: check, alone, run 2 failed: logs/check-alone-2.log\n"
                f"check, alone: 2 runs, 1 failed\n{lines}check, busy: 2 runs, 0 failed\n")))


if __name__ == "__main__":
    unittest.main()
