#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Welch's t test (1947) at 5 %."""
import math
import statistics

from results import direction, judge

LEVEL = 0.05
STEPS = 400


def t_tail(value, freedom):
    """The probability above `value` > 0 of Student's t, integrated over the angle whose tangent
    is t / sqrt(freedom), by Simpson's rule."""
    lower, upper = math.atan(value / math.sqrt(freedom)), math.pi / 2
    width = (upper - lower) / STEPS
    terms = [math.cos(lower + i * width) ** (freedom - 1) for i in range(STEPS)] + [0.0]
    area = terms[0] + 4 * sum(terms[1:-1:2]) + 2 * sum(terms[2:-1:2])
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2))
    return area * width / 3 * scale / math.sqrt(math.pi)


def decide(reference, candidate):
    sides = (reference, candidate)
    means = [statistics.fmean(side) for side in sides]
    squares = [statistics.variance(side, mean) / len(side) for side, mean in zip(sides, means)]
    if sum(squares) == 0:
        return direction(*means, means[0] != means[1])
    freedom = sum(squares) ** 2 / sum(
        square ** 2 / (len(side) - 1) for square, side in zip(squares, sides))
    t = abs(means[1] - means[0]) / math.sqrt(sum(squares))
    return direction(*means, 2 * t_tail(t, freedom) < LEVEL)


judge(decide)
