#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times three ways to join words, for two lengths, and prints a table with a row for each way.

The measurements are kept in words.json: compare_results.py compares this file with a later run.
"""
import benchresult as br

WAYS = {
    "join": "''.join(words)",
    "format": "('%s' * len(words)) % tuple(words)",
    "add": "text = ''\nfor word in words:\n    text += word",
}


def main(path="words.json", min_run_time=0.02):
    measurements = []
    for count in (10, 1000):
        for name, statement in WAYS.items():
            timer = br.Timer(statement, setup=f"words = ['benchmark'] * {count}", label="join words",
                             sub_label=name, description=f"{count} words")
            measurements.append(timer.blocked_autorange(min_run_time=min_run_time))
    table = br.Compare(measurements)
    table.trim_significant_figures()
    table.highlight_warnings()
    table.print()
    br.Measurement.to_result(measurements).write(path)


if __name__ == "__main__":
    main()
