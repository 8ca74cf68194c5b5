/* SPDX-License-Identifier: MIT */
/*
 * Finds the point where the level of a series of values changes once, by ranks (Pettitt 1979, with
 * the weights of the rank sum test). The statistic of a split is the number of pairs in which a
 * value before the split exceeds a value after it.
 *
 * If the order of the values is random, the p-value of the largest statistic over all splits is at
 * most the sum of the p-values of all splits (Bonferroni), for any distribution of the values.
 * Values that depend on their neighbours make the statistic vary more. The test therefore divides
 * it by an estimate of that variation, from the correlation of neighbours (Andrews 1991) and from
 * the sums of ranks within both parts (Shao and Zhang 2010; for ranks, Betken 2016). The estimate
 * is at least the variation in random order, so that the bound holds for values in random order.
 */
#ifndef BRES_STATS_CHANGE_POINT_H
#define BRES_STATS_CHANGE_POINT_H

#include <benchresult/base.h>

#include <stdbool.h>
#include <stddef.h>

/* Upper bound for the probability to find a change in values in random order. */
#define BRES__CHANGE_ERROR 0.002

/* Two phases: the values from `begin` to before `at`, and from `at` to before `end`. */
typedef struct bres__change_point {
    size_t begin;
    size_t at;
    size_t end;
    double before; /* median of the first phase */
    double after;
} bres__change_point;

/*
 * Searches two phases whose medians differ by at least `min_change`, a fraction of the smaller
 * median: first in all values, then in each half. A phase has at least a twentieth of the searched
 * values, and at least five. *found is false if the values are too few, a value is not finite or a
 * median is not positive. O(n log n). Errors: BRES_ERROR_MEMORY.
 */
bres_status bres__change_point_find(const double *values, size_t count, double min_change,
                                    bool *found, bres__change_point *point);

#endif
