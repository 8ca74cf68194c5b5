#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The test of Mann and Whitney (1947) at 5 %, by its normal approximation with ties."""
import itertools
import math
import statistics

from results import direction, judge

LEVEL = 0.05


def p_value(reference, candidate):
    total = len(reference) + len(candidate)
    both = sorted([(value, 0) for value in reference] + [(value, 1) for value in candidate])
    rank_sum, ties, place = 0.0, 0.0, 0
    for _, group in itertools.groupby(both, key=lambda entry: entry[0]):
        members = list(group)
        rank_sum += (place + (len(members) + 1) / 2) * sum(1 for m in members if m[1] == 0)
        ties += len(members) ** 3 - len(members)
        place += len(members)
    expected = len(reference) * (total + 1) / 2
    variance = len(reference) * len(candidate) / 12 * (total + 1 - ties / (total * (total - 1)))
    if variance <= 0:
        return 1
    return math.erfc(abs(rank_sum - expected) / math.sqrt(2 * variance))


def decide(reference, candidate):
    return direction(statistics.median(reference), statistics.median(candidate),
                     p_value(reference, candidate) < LEVEL)


judge(decide)
