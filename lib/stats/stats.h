/* SPDX-License-Identifier: MIT */
/*
 * Room stats: numbers about arrays of numbers. Nothing here allocates unless it says so.
 */
#ifndef BRES_STATS_STATS_H
#define BRES_STATS_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sorts ascending; NaN goes last. O(n log n) in the worst case, in place. */
void bres__sort_float64(double *values, size_t count);
void bres__sort_float32(float *values, size_t count);
/* Sorts ascending in O(n): by the digits in which the values differ. `spare` is room for as many
 * values, whose content is lost. The bit patterns of positive doubles sort as the doubles do. */
void bres__sort_uint64(uint64_t *values, uint64_t *spare, size_t count);

/* NVBench's rank: the place, counted from 0, of the percentile (0 to 100) in `count` sorted values,
 * round(percent/100 * (count-1)) with halves up, in integers: (percent*(count-1) + 50) / 100.
 * `count` must not be 0. */
size_t bres__percentile_rank(size_t count, unsigned percent);

/* Mean and standard deviation in two passes: the second sums the squared distances from the mean.
 * The divisor of the variance is n-1. */
typedef struct bres__moments {
    double mean;  /* NaN when there is no value */
    double stdev; /* +inf below five values, as NVBench has it: too few to say */
    double min;   /* NaN when there is no value or one of them is NaN */
    double max;
    double sum;
} bres__moments;

void bres__moments_of(const double *values, size_t count, bres__moments *moments);

/* Quartiles of sorted values by bres__percentile_rank(). All are NaN when a value is NaN (they sort
 * last) or there is none. */
typedef struct bres__quartiles {
    double q1;
    double median;
    double q3;
} bres__quartiles;

void bres__quartiles_of_sorted(const double *values, size_t count, bres__quartiles *quartiles);

#endif
