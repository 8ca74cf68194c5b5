/* SPDX-License-Identifier: MIT */
#include "stats/robust/median.h"
#include "stats/stats.h"

#include <math.h>

#define LOG_2  0.693147180559945309
#define LOG_PI 1.144729885849400174

/* The largest rank, counted from 1, such that the median is below the value of this rank with a
 * probability of at most `tail`; 0: no such rank. The number of values below the median is
 * binomial. */
static size_t rank_below(size_t count, double tail)
{
    double logarithm = -(double)count * LOG_2; /* of the probability of exactly `rank` values */
    double sum = exp(logarithm);
    size_t rank = 0;

    while (rank < count / 2 && sum <= tail) {
        logarithm += log((double)(count - rank) / (double)(rank + 1));
        sum += exp(logarithm);
        rank++;
    }
    return rank;
}

/* Sets the interval between the values of this rank, counted from either end; 0: no interval. */
static void interval_set(const double *values, size_t count, size_t rank,
                         bres__median_interval *median)
{
    *median = (bres__median_interval){ .value = NAN, .lower = -INFINITY, .upper = INFINITY };
    if (count == 0)
        return;
    median->value = (values[(count - 1) / 2] + values[count / 2]) / 2;
    if (rank == 0)
        return;
    median->lower = values[rank - 1];
    median->upper = values[count - rank];
}

void bres__median_interval_of(const double *values, size_t count, double confidence,
                              bres__median_interval *median)
{
    interval_set(values, count, rank_below(count, (1 - confidence) / 2), median);
}

void bres__median_interval_select(double *values, size_t count, double confidence,
                                  bres__median_interval *median)
{
    const size_t rank = rank_below(count, (1 - confidence) / 2);

    if (rank == 0) {
        bres__sort_float64(values, count);
    } else {
        /* Each selection puts the values of all smaller ranks before its own rank. */
        bres__select_float64(values, count, count - rank);
        bres__select_float64(values, count - rank, count / 2);
        bres__select_float64(values, count / 2, (count - 1) / 2);
        bres__select_float64(values, (count - 1) / 2, rank - 1);
    }
    bres__median_interval_of(values, count, confidence, median);
}

/* The logarithm of W. */
static double sequence_wealth(size_t count, size_t above)
{
    int sign;

    return (double)count * LOG_2 + lgamma_r((double)above + 0.5, &sign) +
           lgamma_r((double)(count - above) + 0.5, &sign) - lgamma_r((double)count + 1, &sign) -
           LOG_PI;
}

/* The largest rank, counted from 1, such that a median below the value of this rank is refuted; 0:
 * no such rank. Smaller ranks leave more values above such a median. */
static size_t sequence_rank(size_t count, double error_rate)
{
    const double limit = log(1 / error_rate + 0.5);
    size_t low = 0;
    size_t high = count / 2 + 1;

    while (high - low > 1) {
        const size_t rank = low + (high - low) / 2;

        if (sequence_wealth(count, count - rank + 1) >= limit)
            low = rank;
        else
            high = rank;
    }
    return low;
}

void bres__median_sequence_of(const double *values, size_t count, double error_rate,
                              bres__median_interval *median)
{
    interval_set(values, count, sequence_rank(count, error_rate), median);
}
