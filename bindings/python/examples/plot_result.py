#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Puts a result into a table with one row for each state, and draws the medians.

usage: plot_result.py RESULT [CHART]

With pandas the table is a data frame, and with matplotlib CHART is a PNG. Without pandas the rows
are printed as CSV.
"""
import csv
import sys

import benchresult as br


def rows(result):
    """A dict for each measured state: its benchmark, its axes, and statistics of its samples."""
    for name, bench in result.items():
        for state in bench:
            if state.samples:
                yield {"benchmark": name, **state.axes, "median": state.median(),
                       "min": state.min(), "samples": len(state.samples)}


def print_csv(table):
    columns = dict.fromkeys(column for row in table for column in row)
    writer = csv.DictWriter(sys.stdout, columns, restval="")
    writer.writeheader()
    writer.writerows(table)


def draw(table, path):
    try:
        import matplotlib
    except ImportError:
        sys.exit("the chart needs matplotlib: pip install matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    labels = [" ".join(str(value) for value in list(row.values())[:-3]) for row in table]
    pyplot.barh(labels, [row["median"] * 1e6 for row in table])
    pyplot.xlabel("median in microseconds")
    pyplot.tight_layout()
    pyplot.savefig(path)


def main(path, chart=None):
    table = list(rows(br.load(path)))
    try:
        import pandas
    except ImportError:
        print("without pandas, the table is CSV", file=sys.stderr)
        print_csv(table)
    else:
        print(pandas.DataFrame(table).to_string())
    if chart is not None:
        draw(table, chart)


if __name__ == "__main__":
    main(*sys.argv[1:])
