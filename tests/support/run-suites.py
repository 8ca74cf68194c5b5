#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a program of Criterion suites and checks the results.

usage: run-suites.py --name NAME [--skips FILE] [--require SUITE]... [--filter PATTERN]
           [--wrapper COMMAND] -- PROGRAM [ARGUMENT]...

Criterion's exit status alone is not sufficient: it is 0 when no test ran, when a test was skipped
and, since each test is its own process, when a test leaked. So this script also fails when
- a suite of --require, or any other suite, ran no test;
- a test was skipped that FILE does not list;
- a sanitizer or valgrind (the wrapper) wrote a report.

PATTERN selects tests by `suite/test`; Criterion reports the others as skipped, which is allowed.

Criterion's closing line is held back to the end, so that the last line is the summary.
"""
import argparse
import collections
import fnmatch
import os
import re
import subprocess
import sys

from reports import Reports, listen_to_signals

RESULT = re.compile(r"(ok|not ok) - (\S+?)::(\S+)(?: +# SKIP ?(.*))?")
CLOSING = "[====] Synthesis:"


def arguments():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--name", required=True)
    parser.add_argument("--skips")
    parser.add_argument("--require", action="append", default=[])
    parser.add_argument("--filter")
    parser.add_argument("--wrapper", default="")
    parser.add_argument("program", nargs="+")
    return parser.parse_args()


def run(command, environment):
    """Copies the output line by line to stdout; returns the status and the closing line."""
    closing = ""
    process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               errors="replace")
    for line in process.stdout:
        if line.startswith(CLOSING):
            closing = line.rstrip()
        else:
            sys.stdout.write(line)
            sys.stdout.flush()
    return process.wait(), closing


def read_results(path, pattern):
    """The tests of a TAP report: how many ran in each suite, and why tests were skipped. Omits the
    skipped tests that the pattern does not match (None matches all tests)."""
    ran = collections.Counter()
    skipped = {}
    if not os.path.exists(path):
        return ran, skipped
    with open(path, encoding="utf-8", errors="replace") as report:
        for line in report:
            match = RESULT.match(line)
            if not match:
                continue
            suite, test, reason = match.group(2, 3, 4)
            if reason is not None and not fnmatch.fnmatchcase(f"{suite}/{test}", pattern or "*"):
                continue
            ran[suite] += reason is None
            if reason is not None:
                skipped[f"{suite}::{test}"] = reason
    return ran, skipped


def read_skips(path):
    """Reads lines `suite::test reason`; # begins a comment."""
    skips = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            test, _, reason = line.split("#")[0].strip().partition(" ")
            if test:
                skips[test] = reason.strip()
    return skips


def judge(options, ran, skipped):
    problems = []
    if not ran:
        problems.append("no test ran")
    for suite in sorted(set(options.require) | set(ran)):
        if not ran.get(suite):
            problems.append(f"suite {suite} ran no test")
    allowed = read_skips(options.skips) if options.skips else {}
    for test, reason in sorted(skipped.items()):
        if allowed.get(test):
            print(f"skipped: {test}: {allowed[test]}")
        else:
            problems.append(f"{test} was skipped ({reason}) and is not on the list with a reason")
    return problems


def main():
    listen_to_signals()
    options = arguments()
    reports = Reports(options.name, options.wrapper)
    tap = reports.directory + ".tap"
    if os.path.exists(tap):
        os.remove(tap)
    selection = ["--filter", options.filter] if options.filter else []
    status, closing = run(
        [*reports.wrapper, *options.program, *selection, f"--tap={tap}",
         f"--jobs={os.cpu_count()}"],
        reports.environment())
    problems = judge(options, *read_results(tap, options.filter))
    if status != 0:
        problems.append(f"{options.program[0]} ended with status {status}")
    if not closing:
        problems.append("the run has no closing line")
    problems += reports.problems()
    for problem in problems:
        print(f"{options.name}: {problem}")
    if not problems:
        reports.remove_scratch()
    print(closing, flush=True)
    sys.exit(1 if problems else 0)


main()
