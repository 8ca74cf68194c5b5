/* SPDX-License-Identifier: MIT */
/*
 * A batch: successive samples of one configuration. The search gets times in binary32, as the
 * journal stores them, so that a resumed run has exactly the data of the previous run.
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

/* Measures `samples` samples and adds them to the trial, or fails the trial. */
typedef bres_status (*bres__tuner_batch_fn)(void *user, bres_trial *trial, size_t samples);

/* Chooses and prepares the trial to measure next. *trial is NULL if the search has stopped; then
 * the result has been made. */
bres_status bres__tuner_next(bres_tuner *tuner, bres_trial **trial, size_t *samples);
/* Measures batches until the search stops. */
bres_status bres__tuner_run(bres_tuner *tuner, bres__tuner_batch_fn measure, void *user);
/* Adds the samples of a batch to the trial, which is checked after its first batch. */
bres_status bres__tuner_take(bres_tuner *tuner, bres_trial *trial, const bres__batch *batch);
/* Does the same for a batch on the CPU. A batch without samples fails the trial, unless the run is
 * over. */
bres_status bres__tuner_take_cpu(bres_tuner *tuner, bres_trial *trial, const bres__batch *batch);
/* Fails the trial, which is not measured again. */
bres_status bres__tuner_fail(bres_tuner *tuner, bres_trial *trial, const char *reason);
/* The thread's error as a reason; the name of `status` if the error is empty. */
const char *bres__tuner_reason(bres_status status);

#endif
