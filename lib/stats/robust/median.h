/* SPDX-License-Identifier: MIT */
/*
 * The median of independent values and its confidence interval from order statistics (the sign
 * test). The interval is valid for any distribution.
 */
#ifndef BRES_STATS_MEDIAN_H
#define BRES_STATS_MEDIAN_H

#include <stddef.h>

typedef struct bres__median_interval {
    double value; /* NaN without values */
    double lower; /* -infinity if the values are too few */
    double upper; /* infinity if the values are too few */
} bres__median_interval;

/* For sorted values; `confidence` is from 0 to 1. */
void bres__median_interval_of(const double *values, size_t count, double confidence,
                              bres__median_interval *median);
/* For values in any order, without NaN; changes their order. O(n) on average. */
void bres__median_interval_select(double *values, size_t count, double confidence,
                                  bres__median_interval *median);

/*
 * For sorted values: an interval that is valid after every value. With the probability
 * 1 - error_rate, the intervals of all counts contain the median simultaneously. Assumes that every
 * value is above the median, and below it, with a probability of at most one half, regardless of
 * the previous values.
 *
 * The method is a bet, as in stats/sequential/sequential.h, on the side of a hypothetical median m
 * on which the next value lies. With k of n values above m, the mixture of all bet fractions over
 * the arcsine distribution has the wealth W = 2^n B(k + 1/2, n - k + 1/2) / pi. The bets on "above"
 * alone own at least 2 W - 1 if k is at least n/2, and each direction has half of the error rate.
 * So m is refuted when W reaches 1 / error_rate + 1/2.
 */
void bres__median_sequence_of(const double *values, size_t count, double error_rate,
                              bres__median_interval *median);

#endif
