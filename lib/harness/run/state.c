/* SPDX-License-Identifier: MIT */
/*
 * Runs a state: its body, the measurement that the body requests, and the outcome of both.
 */
#include "harness/run/elapsed.h"
#include "harness/run/run.h"
#include "measure/cpu/measure.h"
#include "measure/cpu/threads.h"
#include "measure/gpu/measure.h"

/* The rates follow when the body has ended, because it may add to the work until then. */
static bres_status run_measure(bres_run *run, const bres__cpu_body *body)
{
    char reason[BRES__SKIP_REASON] = "";
    bool skipped = false;
    bres_status status = bres__measure_cpu(run->state, body, &run->settings, &run->clock, 0, 0,
                                           run->hooks, &skipped, reason);

    if (status == BRES_OK && skipped)
        status = bres__run_set_skipped(run, reason);
    return status;
}

/* BRES_OK when the state can be measured on the kind of device that the function is for. */
static bres_status run_check(const bres_run *run, bool has_function, bool cuda)
{
    if (!has_function)
        return bres__error(BRES_ERROR_ARGUMENT, "the function to measure is NULL");
    if (bres__run_is_closed(run))
        return bres__error(BRES_ERROR_STATE, "the state has been measured: a body can call one "
                                             "bres_run_exec function, once");
    if (cuda && run->gpu == NULL)
        return bres__error(BRES_ERROR_STATE,
                           "benchmark '%s' is measured on a GPU, but was not declared so by "
                           "bres_bench_set_cuda()",
                           run->bench->name);
    if (!cuda && run->gpu != NULL)
        return bres__error(BRES_ERROR_STATE,
                           "benchmark '%s' was declared by bres_bench_set_cuda(), but is measured "
                           "on the CPU",
                           run->bench->name);
    return BRES_OK;
}

/* Begins a measurement. false: nothing is measured; *status is the result of the call. */
static bool run_begin(bres_run *run, bool has_function, bool cuda, bres_status *status)
{
    if (run == NULL) {
        *status = bres__error(BRES_ERROR_ARGUMENT, "the run is NULL");
        return false;
    }
    *status = BRES_OK;
    if (run->skipped && has_function)
        return false;
    /* The body has ignored a failure, so its preparation cannot be right. */
    if (run->status != BRES_OK && has_function && !run->measured) {
        bres__error_restore(&run->error);
        *status = run->status;
        return false;
    }
    *status = bres__run_keep(run, run_check(run, has_function, cuda));
    if (*status != BRES_OK)
        return false;
    if (run->measured)
        bres__state_drop_measurement(run->state, run->ahead, run->behind - run->ahead);
    run->measuring = true;
    run->measured = true;
    run->began = bres__run_now(run);
    run->ahead = run->state->summary_count;
    return true;
}

/* Ends the measurement that run_begin() began. */
static bres_status run_end(bres_run *run, bres_status status)
{
    run->measuring = false;
    run->measured_ns = bres__run_now(run) - run->began;
    run->behind = run->state->summary_count;
    return bres__run_keep(run, status);
}

static bres_status run_exec(bres_run *run, const bres__cpu_body *body)
{
    const bool has_function = body->plain != NULL || body->timed != NULL || body->batched != NULL;
    bres_status status;

    if (!run_begin(run, has_function, false, &status))
        return status;
    return run_end(run, run_measure(run, body));
}

bres_status bres_run_exec_cpu(bres_run *run, bres_cpu_fn fn, void *context)
{
    const bres__cpu_body body = { .plain = fn, .context = context };

    return run_exec(run, &body);
}

bres_status bres_run_exec_cpu_timed(bres_run *run, bres_cpu_timed_fn fn, void *context)
{
    const bres__cpu_body body = { .timed = fn, .context = context };

    return run_exec(run, &body);
}

bres_status bres_run_exec_cpu_batched(bres_run *run, bres_cpu_batch_fn fn, void *context)
{
    const bres__cpu_body body = { .batched = fn, .context = context };

    return run_exec(run, &body);
}

static bres_status run_measure_threads(bres_run *run, const bres__threads_body *body)
{
    char reason[BRES__SKIP_REASON] = "";
    bool skipped = false;
    bres_status status = bres__measure_cpu_threads(run->state, body, &run->settings, &run->clock,
                                                   run->hooks, &skipped, reason);

    if (status == BRES_OK && skipped)
        status = bres__run_set_skipped(run, reason);
    return status;
}

bres_status bres_run_exec_cpu_threads(bres_run *run, bres_cpu_thread_fn fn, void *context,
                                      int64_t threads)
{
    const bres__threads_body body = { .fn = fn, .context = context, .threads = threads };
    bres_status status;

    if (!run_begin(run, fn != NULL, false, &status))
        return status;
    return run_end(run, run_measure_threads(run, &body));
}

