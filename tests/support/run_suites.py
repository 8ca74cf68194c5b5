#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a program of Criterion suites and judges what became of it.

usage: run_suites.py --name NAME [--skips FILE] [--require SUITE]... -- PROGRAM [ARGUMENT]...

Criterion's exit status alone says too little: it is 0 when no test ran, when a test was skipped
and, since each test is a process of its own, when one of them leaked. So this also fails when
- a suite of --require, or any other, ran no test;
- a test was skipped that FILE does not list;
- a sanitizer or valgrind wrote a report (they are sent to files in build/reports/NAME).

Criterion's closing line is held back to the end, so that the last line is the summary.
"""
import argparse
import collections
import os
import re
import shutil
import subprocess
import sys

RESULT = re.compile(r"(ok|not ok) - (\S+?)::(\S+)(?: +# SKIP ?(.*))?")
CLOSING = "[====] Synthesis:"


def arguments():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--name", required=True)
    parser.add_argument("--skips")
    parser.add_argument("--require", action="append", default=[])
    parser.add_argument("--jobs", default=str(os.cpu_count()))
    parser.add_argument("program", nargs="+")
    return parser.parse_args()


def fresh_directory(*parts):
    path = os.path.abspath(os.path.join(*parts))
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    return path


def environment(reports, scratch):
    """Reports of every process go to files: a child's standard error and status may be lost."""
    env = dict(os.environ, BRES_TEST_SCRATCH_DIR=scratch)
    common = f"log_path={reports}/sanitizer:print_stacktrace=1"
    env["ASAN_OPTIONS"] = f"{common}:detect_leaks=1:detect_stack_use_after_return=1"
    env["UBSAN_OPTIONS"] = common
    env["TSAN_OPTIONS"] = f"{common}:halt_on_error=0"
    return env


def run(program, env):
    """Passes the output on line by line; returns the status and the closing line."""
    closing = ""
    process = subprocess.Popen(program, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace")
    for line in process.stdout:
        if line.startswith(CLOSING):
            closing = line.rstrip("\n")
        else:
            sys.stdout.write(line)
            sys.stdout.flush()
    return process.wait(), closing


def read_results(path):
    """The tests of a TAP report: how many ran in each suite, and the reasons of the skipped."""
    ran = collections.Counter()
    skipped = {}
    with open(path, encoding="utf-8", errors="replace") as report:
        for line in report:
            match = RESULT.match(line)
            if not match:
                continue
            suite, test, reason = match.group(2, 3, 4)
            ran[suite] += reason is None
            if reason is not None:
                skipped[f"{suite}::{test}"] = reason
    return ran, skipped


def read_skips(path):
    """Lines of `suite::test reason`; # begins a comment."""
    skips = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            words = line.split("#")[0].split(None, 1)
            if words:
                skips[words[0]] = words[1].strip() if len(words) > 1 else ""
    return skips


def judge(options, status, closing, tap, reports):
    problems = []
    if status != 0:
        problems.append(f"{options.program[0]} ended with status {status}")
    if not closing:
        problems.append("the run has no closing line")
    ran, skipped = read_results(tap) if os.path.exists(tap) else ({}, {})
    if not ran:
        problems.append("no test ran at all")
    for suite in sorted(set(options.require) | set(ran)):
        if not ran.get(suite):
            problems.append(f"suite {suite} ran no test")
    allowed = read_skips(options.skips) if options.skips else {}
    for test, reason in sorted(skipped.items()):
        if allowed.get(test):
            print(f"skipped: {test}: {allowed[test]}")
        else:
            problems.append(f"{test} was skipped ({reason}); to allow it, list it with a reason")
    for name in sorted(os.listdir(reports)):
        with open(os.path.join(reports, name), encoding="utf-8", errors="replace") as report:
            text = report.read()
        if text:
            print(text, end="")
            problems.append(f"there is a report: {os.path.join(reports, name)}")
    return problems


def main():
    options = arguments()
    reports = fresh_directory("build", "reports", options.name)
    scratch = fresh_directory("build", "scratch", options.name)
    tap = os.path.abspath(os.path.join("build", "reports", options.name + ".tap"))
    if os.path.exists(tap):
        os.remove(tap)
    status, closing = run([*options.program, f"--tap={tap}", f"--jobs={options.jobs}"],
                          environment(reports, scratch))
    problems = judge(options, status, closing, tap, reports)
    if not problems:
        shutil.rmtree(scratch)
    for problem in problems:
        print(f"{options.name}: {problem}")
    print(closing)
    sys.exit(1 if problems else 0)


main()
