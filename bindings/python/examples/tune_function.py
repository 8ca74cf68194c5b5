#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds the fastest block size and method of a sum, and the configurations not proven slower.

The tuner never measures a configuration that the constraint excludes, and a configuration with a
wrong sum cannot win. The file tune.json keeps all samples; after an interruption, the next run
continues the search.
"""
import math

import benchresult as br

DATA = [0.1 * i for i in range(4096)]
METHODS = {"sum": sum, "fsum": math.fsum}


def blocked_sum(trial):
    size, add = trial["BLOCK"], METHODS[trial["METHOD"]]
    return add(add(DATA[i:i + size]) for i in range(0, len(DATA), size))


def is_right(trial):
    return math.isclose(blocked_sum(trial), math.fsum(DATA))


def main():
    tuner = br.tune(blocked_sum, {"BLOCK": br.Pow2(range(4, 13, 4)), "METHOD": list(METHODS)},
                    constraint="BLOCK>16 || METHOD==sum", check=is_right, max_time=0.5,
                    path="tune.json", resume=True)
    print(tuner.message)
    for trial in tuner.trials:
        print(f"{trial.status:10} {trial.name}")
    print("best:", dict(tuner.best[0]))


if __name__ == "__main__":
    main()