static bres_status run_measure_cuda(bres_run *run, const bres__cuda_body *body)
{
    char reason[BRES__SKIP_REASON] = "";
    struct CUstream_st *stream;
    bool skipped = false;
    bres_status status = bres_run_stream(run, &stream);
    const bres__cuda_request request = {
        .body = body,
        .gpu = run->gpu,
        .stream = stream,
        .settings = &run->settings,
        .clock = &run->clock,
        .hooks = run->hooks,
        .state = run->state,
    };

    if (status == BRES_OK)
        status = bres__measure_cuda(&request, &skipped, reason);
    if (status == BRES_OK && skipped)
        status = bres__run_set_skipped(run, reason);
    return status;
}

bres_status bres_run_exec_cuda_with(bres_run *run, bres_cuda_fn fn, void *context, uint32_t flags)
{
    const bres__cuda_body body = { .launch = fn, .context = context, .flags = flags };
    bres_status status =
        bres__options_check_flags(flags, BRES__CUDA_FLAGS, "bres_run_exec_cuda_with");

    if (status != BRES_OK)
        return run != NULL ? bres__run_keep(run, status) : status;
    if (!run_begin(run, fn != NULL, true, &status))
        return status;
    return run_end(run, run_measure_cuda(run, &body));
}

bres_status bres_run_exec_cuda(bres_run *run, bres_cuda_fn fn, void *context)
{
    return bres_run_exec_cuda_with(run, fn, context, 0);
}

bres_status bres_run_exec_cuda_timed(bres_run *run, bres_cuda_fn fn, void *context)
{
    return bres_run_exec_cuda_with(run, fn, context, BRES_CUDA_TIMED);
}

/* Keeps a failure that the body has returned. The thread's error record describes the failure, if
 * it is not empty. */
static void run_keep_returned(bres_run *run, bres_status returned)
{
    if (bres_last_error_status() == BRES_OK)
        bres__error(returned, "the body of the benchmark returned %d (%s)", (int)returned,
                    bres_status_name(returned));
    bres__run_keep(run, returned);
}

/* Records the outcome of the state, unless it was skipped before. A lenient body may have skipped
 * it to give the reason for a failure. */
static bres_status run_conclude(bres_run *run, bool *failed)
{
    const bool lenient = run->bench->lenient;

    if (run->skipped)
        *failed = lenient && run->status != BRES_OK;
    if (run->skipped || ((run->measured || lenient) && run->status == BRES_OK))
        return BRES_OK;
    *failed = true;
    if (run->status != BRES_OK) {
        bres__error_restore(&run->error);
        return bres__run_set_skipped(run, bres_last_error());
    }
    return bres__run_set_skipped(run,
                                 "nothing was measured: the body called no bres_run_exec function");
}

/* Calls the body, with its device's context current. */
static bres_status run_call_body(bres_run *run)
{
    const bres_bench *bench = run->bench;
    void *previous = NULL;
    bres_status status = BRES_OK;

    if (run->gpu != NULL)
        status = bres__cuda_context_enter(run->gpu->context, &previous);
    if (status != BRES_OK)
        return status;
    run->inside = true;
    status = bench->body(run, bench->context);
    run->inside = false;
    if (status != BRES_OK)
        run_keep_returned(run, status);
    bres_cuda_stream_free(run->stream);
    run->stream = NULL;
    if (run->gpu != NULL)
        bres__cuda_context_leave(run->gpu->context, previous);
    return BRES_OK;
}

bres_status bres__run_state(const bres_bench *bench, bres_state *state, const bres__gpu *gpu,
                            const bres__measure_hooks *hooks, bool *failed)
{
    static const bres__measure_hooks no_hooks = { .log = NULL };
    bres_run run = {
        .bench = bench,
        .state = state,
        .clock = bench->suite->clock,
        .gpu = gpu,
        .hooks = hooks != NULL ? hooks : &no_hooks,
    };
    bres_status status = bres__settings_copy(&run.settings, &bench->settings);
    uint64_t begin;

    *failed = false;
    if (status != BRES_OK)
        return status;
    /* Clears an older error, which is not the body's. */
    bres__error_restore(&(bres__error_record){ .offset = -1 });
    begin = bres__run_now(&run);
    bres__run_keep(&run, run_call_body(&run));
    bres__run_keep(&run, bres__run_add_rates(&run));
    if (run.measured && !run.skipped && run.status == BRES_OK)
        bres__run_keep(&run, bres__run_add_elapsed(&run, begin));
    status = run_conclude(&run, failed);
    bres__settings_free(&run.settings);
    return status;
}
