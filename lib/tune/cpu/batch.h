/* SPDX-License-Identifier: MIT */
/*
 * A batch on the CPU: a warm-up, because earlier configurations have used the caches, then samples
 * of blocks whose size is found at the first batch.
 */
#ifndef BRES_TUNE_CPU_BATCH_H
#define BRES_TUNE_CPU_BATCH_H

#include "measure/cpu/blocks.h"
#include "measure/options.h"
#include "tune/tune.h"

#include <stdatomic.h>

/* What all batches of a run have in common. */
typedef struct bres__cpu_run {
    bres_tuner *tuner;
    bres_tuner_cpu_fn fn;
    void *context;
    bres_trial *trial; /* that is measured */
    bres__measure_hooks hooks;
    bres_clock sample_clock;
    bres__clock_facts facts; /* of this clock */
    bres_measure_options options;
    bres__settings settings;       /* as given */
    bres__settings batch_settings; /* of one batch; owns nothing */
    bres_criterion *criterion;
    _Atomic uint64_t *beats; /* counts blocks, to see that the run goes on; NULL: does not */
} bres__cpu_run;

/* One batch of run->trial. */
typedef struct bres__cpu_batch {
    size_t samples;      /* requested */
    double timeout;      /* seconds after which the batch ends with the present sample */
    uint64_t block_size; /* 0: is to be found; set */
    bres__sampling sampling;
} bres__cpu_batch;

bres_status bres__cpu_run_load(bres__cpu_run *run);
void bres__cpu_run_free(bres__cpu_run *run);
/* Measures a batch. *failed: the configuration has failed, with the returned status; another status
 * than BRES_OK ends the run. bres__free() the samples in any case. */
bres_status bres__cpu_batch_measure(bres__cpu_run *run, bres__cpu_batch *batch, bool *failed);

#endif
