#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Races two functions in alternation until one is proven faster, or both are proven equivalent."""
import random

import benchresult as br

DATA = random.Random(1).sample(range(10_000), 1000)


def sort():
    return sorted(DATA)


def sort_by_key():
    return sorted(DATA, key=lambda number: number)


def main():
    outcome = br.race(sort, sort_by_key, max_time=0.5)
    print(f"sort_by_key is {outcome.verdict}: {outcome.message}")
    print(f"ratio {outcome.ratio:.3f} ({outcome.lower:.3f} to {outcome.upper:.3f}), "
          f"{outcome.pairs} pairs")
    if outcome.verdict is br.Verdict.AMBIGUOUS:
        print(f"about {outcome.plan_pairs} more pairs would decide the race")


if __name__ == "__main__":
    main()
