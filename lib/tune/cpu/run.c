/* SPDX-License-Identifier: MIT */
/*
 * A run on the CPU, in this process or in isolated ones.
 */
#include "tune/batch.h"
#include "tune/callbacks.h"
#include "tune/cpu/batch.h"
#include "tune/cpu/isolation.h"
#include "tune/trial.h"

static bres_status run_batch(void *user, bres_trial *trial, size_t samples)
{
    bres__cpu_run *run = user;
    bres_tuner *tuner = run->tuner;
    bres__cpu_batch measured = {
        .samples = samples,
        .timeout = bres__tuner_batch_timeout(tuner, run->settings.timeout),
        .block_size = trial->block_size,
    };
    bool failed;
    bres_status status;

    run->trial = trial;
    status = bres__cpu_batch_measure(run, &measured, &failed);
    if (failed) {
        status = bres__tuner_fail(tuner, trial, bres__tuner_reason(status));
    } else if (status == BRES_OK) {
        const bres__batch batch = {
            .seconds = measured.sampling.samples,
            .count = measured.sampling.count,
            .walltime = bres__seconds(measured.sampling.elapsed),
            .block_size = measured.block_size,
        };

        status = bres__tuner_take_cpu(tuner, trial, &batch);
    }
    bres__free(measured.sampling.samples);
    return status;
}

static bres_status run_measure(bres__cpu_run *run)
{
    bres_tuner *tuner = run->tuner;
    bres_status status;

    bres__clock_of_kind(&run->sample_clock, &tuner->clock, tuner->options.clock_kind);
    bres__clock_measure(&run->sample_clock, &run->facts);
    tuner->elements = run->options.elements;
    tuner->global_bytes = run->options.global_bytes;
    if ((tuner->options.flags & BRES_TUNER_ISOLATE) == 0)
        return bres__tuner_run(tuner, run_batch, run);
    status = bres__isolation_open(run);
    if (status == BRES_OK)
        status = bres__tuner_run(tuner, bres__isolation_batch, run);
    return status;
}

bres_status bres_tuner_run_cpu(bres_tuner *tuner, bres_tuner_cpu_fn fn, void *context)
{
    bres__cpu_run run = {
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
    status = bres__cpu_run_load(&run);
    if (status == BRES_OK && (tuner->options.flags & BRES_TUNER_ISOLATE) != 0)
        status = bres__isolation_check();
    if (status == BRES_OK)
        status = bres__tuner_begin(tuner);
    if (status == BRES_OK && tuner->phase == BRES__TUNER_RUNS)
        status = run_measure(&run);
    bres__tuner_release_all(tuner);
    bres__isolation_close(tuner);
    bres__cpu_run_free(&run);
    return bres__tuner_keep(tuner, status);
}
