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
/* Puts the value of this rank, counted from 0, where sorting would put it: those before it are not
 * greater, those after it not less. No value is NaN; a rank that is too large changes nothing. O(n)
 * on average, O(n log n) in the worst case. */
void bres__select_float64(double *values, size_t count, size_t rank);
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

/* Sorts the values and returns their median: of an even number, the mean of the two in the middle.
 * `count` must not be 0. */
double bres__median(double *values, size_t count);

/* Between two neighbours, fraction 0 to 1 of the way, by torch's and NumPy's arithmetic. */
double bres__interpolate(double lower, double upper, double fraction);

/* Samples below which nothing is said about noise. */
#define BRES__NOISE_MIN 5u

/* spread / center; false, with *ratio as it was, when the center is not positive and finite, or the
 * spread is negative or NaN. The ratio may be infinite. */
bool bres__relative(double spread, double center, double *ratio);
/* Standard deviation over mean; false also when the deviation is not finite or there are too few
 * values. */
bool bres__stdev_noise(size_t count, double stdev, double mean, double *noise);
/* Interquartile range over median, likewise. */
bool bres__robust_noise(size_t count, const bres__quartiles *quartiles, double *noise);

#endif
