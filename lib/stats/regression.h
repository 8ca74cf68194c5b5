/* SPDX-License-Identifier: MIT */
/*
 * Linear regression over points that come one by one, and over a window that moves along them. It
 * keeps sums, so each point costs the same; their arithmetic is part of what criteria decide.
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
/* For points at x = 0, 1, ... count-1: the first one, whose y is `leaving`, goes; the others move
 * one to the left, and `coming` is added at count-1. */
void bres__regression_slide(bres__regression *regression, double leaving, double coming);

/* NaN below two points, and for points at one x. */
double bres__regression_slope(const bres__regression *regression);
double bres__regression_intercept(const bres__regression *regression);
/* Share of the variance of y that the line explains, 0 to 1; 1 when y varies less than a double can
 * tell from rounding; NaN below two points. */
double bres__regression_r2(const bres__regression *regression);

/* The angle that a slope has, in degrees. */
double bres__slope_degrees(double slope);

#endif
