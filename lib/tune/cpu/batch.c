/* SPDX-License-Identifier: MIT */
#include "tune/cpu/batch.h"

/* An execution of this many nanoseconds hides the cost of the clock. It does not need a search for
 * a block size, which would take three more executions. */
#define LONG_EXECUTION INT64_C(100000000)

static void cpu_execute(void *context, uint64_t count)
{
    const bres__cpu_run *run = context;

    if (run->beats != NULL)
        atomic_fetch_add_explicit(run->beats, 1, memory_order_relaxed);
    for (uint64_t i = 0; i < count; i++)
        run->fn(run->trial, run->context);
}

bres_status bres__cpu_run_load(bres__cpu_run *run)
{
    bres_tuner *tuner = run->tuner;
    bres_clock unused;
    bres_status status =
        bres__measure_options_load(tuner->options.measure, &run->options, &run->settings, &unused);

    if (status == BRES_OK)
        status = bres_criterion_new(tuner->suite->criteria, "sample-count", &run->criterion);
    /* min-samples, not the criterion, sets the number of samples of a batch. */
    if (status == BRES_OK)
        status = bres_criterion_set_int64(run->criterion, "target-samples", 1);
    return status;
}

void bres__cpu_run_free(bres__cpu_run *run)
{
    bres_criterion_free(run->criterion);
    bres__settings_free(&run->settings);
}

static bres_status batch_measure(bres__cpu_run *run, bres__cpu_batch *batch)
{
    bres__sampling *sampling = &batch->sampling;
    bres_status status = bres_criterion_start(run->criterion);
    int64_t last;

    if (status != BRES_OK)
        return status;
    bres__warm_up(sampling, &last);
    if (sampling->block_size == 0 && last >= LONG_EXECUTION)
        sampling->block_size = 1;
    if (sampling->block_size == 0)
        status = bres__sampling_find_block_size(sampling, &run->facts, &bres__block_rule_batched);
    if (status != BRES_OK || sampling->block_size == 0)
        return status;
    run->batch_settings.min_samples = (int64_t)batch->samples;
    run->batch_settings.timeout =
        batch->timeout < run->settings.timeout ? batch->timeout : run->settings.timeout;
    return bres__sampling_run(sampling);
}

bres_status bres__cpu_batch_measure(bres__cpu_run *run, bres__cpu_batch *batch, bool *failed)
{
    bres_tuner *tuner = run->tuner;
    const bres__cpu_body body = { .batched = cpu_execute, .context = run };
    bres__failure *failure = &batch->sampling.failure;
    bres_status status;

    batch->sampling = (bres__sampling){
        .body = &body,
        .settings = &run->batch_settings,
        .clock = &tuner->clock,
        .sample_clock =
            tuner->options.clock_kind == BRES_CLOCK_WALL ? &tuner->clock : &run->sample_clock,
        .hooks = &run->hooks,
        .criterion = run->criterion,
        .block_size = batch->block_size,
    };
    run->batch_settings = run->settings;
    tuner->busy = true;
    bres__failure_watch(failure);
    status = batch_measure(run, batch);
    bres__failure_unwatch(failure);
    tuner->busy = false;
    batch->block_size = batch->sampling.block_size;
    batch->sampling.body = NULL;
    *failed = false;
    if (tuner->suite->status != BRES_OK)
        return bres__tuner_status(tuner);
    /* A configuration fails by bres_measure_fail() or without a valid time; other errors end the
     * run. */
    if (failure->failed)
        status = bres__failure_status(failure);
    *failed = failure->failed || status == BRES_ERROR_VALUE;
    return status;
}
