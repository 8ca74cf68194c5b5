/* SPDX-License-Identifier: MIT */
/*
 * The place where the level of a series of values changes once, by ranks (Pettitt 1979, with the
 * weights of the rank sum test): the statistic of a split counts in how many pairs a value before
 * the split exceeds a value after it.
 *
 * Of the largest statistic over all splits, the chance is at most the sum of the chances of each
 * (Bonferroni), whatever the distribution of the values is, if their order is random. Values that
 * depend on their neighbours make the statistic scatter more. The test therefore divides it by an
 * estimate of that scatter, from the correlation of neighbours (Andrews 1991) and from the sums of
 * ranks within both parts (Shao and Zhang 2010, of ranks Betken 2016). The estimate is at least
 * the scatter of a random order, so that the bound holds for values in random order.
 */
#ifndef BRES_STATS_CHANGE_POINT_H
#define BRES_STATS_CHANGE_POINT_H

#include <benchresult/base.h>

#include <stdbool.h>
#include <stddef.h>

/* The chance that values in random order have a change. */
#define BRES__CHANGE_ERROR 0.002

/* Two phases: the values from `begin` to before `at`, and from there to before `end`. */
typedef struct bres__change_point {
    size_t begin;
    size_t at;
    size_t end;
    double before; /* median of the first phase */
    double after;
} bres__change_point;

/*
 * Looks for two phases whose medians differ by at least `min_change`, a fraction of the smaller
 * one: in all values, or else in either half. A phase has at least a twentieth of these values, and
 * at least five. *found is false without values enough, and if a value is not finite or a median
 * not positive. O(n log n). Errors: BRES_ERROR_MEMORY.
 */
bres_status bres__change_point_find(const double *values, size_t count, double min_change,
                                    bool *found, bres__change_point *point);

#endif
