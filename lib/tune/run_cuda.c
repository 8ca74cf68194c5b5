/* SPDX-License-Identifier: MIT */
/*
 * Batches on a GPU: isolated samples, each with an empty L2 cache.
 */
#include "measure/gpu/cold.h"
#include "measure/gpu/options.h"
#include "measure/gpu/session.h"
#include "measure/options.h"
#include "tune/batch.h"
#include "tune/callbacks.h"
#include "tune/trial.h"

typedef struct cuda_run {
    bres_tuner *tuner;
    bres_tuner_cuda_fn fn;
    void *context;
    bres_trial *trial; /* being measured */
    bres__measure_hooks hooks;
    bres_measure_options options;
    bres__settings settings;       /* as given */
    bres__settings batch_settings; /* of one batch; owns nothing */
    bres__cuda_setup setup;
    bres_criterion *criterion;
    bres__cuda_session session;
    bres__cuda_body body;
} cuda_run;

static bres_status cuda_launch(bres_launch *launch, void *context)
{
    const cuda_run *run = context;

    return run->fn(launch, run->trial, run->context);
}

static bres_status batch_measure(cuda_run *run, bres__cold *cold)
{
    bres_status status = bres_criterion_start(run->criterion);
    double last;

    /* The caller's functions may have changed the context. */
    if (status == BRES_OK)
        status = bres__launch_enter(&run->session.launch);
    if (status == BRES_OK)
        status = bres__cold_warm_up(cold, &last);
    if (status == BRES_OK)
        status = bres__cold_run(cold);
    return status == BRES_OK ? bres__cold_judge_streams(cold) : status;
}

static bres_status batch_take(cuda_run *run, const bres__cold *cold)
{
    const bres__sampling *sampling = &cold->sampling;
    const bres__batch batch = {
        .seconds = sampling->samples,
        .clocks = cold->clock_unknown ? NULL : cold->clocks,
        .count = sampling->count,
        .walltime = bres__seconds(sampling->elapsed),
    };

    if (batch.count != 0 || bres__tuner_is_over(run->tuner))
        return bres__tuner_take(run->tuner, run->trial, &batch);
    return bres__tuner_fail(run->tuner, run->trial, "no sample before the timeout");
}

/* Fails the configuration. A failure that has destroyed the context also ends the run, which can be
 * resumed without this configuration. */
static bres_status batch_fail(cuda_run *run, bres_status failed)
{
    bres_status status = bres__tuner_fail(run->tuner, run->trial, bres__tuner_reason(failed));

    if (status == BRES_OK)
        status = bres__cuda_context_check(run->setup.gpu.context);
    return status;
}

static bres_status run_batch(void *user, bres_trial *trial, size_t samples)
{
    cuda_run *run = user;
    bres_tuner *tuner = run->tuner;
    bres__cold cold;
    bres_status status = bres__cuda_context_check(run->setup.gpu.context);

    if (status != BRES_OK)
        return status;
    run->trial = trial;
    run->batch_settings = run->settings;
    run->batch_settings.min_samples = (int64_t)samples;
    run->batch_settings.timeout = bres__tuner_batch_timeout(tuner, run->batch_settings.timeout);
    bres__cold_init(&cold, &run->session.launch, &run->body, &run->setup.gpu, &run->batch_settings,
                    &run->hooks);
    cold.sampling.criterion = run->criterion;
    /* Clears an earlier error, which the launcher has not caused. */
    bres__error_restore(&(bres__error_record){ .offset = -1 });
    tuner->busy = true;
    status = batch_measure(run, &cold);
    tuner->busy = false;
    if (tuner->suite->status != BRES_OK)
        status = bres__tuner_status(tuner);
    else if (status == BRES_OK)
        status = batch_take(run, &cold);
    else
        status = batch_fail(run, status);
    bres__cold_free(&cold);
    return status;
}

/* Measures with the context of the device current, also in the caller's functions. */
static bres_status run_inside(cuda_run *run)
{
    bres_tuner *tuner = run->tuner;
    const bres__cuda_setup *setup = &run->setup;
    bres__error_record record;
    bres_status status;

    bres__error_save(&record);
    status = bres__cuda_session_begin(&run->session, setup->gpu.context,
                                      bres_cuda_stream_handle(setup->stream), &tuner->clock,
                                      run->settings.blocking_limit);
    if (status == BRES_OK)
        status = bres__tuner_run(tuner, run_batch, run);
    if (status != BRES_OK)
        bres__error_save(&record);
    if (run->session.context != NULL) {
        bres__cuda_session_enter(&run->session);
        bres__tuner_release_all(tuner);
    }
    bres__cuda_session_end(&run->session);
    bres__error_restore(&record);
    return status;
}

static bres_status cuda_run_open(cuda_run *run)
{
    bres_tuner *tuner = run->tuner;
    const bres_cuda_options *options = &run->setup.options;
    bres_status status;

    run->body = (bres__cuda_body){ cuda_launch, run, options->flags };
    tuner->cuda = true;
    tuner->device = options->device;
    tuner->elements = run->options.elements;
    tuner->global_bytes = run->options.global_bytes;
    status = bres_criterion_new(tuner->suite->criteria, "sample-count", &run->criterion);
    /* min-samples, not the criterion, sets the number of samples of a batch. */
    if (status == BRES_OK)
        status = bres_criterion_set_int64(run->criterion, "target-samples", 1);
    return status == BRES_OK ? bres__cuda_setup_open(&run->setup, &tuner->clock) : status;
}

bres_status bres_tuner_run_cuda(bres_tuner *tuner, bres_tuner_cuda_fn fn, void *context,
                                const bres_cuda_options *cuda)
{
    cuda_run run = {
        .tuner = tuner,
        .fn = fn,
        .context = context,
        .hooks = { .interrupted = bres__tuner_is_stopped, .user = tuner },
    };
    bres_clock unused; /* the clock of the tuner is used */
    bres_status status = bres__tuner_check(tuner, false, "bres_tuner_run_cuda");

    if (status == BRES_OK && fn == NULL)
        status = bres__error(BRES_ERROR_ARGUMENT, "bres_tuner_run_cuda: fn is NULL");
    if (status == BRES_OK && (tuner->options.flags & BRES_TUNER_ISOLATE) != 0)
        status =
            bres__error(BRES_ERROR_UNSUPPORTED,
                        "bres_tuner_run_cuda: BRES_TUNER_ISOLATE is for bres_tuner_run_cpu() only");
    if (status == BRES_OK)
        status =
            bres__clock_kind_check_gpu(tuner->options.clock_kind, "bres_tuner_options.clock_kind");
    if (status != BRES_OK)
        return status;
    status =
        bres__measure_options_load(tuner->options.measure, &run.options, &run.settings, &unused);
    if (status == BRES_OK)
        status = bres__cuda_setup_load(&run.setup, cuda, &run.settings);
    if (status == BRES_OK)
        status = cuda_run_open(&run);
    if (status == BRES_OK)
        status = bres__tuner_begin(tuner);
    if (status == BRES_OK && tuner->phase == BRES__TUNER_RUNS)
        status = run_inside(&run);
    bres_criterion_free(run.criterion);
    bres__cuda_setup_close(&run.setup);
    bres__settings_free(&run.settings);
    return bres__tuner_keep(tuner, status);
}
