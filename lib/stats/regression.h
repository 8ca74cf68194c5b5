/* SPDX-License-Identifier: MIT */
/*
 * Linear regression over a stream of points, or over a sliding window of the stream. Keeps sums, so
 * each point has a constant cost. Stopping criteria depend on the exact arithmetic of the sums.
 */
#ifndef BRES_STATS_REGRESSION_H
#define BRES_STATS_REGRESSION_H

#include <stddef.h>

/* All zero is empty. */
typedef struct bres__regression {
    size_t count;
    double sum_x;
    double sum_y;
    double sum_xy;
    double sum_xx;
    double sum_yy;
} bres__regression;

void bres__regression_add(bres__regression *regression, double x, double y);
/* For points at x = 0, 1, ... count-1: removes the first point, whose y is `leaving`, moves the
 * others one to the left, and adds `coming` at count-1. */
void bres__regression_slide(bres__regression *regression, double leaving, double coming);

/* NaN for fewer than two points, and if all points have the same x. */
double bres__regression_slope(const bres__regression *regression);
double bres__regression_intercept(const bres__regression *regression);
/* Fraction of the variance of y that the line explains, 0 to 1. Gives 1 if the variance of y cannot
 * be distinguished from rounding; NaN for fewer than two points, and if all have the same x. */
double bres__regression_r2(const bres__regression *regression);

/* The angle of a slope, in degrees. */
double bres__slope_degrees(double slope);

#endif
