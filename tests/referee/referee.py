#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds tools that compare results against pairs of results whose truth is known.

usage: referee.py DIRECTORY ADAPTER...

DIRECTORY is what `generate` wrote. An adapter is a program, with arguments, that gets a reference
and a candidate at its end, or in place of {} and {}, and prints one word for each row of the
candidate, in order: FAST, SLOW, SAME, or any other word for "undecided".

A verdict is wrong if it is FAST or SLOW of an unchanged row, or the opposite of the true change. A
change is missed if its row is SAME.
"""
import collections
import csv
import os
import shlex
import subprocess
import sys

CLEAR = ("FAST", "SLOW", "SAME")


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def run_adapter(adapter, reference, candidate):
    """The words of an adapter for a pair of files."""
    command = shlex.split(adapter)
    if "{}" in command:
        for path in (reference, candidate):
            if "{}" in command:
                command[command.index("{}")] = path
    else:
        command += [reference, candidate]
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if ran.returncode != 0:
        sys.exit(f"referee: the adapter '{adapter}' ended with {ran.returncode} for '{candidate}'")
    return ran.stdout.split()


def outcome(word, change):
    """Which column of the table a word belongs to."""
    if word not in CLEAR:
        return "undecided"
    truth = "SAME" if change == 0 else "SLOW" if change > 0 else "FAST"
    if word == truth:
        return "right"
    return "missed" if word == "SAME" else "wrong"


def judge_scenario(directory, scenario, adapter):
    counts = collections.Counter()
    for number in range(int(scenario["files"])):
        stem = os.path.join(directory, scenario["name"], str(number))
        truth = rows_of(f"{stem}-truth.csv")
        words = run_adapter(adapter, f"{stem}-reference.json", f"{stem}-candidate.json")
        if len(words) != len(truth):
            sys.exit(f"referee: the adapter '{adapter}' printed {len(words)} words for "
                     f"'{stem}-candidate.json' (expected {len(truth)}: one for each row)")
        for word, row in zip(words, truth):
            change = float(row["change"])
            counts[outcome(word, change)] += 1
            counts["unchanged" if change == 0 else "changed"] += 1
            if change == 0 and outcome(word, change) == "wrong":
                counts["false alarm"] += 1
    return counts


def percent(count, total):
    return f"{100 * count / total:7.2f}" if total else "      -"


def print_scenario(name, counts):
    total = counts["unchanged"] + counts["changed"]
    print(f"  {name:<44} {percent(counts['false alarm'], counts['unchanged'])} "
          f"{percent(counts['wrong'], total)} {percent(counts['missed'], counts['changed'])} "
          f"{percent(counts['undecided'], total)}", flush=True)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__.split("\n\n")[1])
    directory, adapters = sys.argv[1], sys.argv[2:]
    scenarios = rows_of(os.path.join(directory, "scenarios.csv"))
    if not scenarios:
        sys.exit(f"referee: '{directory}' has no scenarios")
    for adapter in adapters:
        total = collections.Counter()
        print(f"{os.path.basename(shlex.split(adapter)[0])} "
              f"{' '.join(shlex.split(adapter)[1:])}".rstrip())
        print(f"  {'scenario (percent)':<44} {'alarms':>7} {'wrong':>7} {'missed':>7} "
              f"{'open':>7}")
        for scenario in scenarios:
            counts = judge_scenario(directory, scenario, adapter)
            total += counts
            print_scenario(scenario["text"], counts)
        print_scenario("all", total)
        print("  alarms: FAST or SLOW, of the unchanged rows; missed: SAME, of the changed rows; "
              "wrong, open: of all\n")


main()
