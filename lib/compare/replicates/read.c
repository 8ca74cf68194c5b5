/* SPDX-License-Identifier: MIT */
/*
 * The summary of a run for a row: the median of its samples, otherwise the median or the mean in
 * its summaries. The clock cycles are summarized in the same way.
 */
#include "compare/evidence/clock_step.h"
#include "compare/replicates/replicates.h"

#include <math.h>

/* For normal values: the standard error of the median, in units of the standard deviation divided
 * by the root of the number of values; and the distance of the quartiles in standard deviations. */
#define MEDIAN_ERROR       1.2533141373155003
#define QUARTILES_DISTANCE 1.3489795003921634

static double count_root(const bres__evidence *evidence)
{
    const bres__number *samples = &evidence->sides[0].timing.samples;

    return samples->present && samples->value >= 1 ? sqrt(samples->value) : 0;
}

/* Sets a center with its error, both absolute; an error that is not finite is unknown. */
static void summary_set(bres__run_summary *summary, double center, double error, double step)
{
    summary->known = isfinite(center) && center > 0;
    if (!summary->known)
        return;
    summary->center = center;
    summary->error = isfinite(error) && error > 0 ? error / center : 0;
    summary->step = step / center;
}

/* The dominant step of the sorted samples; 0: none was found. A clock may also read in finer steps
 * now and then, but these do not make the other samples more precise. */
static double dominant_step(bres__evidence *evidence)
{
    bres__support support;
    bres__clock_step step;

    bres__bulk_deduplicate(evidence, 0, &support);
    bres__clock_step_find(&support, &step);
    return step.dominant;
}

static bres_status summarize_samples(bres__evidence *evidence, bool cycles,
                                     bres__run_summary *summary)
{
    bres__interval interval;
    bres__number noise;
    double error;
    double step;
    bres_status status = bres__bulk_sort(evidence, 0, cycles);

    if (status != BRES_OK)
        return status;
    bres__bulk_interval(evidence, 0, &interval, &noise);
    bres__bulk_precision(evidence, 0, &error, &step);
    if (!cycles)
        step = fmax(step, dominant_step(evidence));
    summary_set(summary, interval.center, error, step);
    return BRES_OK;
}

/* Reads the samples and summarizes them as far as they are usable. */
static bres_status run_read_samples(bres__evidence *evidence, bres__row_run *run)
{
    bres__side *side = &evidence->sides[0];
    bres_status status = bres__source_read(&side->times, evidence->warnings);

    if (status == BRES_OK && evidence->has_clock)
        status = bres__source_read(&side->rates, evidence->warnings);
    if (status != BRES_OK || side->times.state != BRES__SOURCE_USABLE)
        return status;
    run->samples = side->times.count;
    status = summarize_samples(evidence, false, &run->times);
    if (status == BRES_OK && side->rates.state == BRES__SOURCE_USABLE &&
        side->rates.count == side->times.count) {
        status = summarize_samples(evidence, true, &run->cycles);
        /* The rates vary, but the times have the clock's steps. */
        run->cycles.step = fmax(run->cycles.step, run->times.step);
    }
    return status;
}

static void summarize_quartiles(const bres__evidence *evidence, bres__run_summary *summary)
{
    const bres__timing *timing = &evidence->sides[0].timing;
    const double root = count_root(evidence);
    double spread = NAN;

    if (!bres__number_is_positive(&timing->median))
        return;
    if (timing->q1.present && timing->q3.present)
        spread = timing->q3.value - timing->q1.value;
    summary_set(summary, timing->median.value,
                root > 0 ? MEDIAN_ERROR * spread / QUARTILES_DISTANCE / root : NAN, 0);
}

static void summarize_mean(const bres__evidence *evidence, bres__run_summary *summary)
{
    const bres__timing *timing = &evidence->sides[0].timing;
    const double root = count_root(evidence);

    if (bres__number_is_positive(&timing->mean))
        summary_set(summary, timing->mean.value,
                    timing->stdev.present && root > 0 ? timing->stdev.value / root : NAN, 0);
}

/* Without cycles of the samples, uses the times multiplied by the mean clock rate. */
static void cycles_of_clock(const bres__evidence *evidence, bres__row_run *run)
{
    const bres__number *clock = &evidence->sides[0].timing.clock;

    if (!run->times.known || !bres__number_is_positive(clock))
        return;
    run->cycles = run->times;
    run->cycles.center *= clock->value;
}

bres_status bres__row_run_read(bres__evidence *evidence, bool by_median, bres__row_run *run)
{
    const bres__side *side = &evidence->sides[0];
    bres_status status = BRES_OK;

    *run = (bres__row_run){ .samples = 0 };
    if (side->skipped || side->without_summaries)
        return BRES_OK;
    if (side->timing.samples.present)
        run->samples = (uint64_t)side->timing.samples.value;
    if (evidence->has_counts && side->timing.mean.present && isfinite(side->timing.mean.value))
        run->count = side->timing.mean;
    if (by_median && side->times.declared)
        status = run_read_samples(evidence, run);
    if (status != BRES_OK)
        return status;
    if (by_median && !run->times.known)
        summarize_quartiles(evidence, &run->times);
    run->by_mean = !run->times.known;
    if (run->by_mean)
        summarize_mean(evidence, &run->times);
    if (evidence->has_clock && !run->cycles.known)
        cycles_of_clock(evidence, run);
    return BRES_OK;
}
