/* SPDX-License-Identifier: MIT */
/*
 * Statistics of measurements, as torch.utils.benchmark computes them.
 */
#include "stats/stats.h"
#include "timer/measurement/measurement.h"

#include <math.h>

/* The interquartile range, as a fraction of the median, from which the spread is mild, and
 * severe. */
#define SPREAD_MILD   0.10
#define SPREAD_SEVERE 0.25
/* Half width of a 90 % confidence interval, in standard errors. */
#define CONFIDENCE    1.645
/* Resolution in seconds beyond which no clock is trusted. */
#define CLOCK_SECONDS 25e-9
#define FIGURES_MAX   4

/* The quantile at `fraction`, interpolated between sorted values. */
static double quantile_of(const double *sorted, size_t count, double fraction)
{
    const double rank = fraction * (double)(count - 1);
    const size_t lower = (size_t)floor(rank);
    const size_t upper = (size_t)ceil(rank);

    return bres__interpolate(sorted[lower], sorted[upper], rank - floor(rank));
}

/* Standard deviation with the divisor n, in two passes. */
static double deviation_of(const double *values, size_t count)
{
    double squares = 0;
    double sum = 0;
    double mean;

    for (size_t i = 0; i < count; i++)
        sum += values[i];
    mean = sum / (double)count;
    for (size_t i = 0; i < count; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    return sqrt(squares / (double)count);
}

/* Significant digits: the decimal orders by which the median exceeds its confidence interval. The
 * interval is computed from the inner half of the times, so that outliers do not count. */
static int figures_of(const double *sorted, size_t count, double median)
{
    const size_t begin = count / 4;
    const size_t end = count - count / 4;
    const double error = deviation_of(sorted + begin, end - begin) / sqrt((double)(end - begin));
    const double interval = fmax(CONFIDENCE * error, CLOCK_SECONDS);
    const double figures = floor(log10(median / interval));

    return (int)fmin(fmax(figures, 1), FIGURES_MAX);
}

void bres__measurement_compute(bres_measurement *measurement)
{
    const double *sorted = measurement->sorted;
    const size_t count = measurement->count;
    bres__moments moments;

    if (count == 0)
        return;
    bres__moments_of(measurement->times, count, &moments);
    measurement->mean = moments.mean;
    measurement->median = quantile_of(sorted, count, 0.5);
    measurement->q1 = quantile_of(sorted, count, 0.25);
    measurement->q3 = quantile_of(sorted, count, 0.75);
    measurement->has_ratio =
        bres__relative(measurement->q3 - measurement->q1, measurement->median, &measurement->ratio);
    measurement->figures = figures_of(sorted, count, measurement->median);
}

static bool is_measured(const bres_measurement *measurement)
{
    return measurement != NULL && measurement->count != 0;
}

bool bres_measurement_mean(const bres_measurement *measurement, double *seconds)
{
    if (!is_measured(measurement) || seconds == NULL)
        return false;
    *seconds = measurement->mean;
    return true;
}

bool bres_measurement_median(const bres_measurement *measurement, double *seconds)
{
    return bres_measurement_quantile(measurement, 0.5, seconds);
}

bool bres_measurement_quantile(const bres_measurement *measurement, double fraction,
                               double *seconds)
{
    if (!is_measured(measurement) || seconds == NULL || !(fraction >= 0 && fraction <= 1))
        return false;
    *seconds = quantile_of(measurement->sorted, measurement->count, fraction);
    return true;
}

bool bres_measurement_iqr(const bres_measurement *measurement, double *seconds)
{
    if (!is_measured(measurement) || seconds == NULL)
        return false;
    *seconds = measurement->q3 - measurement->q1;
    return true;
}

int bres_measurement_significant_figures(const bres_measurement *measurement)
{
    return measurement != NULL ? measurement->figures : 0;
}

bool bres_measurement_meets_confidence(const bres_measurement *measurement, double threshold)
{
    return measurement != NULL && measurement->has_ratio && measurement->ratio < threshold;
}

bres_spread bres_measurement_spread(const bres_measurement *measurement)
{
    if (measurement == NULL || !measurement->has_ratio || measurement->ratio < SPREAD_MILD)
        return BRES_SPREAD_STEADY;
    return measurement->ratio < SPREAD_SEVERE ? BRES_SPREAD_MILD : BRES_SPREAD_SEVERE;
}
