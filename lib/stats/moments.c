/* SPDX-License-Identifier: MIT */
#include "stats/stats.h"

#include <math.h>

/* Minimum number of values for a standard deviation. */
#define MOMENTS_STDEV_MIN 5u

static void moments_first_pass(const double *values, size_t count, bres__moments *moments)
{
    bool numbers = true;

    moments->sum = 0;
    moments->min = INFINITY;
    moments->max = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        moments->sum += values[i];
        moments->min = values[i] < moments->min ? values[i] : moments->min;
        moments->max = values[i] > moments->max ? values[i] : moments->max;
        numbers = numbers && !isnan(values[i]);
    }
    moments->mean = moments->sum / (double)count;
    if (count == 0 || !numbers) {
        moments->min = NAN;
        moments->max = NAN;
    }
    /* Rounding can move the mean out of the range: equal values would seem to differ from it. */
    if (moments->mean < moments->min)
        moments->mean = moments->min;
    else if (moments->mean > moments->max)
        moments->mean = moments->max;
}

void bres__moments_of(const double *values, size_t count, bres__moments *moments)
{
    double squares = 0;

    moments_first_pass(values, count, moments);
    moments->stdev = INFINITY;
    if (count < MOMENTS_STDEV_MIN)
        return;
    for (size_t i = 0; i < count; i++) {
        const double distance = values[i] - moments->mean;

        squares += distance * distance;
    }
    moments->stdev = sqrt(squares / (double)(count - 1));
}
