#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proves that a check target can fail: runs planted faults through the target's own runner.

usage: selftest.py --name NAME [--wrapper COMMAND] --programs DIRECTORY FAULT...

run-suites.py must flag each program DIRECTORY/FAULT for the right reason, and must not flag the
program DIRECTORY/clean. A filter that excludes a fault must hide this fault and no other.
"""
import argparse
import os
import subprocess
import sys

RUN_SUITES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support/run-suites.py")

# The output must contain one of these texts; the tools word their reports differently.
SIGNS = {
    "assertion": ["planted failure"],
    "skip": ["selftest::skips was skipped"],
    "empty": ["suite selftest ran no test"],
    "leak": ["detected memory leaks", "definitely lost"],
    "use_after_free": ["heap-use-after-free", "Invalid write"],
    "undefined": ["signed integer overflow"],
    "race": ["ThreadSanitizer: data race"],
}


# Filters for the program `skip`, and the text that the output must contain; None: no fault.
FILTERS = {
    "selftest/runs": None,
    "selftest/sk*": "selftest::skips was skipped",
    "other/*": "no test ran",
}


def run_suites(options, program, *arguments):
    return subprocess.run(
        [sys.executable, RUN_SUITES, "--name", f"selftest-{options.name}-{program}", *arguments,
         "--wrapper", options.wrapper, "--", os.path.join(options.programs, program)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)


def misjudged(result, signs):
    """Whether a run was not flagged for one of the signs (without signs: was flagged); prints its
    output then."""
    if signs:
        wrong = result.returncode != 1 or not any(sign in result.stdout for sign in signs)
    else:
        wrong = result.returncode != 0
    if wrong:
        print(result.stdout, end="")
    return wrong


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--name", required=True)
    parser.add_argument("--wrapper", default="")
    parser.add_argument("--programs", required=True)
    parser.add_argument("faults", nargs="+", choices=sorted(SIGNS))
    options = parser.parse_args()

    missed = [program for program in ["clean", *options.faults]
              if misjudged(run_suites(options, program, "--require", "selftest"),
                           SIGNS.get(program))]
    if "skip" in options.faults:
        missed += [f"skip with filter {pattern}" for pattern, sign in FILTERS.items()
                   if misjudged(run_suites(options, "skip", "--filter", pattern),
                                [sign] if sign else None)]
    for program in missed:
        print(f"selftest {options.name}: {program} was judged wrongly")
    sys.exit(1 if missed else 0)


main()
