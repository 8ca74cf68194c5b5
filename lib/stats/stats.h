/* SPDX-License-Identifier: MIT */
/*
 * Room stats: statistics of arrays of numbers. Functions allocate only if their comment says so.
 */
#ifndef BRES_STATS_STATS_H
#define BRES_STATS_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sorts ascending; NaN goes last. O(n log n) in the worst case, in place. */
void bres__sort_float64(double *values, size_t count);
/* Puts the value of this rank, counted from 0, where sorting would put it: values before it are not
 * greater, values after it not less. No value may be NaN. Does nothing if the rank is too large.
 * O(n) on average, O(n log n) in the worst case. */
void bres__select_float64(double *values, size_t count, size_t rank);
/* Sorts ascending in O(n), by the digits in which the values differ. `scratch` has room for
 * `count` values. The bit patterns of positive doubles sort in the order of the doubles. */
void bres__sort_uint64(uint64_t *values, uint64_t *scratch, size_t count);

/* NVBench's rank: the index of the percentile (0 to 100) in `count` sorted values. This is
 * round(percent/100 * (count-1)), halves rounded up, in integers: (percent*(count-1) + 50) / 100.
 * `count` must not be 0. */
size_t bres__percentile_rank(size_t count, unsigned percent);

/* Mean and standard deviation in two passes: the second sums the squared distances from the mean.
 * The divisor of the variance is n-1. */
typedef struct bres__moments {
    double mean;  /* NaN without values */
    double stdev; /* +inf for fewer than five values, as in NVBench */
    double min;   /* NaN without values and if a value is NaN */
    double max;
    double sum;
} bres__moments;

void bres__moments_of(const double *values, size_t count, bres__moments *moments);

/* Quartiles of sorted values by bres__percentile_rank(). All are NaN without values and if a value
 * is NaN (NaN sorts last). */
typedef struct bres__quartiles {
    double q1;
    double median;
    double q3;
} bres__quartiles;

void bres__quartiles_of_sorted(const double *values, size_t count, bres__quartiles *quartiles);

/* Sorts the values and returns their median; for an even count, the mean of the two middle values.
 * `count` must not be 0. */
double bres__median(double *values, size_t count);

/* Interpolates linearly, with `fraction` from 0 to 1, in the arithmetic of torch and NumPy. */
double bres__interpolate(double lower, double upper, double fraction);

/* Minimum number of samples for a noise value. */
#define BRES__NOISE_MIN 5u

/* Computes spread / center. Returns false, with *ratio unchanged, if the center is not positive and
 * finite, or if the spread is negative or NaN. The ratio may be infinite. */
bool bres__relative(double spread, double center, double *ratio);
/* Standard deviation over mean. Also false if the deviation is not finite or `count` is below
 * BRES__NOISE_MIN. */
bool bres__stdev_noise(size_t count, double stdev, double mean, double *noise);
/* Interquartile range over median; false in the same cases. */
bool bres__robust_noise(size_t count, const bres__quartiles *quartiles, double *noise);

#endif
