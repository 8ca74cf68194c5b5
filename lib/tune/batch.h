/* SPDX-License-Identifier: MIT */
/*
 * A batch: successive samples of one configuration. The search gets times as the journal has them,
 * in binary32, so that a resumed run knows what the previous run knew.
 */
#ifndef BRES_TUNE_BATCH_H
#define BRES_TUNE_BATCH_H

#include "tune/tune.h"

typedef struct bres__batch {
    const double *seconds; /* of one execution each */
    const double *clocks;  /* hertz; NULL: unknown */
    size_t count;
    double walltime;     /* seconds of the whole batch */
    uint64_t block_size; /* executions per sample; 0: unknown */
} bres__batch;

/* Measures `samples` samples of a trial and takes them, or fails the trial. */
typedef bres_status (*bres__tuner_batch_fn)(void *user, bres_trial *trial, size_t samples);

/* The trial to measure next, prepared; NULL: the search has stopped, and the result is made. */
bres_status bres__tuner_next(bres_tuner *tuner, bres_trial **trial, size_t *samples);
/* Measures batches until the search stops. */
bres_status bres__tuner_run(bres_tuner *tuner, bres__tuner_batch_fn measure, void *user);
/* Checks the trial at its first batch, and keeps the samples. */
bres_status bres__tuner_take(bres_tuner *tuner, bres_trial *trial, const bres__batch *batch);
/* Keeps the samples of a batch on the CPU. Without samples the trial fails, unless the run is over.
 */
bres_status bres__tuner_take_cpu(bres_tuner *tuner, bres_trial *trial, const bres__batch *batch);
/* Fails the trial, which is not measured again. */
bres_status bres__tuner_fail(bres_tuner *tuner, bres_trial *trial, const char *reason);
/* The thread's error as a reason; the name of `status` if the error is empty. */
const char *bres__tuner_reason(bres_status status);

#endif
