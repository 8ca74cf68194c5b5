/* SPDX-License-Identifier: MIT */
/*
 * Rank tests of a shift and the confidence intervals that they imply: the rank sum test of two sets
 * of values (Wilcoxon 1945, Mann and Whitney 1947), and the signed rank test of pairs (Wilcoxon
 * 1945). Under the null hypothesis, the first only assumes exchangeable values, the second only
 * symmetric differences.
 *
 * The statistic counts the differences, or the averages of two values, up to a limit. The ends of
 * the interval are two of these differences or averages (Hodges and Lehmann 1963). Equal values
 * count against a change, so that ties never make a test reject too often.
 */
#ifndef BRES_STATS_RANK_TEST_H
#define BRES_STATS_RANK_TEST_H

#include <benchresult/base.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The distribution of a statistic under the null hypothesis. The distribution is symmetric, so only
 * its lower half is stored. */
typedef struct bres__rank_distribution {
    double *below; /* probability of at most 0, 1, ...; NULL: normal approximation */
    size_t count;
    double mean;
    double deviation;
} bres__rank_distribution;

/* The distribution of the number of pairs (i, j) with b[j] <= a[i], for two sets of values. Exact
 * unless both sets are large; then the normal approximation. Errors: BRES_ERROR_MEMORY. */
bres_status bres__rank_sum_distribution(size_t first, size_t second,
                                        bres__rank_distribution *distribution);
/* The distribution of the number of pairs i <= j whose average is not above 0, for one set of
 * values. Exact unless the set is large; then the normal approximation. Errors:
 * BRES_ERROR_MEMORY. */
bres_status bres__signed_rank_distribution(size_t count, bres__rank_distribution *distribution);
void bres__rank_distribution_free(bres__rank_distribution *distribution);

/* The probability of a statistic of at most `value`; not above 0.5 if `value` is below the mean. */
double bres__rank_below(const bres__rank_distribution *distribution, uint64_t value);
/* The largest number of statistics 0, 1, ... whose total probability is at most `tail`. This is the
 * position, counted from 1, of the lower end of a confidence interval; 0: no such interval. */
uint64_t bres__rank_trim(const bres__rank_distribution *distribution, double tail);

/* The smallest two-sided p-value that the test can give. */
double bres__rank_sum_smallest(size_t first, size_t second);
double bres__signed_rank_smallest(size_t count);

/* The two-sided p-value of the rank sum test, as other tools report it (Mann and Whitney 1947). It
 * is exact if the smaller set has at most eight values and the larger set at most some thousands,
 * or fifty with ties. Otherwise it uses the normal approximation, with corrections for ties and for
 * continuity. Both sets are sorted, not empty and without NaN.
 * Errors: BRES_ERROR_MEMORY. */
bres_status bres__rank_sum_p_value(const double *a, size_t a_count, const double *b, size_t b_count,
                                   double *p_value);

/* The number of differences b[j] - a[i] that are at most `limit`. Both sets are sorted. */
uint64_t bres__differences_below(const double *a, size_t a_count, const double *b, size_t b_count,
                                 double limit);
/* The difference b[j] - a[i] at a position, counted from 1, among all sorted differences. */
double bres__difference_at(const double *a, size_t a_count, const double *b, size_t b_count,
                           uint64_t place);
/* The number of averages (v[i] + v[j]) / 2, i <= j, that are at most `limit`. The values are
 * sorted. */
uint64_t bres__averages_below(const double *values, size_t count, double limit);
/* The average at a position, counted from 1, among all sorted averages. */
double bres__average_at(const double *values, size_t count, uint64_t place);

#endif
