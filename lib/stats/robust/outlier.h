/* SPDX-License-Identifier: MIT */
/*
 * Dixon's test for an outlier (Dixon 1950): the gap between the extreme value and its neighbour, as
 * a fraction of the range of all values. Unlike in a test based on the standard deviation, two
 * groups of values do not hide an outlier.
 */
#ifndef BRES_STATS_OUTLIER_H
#define BRES_STATS_OUTLIER_H

#include <stddef.h>

/* The probability that either extreme of `count` normal values, at least 3, has a gap of at least
 * this fraction of the range. */
double bres__outlier_chance(double gap_fraction, size_t count);

#endif
