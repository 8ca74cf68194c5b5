/* SPDX-License-Identifier: MIT */
/*
 * The median of independent values and its confidence interval by order statistics (the sign test):
 * it holds for any distribution.
 */
#ifndef BRES_STATS_MEDIAN_H
#define BRES_STATS_MEDIAN_H

#include <stddef.h>

typedef struct bres__median_interval {
    double value; /* NaN without values */
    double lower; /* -infinity, as `upper` is infinity, if there are too few values */
    double upper;
} bres__median_interval;

/* Of sorted values; the confidence is from 0 to 1. */
void bres__median_interval_of(const double *values, size_t count, double confidence,
                              bres__median_interval *median);
/* Of values in any order, without NaN, whose order changes; O(n) on average. */
void bres__median_interval_select(double *values, size_t count, double confidence,
                                  bres__median_interval *median);

#endif
