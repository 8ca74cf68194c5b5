/* SPDX-License-Identifier: MIT */
#include "stats/regression.h"

#include <float.h>
#include <math.h>

/* Below this variance of x, all points count as having the same x. */
#define REGRESSION_SPREAD_MIN 1e-12

void bres__regression_add(bres__regression *regression, double x, double y)
{
    regression->count++;
    regression->sum_x += x;
    regression->sum_y += y;
    regression->sum_xy += x * y;
    regression->sum_xx += x * x;
    regression->sum_yy += y * y;
}

/* The leaving point is at x = 0, so it does not contribute to sum_xy. Moving the other points one
 * to the left subtracts each y once. */
void bres__regression_slide(bres__regression *regression, double leaving, double coming)
{
    regression->sum_y -= leaving;
    regression->sum_y += coming;
    regression->sum_yy -= leaving * leaving;
    regression->sum_yy += coming * coming;
    regression->sum_xy -= regression->sum_y - coming;
    regression->sum_xy += (double)(regression->count - 1) * coming;
}

double bres__regression_slope(const bres__regression *regression)
{
    const double count = (double)regression->count;
    const double mean_x = regression->sum_x / count;
    const double mean_y = regression->sum_y / count;
    const double covariance = regression->sum_xy / count - mean_x * mean_y;
    const double variance = regression->sum_xx / count - mean_x * mean_x;

    if (regression->count < 2 || fabs(variance) < REGRESSION_SPREAD_MIN)
        return NAN;
    return covariance / variance;
}

double bres__regression_intercept(const bres__regression *regression)
{
    const double count = (double)regression->count;
    const double slope = bres__regression_slope(regression);

    if (!isfinite(slope))
        return NAN;
    return regression->sum_y / count - slope * (regression->sum_x / count);
}

/* Expands the variance of y, and the part of it that the line explains, into the sums. */
double bres__regression_r2(const bres__regression *regression)
{
    const double count = (double)regression->count;
    const double mean_x = regression->sum_x / count;
    const double mean_y = regression->sum_y / count;
    const double mean_xy = regression->sum_xy / count;
    const double variance = regression->sum_yy / count - mean_y * mean_y;
    double intercept;
    double slope;
    double explained;

    if (regression->count < 2)
        return NAN;
    if (variance < DBL_EPSILON)
        return 1;
    slope = bres__regression_slope(regression);
    intercept = bres__regression_intercept(regression);
    if (!isfinite(slope) || !isfinite(intercept))
        return NAN;
    explained =
        slope * ((mean_xy - slope * regression->sum_xx / count) + (mean_xy - intercept * mean_x)) +
        intercept * (mean_y - slope * mean_x - intercept) + mean_y * (intercept - mean_y);
    return fmin(fmax(explained / variance, 0), 1);
}

double bres__slope_degrees(double slope)
{
    return atan2(slope, 1) * 180 / M_PI;
}
