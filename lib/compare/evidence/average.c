/* SPDX-License-Identifier: MIT */
/*
 * The averages of a set of samples.
 */
#include "compare/evidence/average.h"

#include "stats/distribution.h"
#include "stats/stats.h"

#include <math.h>
#include <string.h>

/* A sample is an outlier if its distance beyond a quartile is more than this many times the sum of
 * the interquartile range and the step. */
#define AVERAGE_FENCE 3.0

static double value_of(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof(value));
    return value;
}

static double support_percentile(const bres__support *support, unsigned percent)
{
    const size_t rank = bres__percentile_rank((size_t)support->total, percent);
    uint64_t seen = support->counts[0];
    size_t index = 0;

    while (seen <= rank)
        seen += support->counts[++index];
    return value_of(support->values[index]);
}

typedef struct moments {
    double count;
    double mean;
    double squares; /* sum of the squared distances from the mean */
} moments;

static void moments_add(moments *sums, double value, uint64_t count)
{
    const double weight = (double)count;
    const double distance = value - sums->mean;

    sums->count += weight;
    sums->mean += distance * weight / sums->count;
    sums->squares += weight * distance * (value - sums->mean);
}

static double moments_variance(const moments *sums)
{
    return sums->count > 1 ? sums->squares / (sums->count - 1) : 0;
}

/* The moments of the values from `lower` to `upper`. */
static moments support_moments(const bres__support *support, double lower, double upper)
{
    moments sums = { .count = 0 };

    for (size_t i = 0; i < support->distinct; i++) {
        const double value = value_of(support->values[i]);

        if (value >= lower && value <= upper)
            moments_add(&sums, value, support->counts[i]);
    }
    return sums;
}

/* Interpolates the median within the step that holds it, as in a normal distribution: the shares of
 * samples below and above the step determine the position. Half a sample is added to each share. */
static double support_median(const bres__support *support, double middle, double step)
{
    const double room = (double)support->total + 1;
    const double lower = middle - step / 2;
    const double upper = middle + step / 2;
    double below = 0.5;
    double above = 0.5;
    double from_lower;
    double from_upper;

    for (size_t i = 0; i < support->distinct; i++) {
        const double value = value_of(support->values[i]);

        below += value < lower ? (double)support->counts[i] : 0;
        above += value > upper ? (double)support->counts[i] : 0;
    }
    from_lower = bres__student_quantile(below / room, INFINITY);
    from_upper = bres__student_quantile(above / room, INFINITY);
    return lower + step * from_lower / (from_lower + from_upper);
}

/* The index of the most frequent value. */
static size_t support_top(const bres__support *support)
{
    size_t top = 0;

    for (size_t i = 1; i < support->distinct; i++)
        top = support->counts[i] > support->counts[top] ? i : top;
    return top;
}

/* The middle of the step that holds the sample median: a whole number of steps from the most
 * frequent value. */
static double step_middle(const bres__support *support, double median, double step)
{
    const double top = value_of(support->values[support_top(support)]);

    return top + step * round((median - top) / step);
}

void bres__average_of(const bres__support *support, double step, bres__average *average)
{
    const double lower = support_percentile(support, 25);
    const double upper = support_percentile(support, 75);
    const double fence = AVERAGE_FENCE * (upper - lower + step);
    const moments all = support_moments(support, -INFINITY, INFINITY);
    moments inside = all;

    if (value_of(support->values[0]) < lower - fence ||
        value_of(support->values[support->distinct - 1]) > upper + fence)
        inside = support_moments(support, lower - fence, upper + fence);
    average->mean = all.mean;
    average->center = inside.mean;
    average->deviation = sqrt(moments_variance(&inside));
    average->error = average->deviation / sqrt(inside.count);
}

double bres__average_median(const bres__support *support, double step)
{
    const double median = support_percentile(support, 50);

    return step > 0 ? support_median(support, step_middle(support, median, step), step) : median;
}

size_t bres__average_between_steps(const bres__support *support, const bres__clock_step *step)
{
    const double top = value_of(support->values[support_top(support)]);
    const double multiple = step->divisor > 0 ? round(step->dominant / step->divisor) : 1;
    size_t count = 0;

    for (size_t i = 0; i < support->distinct; i++) {
        const double distance = fabs(value_of(support->values[i]) - top);
        const double steps = multiple > 1 ? round(distance / step->divisor) : 0;

        count += steps > 0 && steps < multiple;
    }
    return count;
}

void bres__peak_of(const bres__support *support, double divisor, bres__peak *peak)
{
    const size_t top = support_top(support);
    moments beside = { .count = 0 };
    double near = 0;

    *peak = (bres__peak){ .value = value_of(support->values[top]) };
    for (size_t i = 0; i < support->distinct; i++) {
        const double value = value_of(support->values[i]);

        if (i == top)
            continue;
        moments_add(&beside, value, support->counts[i]);
        near += fabs(value - peak->value) < 1.5 * divisor ? (double)support->counts[i] : 0;
    }
    peak->mean = beside.mean;
    peak->error = beside.count > 0 ? sqrt(moments_variance(&beside) / beside.count) : 0;
    peak->is_alone = 2 * near < beside.count;
}
