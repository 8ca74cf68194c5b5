#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs commands repeatedly, alone and beside two busy processes, and lists what failed.

usage: repeat.py --times N --logs DIRECTORY COMMAND...

A COMMAND is a quoted command line whose last word is its name, such as 'make check-suites'. Each
runs N times alone, and N times while two processes compute without pause, to find tests that
depend on time. The output of each run is DIRECTORY/NAME-alone-1.log and so on. The exit status is
1 if a run failed. An interrupt ends the runs; the list then covers the runs before it.
"""
import argparse
import collections
import os
import re
import shlex
import subprocess
import sys

from reports import fresh_directory, listen_to_signals

BUSY_PROCESSES = 2
# A busy process ends when its parent ends, even if the parent is killed.
SPIN = "import os\nwhile os.getppid() == {}:\n    for _ in range(1000000):\n        pass\n"
MODES = ["alone", "busy"]

# The log lines of Criterion, unittest and run-programs.py that name a failure.
FAILURES = [re.compile(r"^\[(?:\x1b\[[\d;]*m)?FAIL(?:\x1b\[[\d;]*m)?\] ([^\s:]+::[^\s:]+)"),
            re.compile(r"^(?:FAIL|ERROR): (\S+ \(\S+\))"),
            re.compile(r"^[\w-]+: (.+ ended with status \S+)")]


class BusyProcesses:
    """A context manager: processes that compute until its block ends."""

    def __init__(self, number):
        self.number = number
        self.processes = []

    def __enter__(self):
        code = SPIN.format(os.getpid())
        for _ in range(self.number):
            self.processes.append(subprocess.Popen([sys.executable, "-c", code]))

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()


def failures_in(path, status):
    """The names of the tests or programs that failed in a run."""
    with open(path, encoding="utf-8", errors="replace") as log:
        lines = log.read().splitlines()
    names = {match.group(1) for line in lines for match in (p.match(line) for p in FAILURES)
             if match}
    return sorted(names) or [f"the command ended with status {status}"]


def run_all(options, runs, failures):
    """Runs all commands; counts the runs and records the logs of failures by command and mode."""
    for number in range(1, options.times + 1):
        for mode in MODES:
            with BusyProcesses(BUSY_PROCESSES if mode == "busy" else 0):
                for command in options.commands:
                    words = shlex.split(command)
                    path = os.path.join(options.logs, f"{words[-1]}-{mode}-{number}.log")
                    with open(path, "wb") as log:
                        status = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=log,
                                                stderr=subprocess.STDOUT, check=False).returncode
                    key = words[-1], mode
                    runs[key] += 1
                    if status != 0:
                        failures[key].append((path, failures_in(path, status)))
                        print(f"repeat: {words[-1]}, {mode}, run {number} failed: {path}",
                              flush=True)


def report(runs, failures):
    for (name, mode), number in sorted(runs.items()):
        logs = failures[name, mode]
        print(f"{name}, {mode}: {number} runs, {len(logs)} failed")
        names = collections.defaultdict(list)
        for path, failed in logs:
            for one in failed:
                names[one].append(path)
        for one, paths in sorted(names.items(), key=lambda item: (-len(item[1]), item[0])):
            print(f"{len(paths):6} {one}, first in {paths[0]}")


def main():
    listen_to_signals()
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--times", type=int, required=True)
    parser.add_argument("--logs", required=True)
    parser.add_argument("commands", nargs="+")
    options = parser.parse_args()
    if options.times < 1:
        parser.error("--times needs a number above 0")
    options.logs = os.path.relpath(fresh_directory(options.logs))

    runs = collections.Counter()
    failures = collections.defaultdict(list)
    interrupted = False
    try:
        run_all(options, runs, failures)
    except KeyboardInterrupt:
        interrupted = True
    report(runs, failures)
    sys.exit(1 if interrupted or any(failures.values()) else 0)


main()
