/* SPDX-License-Identifier: MIT */
/*
 * The exact distributions of rank statistics, from their generating functions, which are products
 * with one factor for each value.
 */
#include "stats/robust/rank_test.h"

#include "base/alloc.h"
#include "base/error.h"
#include "stats/distribution.h"

#include <math.h>

/* The largest number of additions that an exact distribution may cost. */
#define EXACT_COST_MAX 1e6
/* The logarithm of the largest number of arrangements, well within the range of a double. */
#define EXACT_LOG_MAX  600.0

static double log_choose(double count, double chosen)
{
    int sign;

    return lgamma_r(count + 1, &sign) - lgamma_r(chosen + 1, &sign) -
           lgamma_r(count - chosen + 1, &sign);
}

/* Turns numbers of arrangements into cumulative probabilities. */
static void distribution_accumulate(bres__rank_distribution *distribution, double arrangements)
{
    double sum = 0;

    for (size_t i = 0; i < distribution->count; i++) {
        sum += distribution->below[i];
        distribution->below[i] = sum / arrangements;
    }
}

/* Allocates the lower half of the values from 0 to `largest`, with one arrangement for 0. */
static bres_status distribution_alloc(bres__rank_distribution *distribution, double largest)
{
    distribution->count = (size_t)(largest / 2) + 1;
    distribution->below = bres__calloc(distribution->count, sizeof(double));
    if (distribution->below == NULL)
        return bres__error_memory();
    distribution->below[0] = 1;
    return BRES_OK;
}

/* Divides by 1 - q^step. */
static void series_divide(double *series, size_t count, size_t step)
{
    for (size_t i = step; i < count; i++)
        series[i] += series[i - step];
}

/* Multiplies by 1 + sign * q^step. */
static void series_multiply(double *series, size_t count, size_t step, double sign)
{
    for (size_t i = count; i-- > step;)
        series[i] += sign * series[i - step];
}

/* The generating function is the Gaussian binomial coefficient: the product of
 * (1 - q^(most+i)) / (1 - q^i) for i from 1 to `least`. */
bres_status bres__rank_sum_distribution(size_t first, size_t second,
                                        bres__rank_distribution *distribution)
{
    const size_t least = first < second ? first : second;
    const size_t most = first < second ? second : first;
    const double small = (double)least;
    const double large = (double)most;
    const double arrangements = log_choose(small + large, small);
    bres_status status;

    *distribution = (bres__rank_distribution){
        .mean = small * large / 2,
        .deviation = sqrt(small * large * (small + large + 1) / 12),
    };
    if (small * small * large > EXACT_COST_MAX || arrangements > EXACT_LOG_MAX)
        return BRES_OK;
    status = distribution_alloc(distribution, small * large);
    if (status != BRES_OK)
        return status;
    for (size_t i = 1; i <= least; i++) {
        series_divide(distribution->below, distribution->count, i);
        series_multiply(distribution->below, distribution->count, most + i, -1);
    }
    distribution_accumulate(distribution, exp(arrangements));
    return BRES_OK;
}

/* The generating function is the product of (1 + q^i) for i from 1 to `count`. */
bres_status bres__signed_rank_distribution(size_t count, bres__rank_distribution *distribution)
{
    const double values = (double)count;
    const double largest = values * (values + 1) / 2;
    bres_status status;

    *distribution = (bres__rank_distribution){
        .mean = largest / 2,
        .deviation = sqrt(largest * (2 * values + 1) / 12),
    };
    if (values * largest > EXACT_COST_MAX)
        return BRES_OK;
    status = distribution_alloc(distribution, largest);
    if (status != BRES_OK)
        return status;
    for (size_t i = 1; i <= count; i++)
        series_multiply(distribution->below, distribution->count, i, 1);
    distribution_accumulate(distribution, exp2(values));
    return BRES_OK;
}

void bres__rank_distribution_free(bres__rank_distribution *distribution)
{
    bres__free(distribution->below);
    *distribution = (bres__rank_distribution){ .below = NULL };
}

double bres__rank_below(const bres__rank_distribution *distribution, uint64_t value)
{
    if (distribution->below == NULL)
        return bres__student_tail(
            (distribution->mean - (double)value - 0.5) / distribution->deviation, INFINITY);
    if (value < distribution->count)
        return distribution->below[value];
    return (double)value < 2 * distribution->mean
               ? 1 - distribution->below[(size_t)(2 * distribution->mean) - value - 1]
               : 1;
}

uint64_t bres__rank_trim(const bres__rank_distribution *distribution, double tail)
{
    uint64_t lower = 0; /* the probability of a statistic below this is at most the tail */
    uint64_t upper = (uint64_t)distribution->mean + 1;

    if (bres__rank_below(distribution, 0) > tail)
        return 0;
    while (upper - lower > 1) {
        const uint64_t middle = lower + (upper - lower) / 2;

        if (bres__rank_below(distribution, middle - 1) <= tail)
            lower = middle;
        else
            upper = middle;
    }
    return lower;
}

double bres__rank_sum_smallest(size_t first, size_t second)
{
    return fmin(1, 2 * exp(-log_choose((double)(first + second), (double)first)));
}

double bres__signed_rank_smallest(size_t count)
{
    return fmin(1, 2 * exp2(-(double)count));
}
