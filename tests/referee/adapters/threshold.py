#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A threshold of 5 % between the medians, as in many scripts."""
import statistics

from results import direction, judge

THRESHOLD = 0.05


def decide(reference, candidate):
    before, after = statistics.median(reference), statistics.median(candidate)
    return direction(before, after, abs(after - before) / before > THRESHOLD)


judge(decide)
