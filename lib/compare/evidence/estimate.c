/* SPDX-License-Identifier: MIT */
/*
 * Center, interval and noise of both sides of a pair. Quartiles are preferred to means. Both sides
 * are described in the same way: if the summaries of a side lack quartiles, its samples provide
 * them.
 */
#include "compare/evidence/evidence.h"

#include <math.h>

/* The description of a side by its quartiles, means or samples. */
typedef struct estimate {
    bool has_center;
    bool has_interval;
    bres__number center;
    bres__number noise;
    bres__interval interval;
} estimate;

static bres__number estimate_noise(const bres__number *relative, const bres__number *absolute,
                                   const bres__number *center)
{
    return relative->present ? *relative : bres__relative_dispersion(absolute, center);
}

static estimate estimate_quartiles(const bres__timing *timing)
{
    estimate made = { .has_center = false };

    made.has_center =
        timing->median.present && (timing->iqr_relative.present || timing->iqr.present);
    if (!made.has_center)
        return made;
    made.center = timing->median;
    made.noise = estimate_noise(&timing->iqr_relative, &timing->iqr, &timing->median);
    made.has_interval = timing->min.present && timing->q1.present && timing->q3.present &&
                        timing->min.value <= timing->q1.value &&
                        timing->q1.value <= timing->median.value &&
                        bres__interval_make(timing->min.value, timing->median.value,
                                            timing->q3.value, &made.interval);
    return made;
}

/* One standard deviation to either side, within the range of the samples. */
static bool means_interval(const bres__timing *timing, bres__interval *interval)
{
    const double mean = timing->mean.value;
    double lower;
    double upper;

    if (!bres__number_is_positive(&timing->mean) || !bres__number_is_usable(&timing->stdev))
        return false;
    lower = fmax(mean - timing->stdev.value, 0.001 * mean);
    upper = mean + timing->stdev.value;
    if (bres__number_is_positive(&timing->min))
        lower = fmax(lower, timing->min.value);
    if (bres__number_is_positive(&timing->max))
        upper = fmin(upper, timing->max.value);
    return bres__interval_make(lower, mean, upper, interval);
}

static estimate estimate_means(const bres__timing *timing)
{
    estimate made = { .has_center = false };

    made.has_center =
        timing->mean.present && (timing->stdev_relative.present || timing->stdev.present);
    if (!made.has_center)
        return made;
    made.center = timing->mean;
    made.noise = estimate_noise(&timing->stdev_relative, &timing->stdev, &timing->mean);
    made.has_interval = means_interval(timing, &made.interval);
    return made;
}

/* Leaves the estimate without interval if the times cannot be used. */
static bres_status estimate_samples(bres__evidence *evidence, int index, estimate *made)
{
    bres__side *side = &evidence->sides[index];
    bres_status status = bres__source_read(&side->times, evidence->warnings);

    *made = (estimate){ .has_center = false };
    if (status != BRES_OK || side->times.state != BRES__SOURCE_USABLE)
        return status;
    status = bres__bulk_sort(evidence, index, false);
    if (status != BRES_OK)
        return status;
    bres__bulk_interval(evidence, index, &made->interval, &made->noise);
    made->center = (bres__number){ .present = true, .value = made->interval.center };
    made->has_center = true;
    made->has_interval = true;
    return BRES_OK;
}

static void side_take(bres__side *side, const estimate *chosen, bool with_interval)
{
    side->center = chosen->center;
    side->noise = chosen->noise;
    side->has_interval = with_interval;
    if (with_interval)
        side->interval = chosen->interval;
}

/* Uses quartiles if both sides have an interval of them, from summaries or samples. */
static bres_status try_quartiles(bres__evidence *evidence, const estimate quartiles[2], bool *done)
{
    estimate chosen[2];

    *done = false;
    for (int i = 0; i < 2; i++) {
        bres_status status = BRES_OK;

        chosen[i] = quartiles[i];
        if (!chosen[i].has_interval)
            status = estimate_samples(evidence, i, &chosen[i]);
        if (status != BRES_OK || !chosen[i].has_interval)
            return status;
    }
    for (int i = 0; i < 2; i++)
        side_take(&evidence->sides[i], &chosen[i], true);
    *done = true;
    return BRES_OK;
}

/* Uses the mean or, without a mean, the median of samples in memory. So only a side without times
 * lacks a center. */
static bres_status take_center(bres__evidence *evidence, int index)
{
    bres__side *side = &evidence->sides[index];
    estimate made;
    bres_status status = BRES_OK;

    side->center = side->timing.mean;
    side->noise = bres__relative_dispersion(&side->timing.stdev, &side->timing.mean);
    if (side->center.present || !side->times.in_memory)
        return BRES_OK;
    status = estimate_samples(evidence, index, &made);
    if (status == BRES_OK && made.has_center)
        side_take(side, &made, false);
    return status;
}

/* Sets centers and noises without intervals, for the report only. */
static bres_status take_centers(bres__evidence *evidence, const estimate quartiles[2],
                                const estimate means[2])
{
    bres_status status = BRES_OK;

    for (int i = 0; i < 2 && status == BRES_OK; i++) {
        bres__side *side = &evidence->sides[i];

        if (quartiles[0].has_center && quartiles[1].has_center)
            side_take(side, &quartiles[i], false);
        else if (means[0].has_center && means[1].has_center)
            side_take(side, &means[i], false);
        else
            status = take_center(evidence, i);
    }
    return status;
}

bres_status bres__estimate(bres__evidence *evidence)
{
    const estimate quartiles[2] = { estimate_quartiles(&evidence->sides[0].timing),
                                    estimate_quartiles(&evidence->sides[1].timing) };
    const estimate means[2] = { estimate_means(&evidence->sides[0].timing),
                                estimate_means(&evidence->sides[1].timing) };
    bool done;
    bres_status status = try_quartiles(evidence, quartiles, &done);

    if (status != BRES_OK || done)
        return status;
    if (means[0].has_interval && means[1].has_interval) {
        for (int i = 0; i < 2; i++)
            side_take(&evidence->sides[i], &means[i], true);
        return BRES_OK;
    }
    return take_centers(evidence, quartiles, means);
}

void bres__estimate_means(bres__evidence *evidence)
{
    for (int i = 0; i < 2; i++) {
        bres__side *side = &evidence->sides[i];

        side->center = side->timing.mean;
        side->noise = side->timing.stdev_relative;
        side->has_interval = means_interval(&side->timing, &side->interval);
    }
}
