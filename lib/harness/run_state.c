/* SPDX-License-Identifier: MIT */
/*
 * Running a state: its body, the measurement that the body asks for, and what became of both.
 */
#include "harness/run.h"

/* --- Measuring -------------------------------------------------------------------------------- */

static bres_status run_measure(bres_run *run, const bres__cpu_body *body)
{
    char reason[BRES__SKIP_REASON] = "";
    bool skipped = false;
    bres_status status =
        bres__measure_cpu(run->state, body, &run->settings, &run->clock, run->elements,
                          run->global_bytes, run->hooks, &skipped, reason);

    if (status == BRES_OK && skipped)
        status = bres__run_set_skipped(run, reason);
    return status;
}

static bres_status run_exec(bres_run *run, const bres__cpu_body *body)
{
    bres_status status;

    if (run == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "the run is NULL");
    if (body->plain == NULL && body->timed == NULL && body->batched == NULL)
        return bres__run_keep(run,
                              bres__error(BRES_ERROR_ARGUMENT, "the function to measure is NULL"));
    if (run->skipped)
        return BRES_OK;
    if (run->measured)
        return bres__run_keep(run, bres__error(BRES_ERROR_STATE,
                                               "the state has been measured: a body can call one "
                                               "bres_run_exec function, once"));
    /* The body has not noticed: what it has prepared cannot be right. */
    if (run->status != BRES_OK) {
        bres__error_restore(&run->error);
        return run->status;
    }
    run->measured = true;
    status = run_measure(run, body);
    return bres__run_keep(run, status);
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

/* --- Running ---------------------------------------------------------------------------------- */

/* The body has returned a failure that none of its calls has kept: the thread's record is about it,
 * if there is one. */
static void run_keep_returned(bres_run *run, bres_status returned)
{
    if (bres_last_error_status() == BRES_OK)
        bres__error(returned, "the body of the benchmark returned %d (%s)", (int)returned,
                    bres_status_name(returned));
    bres__run_keep(run, returned);
}

/* Says what became of the state, unless it was skipped before. */
static bres_status run_conclude(bres_run *run, bool *failed)
{
    if (run->skipped || (run->measured && run->status == BRES_OK))
        return BRES_OK;
    *failed = true;
    if (run->status != BRES_OK) {
        bres__error_restore(&run->error);
        return bres__run_set_skipped(run, bres_last_error());
    }
    return bres__run_set_skipped(run,
                                 "nothing was measured: the body called no bres_run_exec function");
}

bres_status bres__run_state(const bres_bench *bench, bres_state *state,
                            const bres__measure_hooks *hooks, bool *failed)
{
    static const bres__measure_hooks no_hooks = { .log = NULL };
    bres_run run = {
        .bench = bench,
        .state = state,
        .clock = bench->suite->clock,
        .hooks = hooks != NULL ? hooks : &no_hooks,
    };
    bres_status status = bres__settings_copy(&run.settings, &bench->settings);

    *failed = false;
    if (status != BRES_OK)
        return status;
    /* An older error is not the body's. */
    bres__error_restore(&(bres__error_record){ .offset = -1 });
    status = bench->body(&run, bench->context);
    if (status != BRES_OK)
        run_keep_returned(&run, status);
    status = run_conclude(&run, failed);
    bres__settings_free(&run.settings);
    return status;
}
