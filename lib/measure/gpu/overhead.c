/* SPDX-License-Identifier: MIT */
#include "measure/gpu/overhead.h"
#include "measure/seconds.h"
#include "stats/stats.h"

#include <string.h>

#define TRIALS 21u

/* The resources of the trials, and their times by trial. */
typedef struct launch_trials {
    bres__cuda_context *context;
    const bres_clock *clock;
    struct CUstream_st *stream;
    bres__cuda_events events;
    bres__cuda_helpers *helpers;
    double empty_events[TRIALS];
    double empty_kernel[TRIALS];
    double launch[TRIALS];
    double synchronize[TRIALS];
} launch_trials;

static uint64_t trials_now(const launch_trials *trials)
{
    return trials->clock->now(trials->clock->user);
}

static double seconds_between(uint64_t start, uint64_t end)
{
    return end > start ? bres__seconds(end - start) : 0;
}

/* Times two events, with or without a kernel between them: the blocking kernel, which is already
 * released. */
static bres_status trials_events(launch_trials *trials, unsigned index, bool kernel)
{
    double *seconds = kernel ? trials->empty_kernel : trials->empty_events;
    bres_status status = bres__cuda_events_start(&trials->events, trials->stream);
    const uint64_t start = trials_now(trials);

    if (status == BRES_OK && kernel)
        status = bres__cuda_block(trials->helpers, trials->stream, 0);
    if (kernel)
        trials->launch[index] = seconds_between(start, trials_now(trials));
    if (status == BRES_OK)
        status = bres__cuda_events_stop(&trials->events, trials->stream);
    if (status == BRES_OK)
        status = bres__cuda_stream_wait(trials->context, trials->stream);
    if (status == BRES_OK)
        status = bres__cuda_events_elapsed(&trials->events, &seconds[index]);
    return status;
}

static bres_status trials_synchronize(launch_trials *trials, unsigned index)
{
    const uint64_t start = trials_now(trials);
    bres_status status = bres__cuda_context_synchronize(trials->context);

    trials->synchronize[index] = seconds_between(start, trials_now(trials));
    if (status == BRES_ERROR_UNSUPPORTED) {
        trials->synchronize[index] = -1;
        status = BRES_OK;
    }
    return status;
}

static bres_status trials_run(launch_trials *trials)
{
    bres_status status = bres__cuda_helpers_warm_up(trials->helpers, trials->stream);

    bres__cuda_release(trials->helpers);
    for (unsigned i = 0; i < TRIALS && status == BRES_OK; i++) {
        status = trials_events(trials, i, false);
        if (status == BRES_OK)
            status = trials_events(trials, i, true);
        if (status == BRES_OK)
            status = trials_synchronize(trials, i);
    }
    return status;
}

/* The smallest difference between two event times that differ. */
static double trials_event_step(const launch_trials *trials)
{
    double seconds[2 * TRIALS];
    double step = 0;

    memcpy(seconds, trials->empty_events, sizeof(trials->empty_events));
    memcpy(seconds + TRIALS, trials->empty_kernel, sizeof(trials->empty_kernel));
    bres__sort_float64(seconds, 2 * TRIALS);
    for (size_t i = 1; i < 2 * TRIALS; i++) {
        const double distance = seconds[i] - seconds[i - 1];

        if (distance > 0 && (step == 0 || distance < step))
            step = distance;
    }
    return step;
}

bres_status bres__launch_overhead_measure(bres__cuda_context *context, const bres_clock *clock,
                                          bres__launch_overhead *overhead)
{
    launch_trials trials = { .context = context, .clock = clock };
    bres_cuda_stream *stream = NULL;
    bres_status status = bres_cuda_stream_new(bres__cuda_context_device(context), &stream);

    *overhead = (bres__launch_overhead){ 0 };
    trials.stream = bres_cuda_stream_handle(stream);
    if (status == BRES_OK)
        status = bres__cuda_events_create(context, &trials.events);
    if (status == BRES_OK)
        status = bres__cuda_helpers_open(context, &trials.helpers);
    if (status == BRES_OK)
        status = trials_run(&trials);
    if (status == BRES_OK) {
        overhead->event_step = trials_event_step(&trials);
        overhead->empty_events = bres__median(trials.empty_events, TRIALS);
        overhead->empty_kernel = bres__median(trials.empty_kernel, TRIALS);
        overhead->launch = bres__median(trials.launch, TRIALS);
        overhead->synchronize = bres__median(trials.synchronize, TRIALS);
    } else if (stream != NULL) {
        bres__error_record record;

        /* Queued work may still use the memory of the helpers. */
        bres__error_save(&record);
        bres__cuda_stream_wait(context, trials.stream);
        bres__error_restore(&record);
    }
    bres__cuda_helpers_close(trials.helpers);
    bres__cuda_events_destroy(&trials.events);
    bres_cuda_stream_free(stream);
    return status;
}
