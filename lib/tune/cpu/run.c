/* SPDX-License-Identifier: MIT */
/*
 * Batches on the CPU: a warm-up, for the configurations before have emptied the caches, then
 * samples of blocks whose size is found at the first batch.
 */
#include "measure/cpu/blocks.h"
#include "measure/options.h"
#include "tune/batch.h"
#include "tune/callbacks.h"
#include "tune/trial.h"

/* Nanoseconds of an execution that hides the cost of the clock: it needs no search for a block
 * size, which would execute it three times more. */
#define LONG_EXECUTION INT64_C(100000000)

typedef struct cpu_run {
    bres_tuner *tuner;
    bres_tuner_cpu_fn fn;
    void *context;
    bres_trial *trial; /* that is measured */
    bres__measure_hooks hooks;
    bres__clock_facts facts;
    bres_measure_options options;
    bres__settings settings;       /* as given */
    bres__settings batch_settings; /* of one batch; owns nothing */
    bres_criterion *criterion;
} cpu_run;

static void cpu_execute(void *context, uint64_t count)
{
    const cpu_run *run = context;

    for (uint64_t i = 0; i < count; i++)
        run->fn(run->trial, run->context);
}

static bres_status cpu_run_load(cpu_run *run)
{
    bres_tuner *tuner = run->tuner;
    bres_clock unused;
    bres_status status =
        bres__measure_options_load(tuner->options.measure, &run->options, &run->settings, &unused);

    if (status == BRES_OK)
        status = bres_criterion_new(tuner->suite->criteria, "sample-count", &run->criterion);
    /* How many samples a batch has is what min-samples says. */
    if (status == BRES_OK)
        status = bres_criterion_set_int64(run->criterion, "target-samples", 1);
    return status;
}

static bres_status batch_measure(cpu_run *run, bres__sampling *sampling, size_t samples)
{
    bres_status status = bres_criterion_start(run->criterion);
    int64_t last;

    if (status != BRES_OK)
        return status;
    bres__warm_up(sampling, &last);
    if (sampling->block_size == 0 && last >= LONG_EXECUTION)
        sampling->block_size = 1;
    if (sampling->block_size == 0)
        status = bres__sampling_find_block_size(sampling, &run->facts);
    if (status != BRES_OK || sampling->block_size == 0)
        return status;
    run->batch_settings.min_samples = (int64_t)samples;
    run->batch_settings.timeout = bres__tuner_batch_timeout(run->tuner, run->settings.timeout);
    return bres__sampling_run(sampling);
}

/* Takes the samples of a batch that did not fail. */
static bres_status batch_take(cpu_run *run, const bres__sampling *sampling)
{
    const bres__batch batch = {
        .seconds = sampling->samples,
        .count = sampling->count,
        .walltime = bres__seconds(sampling->elapsed),
        .block_size = sampling->block_size,
    };

    if (batch.count != 0 || bres__tuner_is_over(run->tuner))
        return bres__tuner_take(run->tuner, run->trial, &batch);
    return bres__tuner_fail(run->tuner, run->trial, "no measurable execution before the timeout");
}

static bres_status run_batch(void *user, bres_trial *trial, size_t samples)
{
    cpu_run *run = user;
    bres_tuner *tuner = run->tuner;
    const bres__cpu_body body = { .batched = cpu_execute, .context = run };
    bres__sampling sampling = {
        .body = &body,
        .settings = &run->batch_settings,
        .clock = &tuner->clock,
        .hooks = &run->hooks,
        .criterion = run->criterion,
        .block_size = trial->block_size,
    };
    bres_status status;

    run->trial = trial;
    run->batch_settings = run->settings;
    tuner->busy = true;
    bres__failure_watch(&sampling.failure);
    status = batch_measure(run, &sampling, samples);
    bres__failure_unwatch(&sampling.failure);
    tuner->busy = false;
    if (sampling.failure.failed)
        status = bres__failure_status(&sampling.failure);
    /* A configuration fails by bres_measure_fail() or without a time; other errors end the run. */
    if (tuner->suite->status != BRES_OK)
        status = bres__tuner_status(tuner);
    else if (sampling.failure.failed || status == BRES_ERROR_VALUE)
        status = bres__tuner_fail(tuner, run->trial, bres__tuner_reason(status));
    else if (status == BRES_OK)
        status = batch_take(run, &sampling);
    bres__free(sampling.samples);
    return status;
}

bres_status bres_tuner_run_cpu(bres_tuner *tuner, bres_tuner_cpu_fn fn, void *context)
{
    cpu_run run = {
        .tuner = tuner,
        .fn = fn,
        .context = context,
        .hooks = { .interrupted = bres__tuner_is_stopped, .user = tuner },
    };
    bres_status status = bres__tuner_check(tuner, false, "bres_tuner_run_cpu");

    if (status == BRES_OK && fn == NULL)
        status = bres__error(BRES_ERROR_ARGUMENT, "bres_tuner_run_cpu: fn is NULL");
    if (status != BRES_OK)
        return status;
    status = cpu_run_load(&run);
    if (status == BRES_OK)
        status = bres__tuner_begin(tuner);
    if (status == BRES_OK && tuner->phase == BRES__TUNER_RUNS) {
        bres__clock_measure(&tuner->clock, &run.facts);
        tuner->elements = run.options.elements;
        tuner->global_bytes = run.options.global_bytes;
        status = bres__tuner_run(tuner, run_batch, &run);
    }
    bres__tuner_release_all(tuner);
    bres_criterion_free(run.criterion);
    bres__settings_free(&run.settings);
    return bres__tuner_keep(tuner, status);
}
