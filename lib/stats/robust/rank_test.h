/* SPDX-License-Identifier: MIT */
/*
 * Rank tests of a shift and the confidence intervals that they imply: the rank sum test of two sets
 * of values (Wilcoxon 1945, Mann and Whitney 1947), and the signed rank test of pairs (Wilcoxon
 * 1945). Both only assume that values are exchangeable, or symmetric, if nothing differs.
 *
 * The statistic counts differences, or averages of two values, up to a limit. The interval lies
 * between two of them (Hodges and Lehmann 1963). Equal values count against a change, so that ties
 * never make a test reject too often.
 */
#ifndef BRES_STATS_RANK_TEST_H
#define BRES_STATS_RANK_TEST_H

#include <benchresult/base.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The distribution of a statistic if nothing differs. It is symmetric: only the lower half is
 * stored. */
typedef struct bres__rank_distribution {
    double *below; /* probability of at most 0, 1, ...; NULL: normal */
    size_t count;
    double mean;
    double deviation;
} bres__rank_distribution;

/* Of the pairs (i, j) with b[j] <= a[i], for two sets of values. Exact unless both sets are large;
 * otherwise the normal approximation. Errors: BRES_ERROR_MEMORY. */
bres_status bres__rank_sum_distribution(size_t first, size_t second,
                                        bres__rank_distribution *distribution);
/* Of the pairs i <= j whose average is not above 0, for a set of values. Likewise. */
bres_status bres__signed_rank_distribution(size_t count, bres__rank_distribution *distribution);
void bres__rank_distribution_free(bres__rank_distribution *distribution);

/* The probability of a statistic of at most `value`; at most 0.5 of a value below the mean. */
double bres__rank_below(const bres__rank_distribution *distribution, uint64_t value);
/* The number of statistics, from 0 on, whose probability together is at most `tail`: the place,
 * counted from 1, of the lower end of an interval. 0: no such interval. */
uint64_t bres__rank_trim(const bres__rank_distribution *distribution, double tail);

/* The smallest probability of both tails together. */
double bres__rank_sum_smallest(size_t first, size_t second);
double bres__signed_rank_smallest(size_t count);

/* The two-sided p-value of the rank sum test, as other tools report it (Mann and Whitney 1947). It
 * is exact if either set has at most eight values and the other one at most thousands, or fifty if
 * values are equal; otherwise normal, with corrections for ties and for continuity. Both sets are
 * sorted, not empty and without NaN.
 * Errors: BRES_ERROR_MEMORY. */
bres_status bres__rank_sum_p_value(const double *a, size_t a_count, const double *b, size_t b_count,
                                   double *p_value);

/* How many differences b[j] - a[i] are at most `limit`. Both sets are sorted. */
uint64_t bres__differences_below(const double *a, size_t a_count, const double *b, size_t b_count,
                                 double limit);
/* The difference b[j] - a[i] at a place, counted from 1, among all sorted ones. */
double bres__difference_at(const double *a, size_t a_count, const double *b, size_t b_count,
                           uint64_t place);
/* How many averages (v[i] + v[j]) / 2 with i <= j are at most `limit`. The values are sorted. */
uint64_t bres__averages_below(const double *values, size_t count, double limit);
/* The average at a place, counted from 1, among all sorted ones. */
double bres__average_at(const double *values, size_t count, uint64_t place);

#endif
