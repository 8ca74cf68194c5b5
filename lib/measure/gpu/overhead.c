/* SPDX-License-Identifier: MIT */
#include "measure/gpu/overhead.h"
#include "measure/seconds.h"
#include "stats/stats.h"

#include <string.h>

#define FLOOR_TRIALS 21u

/* What is used, and times by trial. */
typedef struct floor_trials {
    bres__cuda_context *context;
    const bres_clock *clock;
    struct CUstream_st *stream;
    bres__cuda_events events;
    bres__cuda_helpers *helpers;
    double empty_events[FLOOR_TRIALS];
    double empty_kernel[FLOOR_TRIALS];
    double launch[FLOOR_TRIALS];
    double synchronize[FLOOR_TRIALS];
} floor_trials;

static uint64_t trials_now(const floor_trials *trials)
{
    return trials->clock->now(trials->clock->user);
}

static double seconds_between(uint64_t start, uint64_t end)
{
    return end > start ? bres__seconds(end - start) : 0;
}

/* Two events; with a kernel between them, the blocking kernel that is released already. */
static bres_status trials_events(floor_trials *trials, unsigned index, bool kernel)
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

static bres_status trials_synchronize(floor_trials *trials, unsigned index)
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

static bres_status trials_run(floor_trials *trials)
{
    bres_status status = bres__cuda_helpers_warm_up(trials->helpers, trials->stream);

    bres__cuda_release(trials->helpers);
    for (unsigned i = 0; i < FLOOR_TRIALS && status == BRES_OK; i++) {
        status = trials_events(trials, i, false);
        if (status == BRES_OK)
            status = trials_events(trials, i, true);
        if (status == BRES_OK)
            status = trials_synchronize(trials, i);
    }
    return status;
}

/* All readings of events in order: the least distance between two that differ. */
static double trials_event_step(const floor_trials *trials)
{
    double seconds[2 * FLOOR_TRIALS];
    double step = 0;

    memcpy(seconds, trials->empty_events, sizeof(trials->empty_events));
    memcpy(seconds + FLOOR_TRIALS, trials->empty_kernel, sizeof(trials->empty_kernel));
    bres__sort_float64(seconds, 2 * FLOOR_TRIALS);
    for (size_t i = 1; i < 2 * FLOOR_TRIALS; i++) {
        const double distance = seconds[i] - seconds[i - 1];

        if (distance > 0 && (step == 0 || distance < step))
            step = distance;
    }
    return step;
}

bres_status bres__launch_overhead_measure(bres__cuda_context *context, const bres_clock *clock,
                                          bres__launch_overhead *floor)
{
    floor_trials trials = { .context = context, .clock = clock };
    bres_cuda_stream *stream = NULL;
    bres_status status = bres_cuda_stream_new(bres__cuda_context_device(context), &stream);

    *floor = (bres__launch_overhead){ 0 };
    trials.stream = bres_cuda_stream_handle(stream);
    if (status == BRES_OK)
        status = bres__cuda_events_create(context, &trials.events);
    if (status == BRES_OK)
        status = bres__cuda_helpers_open(context, &trials.helpers);
    if (status == BRES_OK)
        status = trials_run(&trials);
    if (status == BRES_OK) {
        floor->event_step = trials_event_step(&trials);
        floor->empty_events = bres__median(trials.empty_events, FLOOR_TRIALS);
        floor->empty_kernel = bres__median(trials.empty_kernel, FLOOR_TRIALS);
        floor->launch = bres__median(trials.launch, FLOOR_TRIALS);
        floor->synchronize = bres__median(trials.synchronize, FLOOR_TRIALS);
    } else if (stream != NULL) {
        bres__error_record record;

        /* The words may still be used by what was queued. */
        bres__error_save(&record);
        bres__cuda_stream_wait(context, trials.stream);
        bres__error_restore(&record);
    }
    bres__cuda_helpers_close(trials.helpers);
    bres__cuda_events_destroy(&trials.events);
    bres_cuda_stream_free(stream);
    return status;
}
