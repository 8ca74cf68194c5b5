/* SPDX-License-Identifier: MIT */
/*
 * The loop that takes samples. For each sample it reads the clock twice, takes the readings beside
 * the sample, calls the criterion and makes a few comparisons. Memory is reserved before the first
 * reading, and the noise is computed only when the progress hook is called.
 */
#include "measure/sampling/sampling.h"
#include "stats/stats.h"

#include <math.h>

bool bres__sampling_is_interrupted(const bres__sampling *sampling)
{
    const bres__measure_hooks *hooks = sampling->hooks;

    return sampling->failure.failed ||
           (hooks->interrupted != NULL && hooks->interrupted(hooks->user));
}

/* Relative standard deviation of the samples; negative while it is unknown. All calls together read
 * each sample only once. */
static double sampling_noise(bres__sampling *sampling)
{
    bres__online *moments = &sampling->noise;
    double noise = -1;

    while (moments->count < sampling->count)
        bres__online_add(moments, sampling->samples[moments->count]);
    (void)bres__stdev_noise(moments->count, sqrt(bres__online_unbiased(moments)), moments->mean,
                            &noise);
    return noise;
}

void bres__sampling_report(bres__sampling *sampling)
{
    const bres__measure_hooks *hooks = sampling->hooks;

    if (sampling->elapsed < sampling->next_progress)
        return;
    sampling->next_progress = sampling->elapsed + BRES__PROGRESS_INTERVAL;
    if (hooks->progress != NULL)
        hooks->progress(hooks->user, (int64_t)sampling->count, bres__seconds(sampling->elapsed),
                        sampling_noise(sampling));
}

/* An execution without a time is not a sample; only the counters record it. */
static bres_status sampling_refuse(bres__sampling *sampling, bres__outcome outcome)
{
    const unsigned limit = sampling->settings->run_once ? 1 : BRES__REFUSED_MAX;

    sampling->outcome = outcome;
    sampling->refused++;
    sampling->refused_in_a_row++;
    return sampling->refused_in_a_row < limit
               ? BRES_OK
               : bres__execution_error(sampling->refused_in_a_row, outcome);
}

uint64_t bres__sampling_wall(const bres__sampling *sampling, const bres__execution *execution)
{
    const bres_clock *clock = sampling->clock;

    return sampling->sample_clock == clock ? execution->end : clock->now(clock->user);
}

/* A function may be slow for a while, and then too fast for samples of one execution. */
static bool sampling_is_too_short(bres__sampling *sampling, double seconds)
{
    const bool is_short = seconds < sampling->short_time;

    sampling->short_in_a_row = is_short ? sampling->short_in_a_row + 1 : 0;
    return is_short && (sampling->count < BRES__FIRST_SAMPLES ||
                        sampling->short_in_a_row >= BRES__SHORT_SAMPLES);
}

/* The criterion gets the time of the whole block, so that a minimum of measured time means the same
 * for any block size. */
static bres_status sampling_record(bres__sampling *sampling, const bres__execution *execution)
{
    const double seconds = bres__seconds((uint64_t)execution->nanoseconds);
    bres_status status;

    if (execution->outcome != BRES__OUTCOME_TIMED)
        return sampling_refuse(sampling, execution->outcome);
    sampling->too_short = sampling_is_too_short(sampling, seconds);
    if (sampling->too_short)
        return BRES_OK;
    status = bres_criterion_add(sampling->criterion, seconds);
    if (status != BRES_OK)
        return status;
    sampling->refused_in_a_row = 0;
    sampling->measured += seconds;
    sampling->executions += sampling->block_size;
    if (sampling->beside != NULL)
        bres__beside_keep(sampling->beside, sampling->block_size);
    sampling->samples[sampling->count++] = seconds / (double)sampling->block_size;
    return BRES_OK;
}

bool bres__sampling_is_finished(bres__sampling *sampling, uint64_t timeout)
{
    const bres__settings *settings = sampling->settings;

    if (settings->run_once)
        return true;
    if (sampling->count >= (uint64_t)settings->min_samples &&
        bres_criterion_is_finished(sampling->criterion))
        return true;
    sampling->timed_out = sampling->elapsed + sampling->discarded > timeout;
    return sampling->timed_out;
}

static bool sampling_reserve(bres__sampling *sampling)
{
    return BRES__RESERVE(&sampling->samples, &sampling->capacity, sampling->count + 1) &&
           (sampling->beside == NULL || bres__beside_reserve(sampling->beside));
}

/* Executes a block. *last is the wall time after the previous block. */
static void sampling_execute(bres__sampling *sampling, bres__execution *execution, uint64_t *last)
{
    uint64_t wall;

    if (sampling->beside != NULL) {
        sampling->beside->elapsed = sampling->elapsed;
        bres__beside_begin(sampling->beside);
    }
    bres__execute(sampling->body, sampling->sample_clock, sampling->block_size, execution);
    if (sampling->beside != NULL)
        bres__beside_end(sampling->beside);
    wall = bres__sampling_wall(sampling, execution);
    if (wall > *last)
        sampling->elapsed += wall - *last;
    *last = wall;
}

bres_status bres__sampling_run(bres__sampling *sampling)
{
    const bres_clock *clock = sampling->clock;
    const uint64_t timeout = bres__nanoseconds(sampling->settings->timeout);
    uint64_t last = clock->now(clock->user);
    bres_status status = BRES_OK;

    sampling->next_progress = BRES__PROGRESS_INTERVAL;
    if (sampling->body->begin != NULL)
        sampling->body->begin(sampling->body->context);
    while (status == BRES_OK && !bres__sampling_is_interrupted(sampling)) {
        bres__execution execution;

        if (!sampling_reserve(sampling))
            return bres__error_memory();
        sampling_execute(sampling, &execution, &last);
        status = sampling_record(sampling, &execution);
        if (status == BRES_OK &&
            (sampling->too_short || bres__sampling_is_finished(sampling, timeout)))
            break;
        bres__sampling_report(sampling);
    }
    return status;
}

bres_status bres__sampling_restart(bres__sampling *sampling)
{
    sampling->count = 0;
    sampling->executions = 0;
    sampling->measured = 0;
    sampling->discarded += sampling->elapsed;
    sampling->elapsed = 0;
    sampling->short_in_a_row = 0;
    sampling->too_short = false;
    sampling->short_time = 0;
    sampling->noise = (bres__online){ 0 };
    if (sampling->beside != NULL)
        bres__beside_restart(sampling->beside);
    return bres_criterion_start(sampling->criterion);
}
