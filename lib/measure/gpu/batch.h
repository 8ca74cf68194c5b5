/* SPDX-License-Identifier: MIT */
/*
 * Batches: launches in a row.
 */
#ifndef BRES_MEASURE_GPU_BATCH_H
#define BRES_MEASURE_GPU_BATCH_H

#include "measure/gpu/launch.h"
#include "measure/hooks.h"
#include "measure/settings.h"

typedef struct bres__batch {
    bres_launch *launch;
    const bres__cuda_body *body;
    const bres__settings *settings;
    const bres_clock *clock;
    const bres__measure_hooks *hooks;
    bool blocking; /* the stream is blocked while the first launches are queued */
    int64_t min_samples;
    int64_t samples;
    double measured;  /* seconds of the GPU */
    uint64_t elapsed; /* nanoseconds of the host */
    bool timed_out;
} bres__batch;

/* The number of executions of `each` seconds that take `target` seconds, at least `low`; `fallback`
 * if the times do not allow a prediction. */
int64_t bres__batch_predict(double target, double each, int64_t low, int64_t fallback);
bres_status bres__batch_run(bres__batch *batch);
/* Adds the summaries, all or none. */
bres_status bres__batch_add_summaries(const bres__batch *batch, bres_state *state);
void bres__batch_warn(const bres__batch *batch);

#endif
