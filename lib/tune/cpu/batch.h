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

/* State shared by all batches of a run. */
typedef struct bres__cpu_run {
    bres_tuner *tuner;
    bres_tuner_cpu_fn fn;
    void *context;
    bres_trial *trial; /* being measured */
    bres__measure_hooks hooks;
    bres_clock sample_clock;
    bres__clock_facts facts; /* of this clock */
    bres_measure_options options;
    bres__settings settings;       /* as given */
    bres__settings batch_settings; /* of one batch; owns nothing */
    bres_criterion *criterion;
    _Atomic uint64_t *beats; /* counts blocks, as a sign of progress; NULL: not counted */
} bres__cpu_run;

/* One batch of run->trial. */
typedef struct bres__cpu_batch {
    size_t samples;      /* requested */
    double timeout;      /* seconds after which the batch ends with its current sample */
    uint64_t block_size; /* 0: not known yet; set by the batch */
    bres__sampling sampling;
} bres__cpu_batch;

bres_status bres__cpu_run_load(bres__cpu_run *run);
void bres__cpu_run_free(bres__cpu_run *run);
/* Measures a batch. *failed: whether the configuration has failed, with the returned status. If it
 * has not, a status other than BRES_OK ends the run. bres__free() the samples in any case. */
bres_status bres__cpu_batch_measure(bres__cpu_run *run, bres__cpu_batch *batch, bool *failed);

#endif
