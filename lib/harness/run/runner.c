/* SPDX-License-Identifier: MIT */
/*
 * Runs the states of a plan, one after the other.
 */
#include "harness/run/runner.h"
#include "harness/run/isolate.h"
#include "harness/run/log.h"
#include "harness/run/progress.h"
#include "harness/run/run.h"
#include "harness/run/signals.h"
#include "measure/gpu/devices.h"

/* The state that the runner is running. */
typedef struct runner_step {
    bres__runner *runner;
    const bres__plan_state *planned;
    bres_state *state;       /* in the result; NULL: not added yet */
    bres__isolated isolated; /* with a record when the state came from a child */
    bool failed;             /* skipped because of a failure */
} runner_step;

static void step_progress(void *user, int64_t samples, double elapsed, double noise)
{
    const runner_step *step = user;

    (void)elapsed;
    bres__progress_update(&step->runner->log->progress, samples, noise);
}

static bool runner_is_cut(bres__runner *runner)
{
    if (bres__signals_caught() != 0 ||
        (runner->is_interrupted != NULL && runner->is_interrupted(runner->user)))
        runner->cut = true;
    return runner->cut;
}

static bool step_interrupted(void *user)
{
    const runner_step *step = user;

    return runner_is_cut(step->runner);
}

static void step_log(void *user, bres_log_level level, const char *message)
{
    const runner_step *step = user;

    bres__log_line(step->runner->log,
                   level == BRES_LOG_INFO ? BRES__STATUS_INFO : BRES__STATUS_WARN, "%s", message);
}

static const bres_bench *step_bench(const runner_step *step)
{
    return step->runner->plan->benches[step->planned->bench];
}

/* Measures the state in this process, on an open GPU or (NULL) the CPU. */
static bres_status step_run_on(runner_step *step, const bres__gpu *gpu,
                               const bres__measure_hooks *hooks)
{
    bres_status status =
        bres__plan_add_state(step->runner->plan, step->planned, step->runner->result, &step->state);

    if (status == BRES_OK)
        status = bres__run_state(step_bench(step), step->state, gpu, hooks, &step->failed);
    return status;
}

/* Measures the state in a child, which has a copy of the result. */
static bres_status step_run_in_child(void *context, const bres__measure_hooks *hooks,
                                     bres__text *record, bool *failed)
{
    runner_step *step = context;
    bres_status status;

    /* The child must not hold the journal's lock after the parent has ended. */
    bres__journal_close(step->runner->journal);
    status = step_run_on(step, NULL, hooks);
    *failed = step->failed;
    return status == BRES_OK ? bres__journal_encode(step->state, record) : status;
}

/* Records a state that was not measured: its child sent no valid record, or it has no device. */
static bres_status step_give_up(runner_step *step, const char *reason)
{
    bres_status status =
        bres__plan_add_state(step->runner->plan, step->planned, step->runner->result, &step->state);

    if (status == BRES_OK)
        status = bres_state_set_skipped(step->state, reason);
    return status;
}

/* If the child sends no record after a signal, the signal may have ended it. */
static bres_status step_isolate(runner_step *step, const bres__measure_hooks *hooks)
{
    bres__runner *runner = step->runner;
    bres__isolated *isolated = &step->isolated;
    const bres__text *record = &isolated->record;
    bres_status status = bres__isolate(step_run_in_child, step, hooks, isolated);

    if (status != BRES_OK)
        return status;
    step->failed = true;
    if (record->length == 0) {
        runner->cut = bres__signals_caught() != 0;
        return step_give_up(step, isolated->reason);
    }
    runner->cut = isolated->cut;
    status = bres__journal_decode(record->data, record->length, runner->result, &step->state);
    if (status != BRES_ERROR_SYNTAX) {
        step->failed = isolated->failed;
        return status;
    }
    bres__text_clear(&isolated->record);
    return step_give_up(step, bres_last_error());
}

/* Skips the state if it has no working GPU. */
static bres_status step_run_on_gpu(runner_step *step, const bres__measure_hooks *hooks)
{
    bres__gpus *gpus = step->runner->gpus;
    bres__gpu *gpu;
    bres_status status;

    if (gpus->count == 0)
        return step_give_up(step, gpus->reason);
    status = bres__gpus_open(gpus, bres__plan_device(step->runner->plan, step->planned), &gpu);
    if (status == BRES_OK)
        return step_run_on(step, gpu, hooks);
    step->failed = true;
    return step_give_up(step, bres_last_error());
}

/* A GPU works only in the process that has opened the driver, so this process runs all states on
 * GPUs. The driver does not work in a child, but a child does not need it. */
static bres_status step_run(runner_step *step, const bres__measure_hooks *hooks)
{
    if (step_bench(step)->cuda)
        return step_run_on_gpu(step, hooks);
    return step->runner->isolate ? step_isolate(step, hooks) : step_run_on(step, NULL, hooks);
}

static bres_status step_journal(const runner_step *step)
{
    const bres__text *record = &step->isolated.record;
    bres__runner *runner = step->runner;
    bres_status status;

    if (runner->journal == NULL || runner->cut)
        return BRES_OK;
    if (record->length != 0)
        status = bres__journal_append_record(runner->journal, record->data, record->length);
    else
        status = bres__journal_append(runner->journal, step->state);
    if (status == BRES_OK)
        runner->journaled++;
    return status;
}

static bres_status runner_run_one(bres__runner *runner, size_t place)
{
    runner_step step = { .runner = runner, .planned = &runner->plan->states[place] };
    const bres__measure_hooks hooks = {
        .progress = runner->log->progress.fd >= 0 ? step_progress : NULL,
        .interrupted = step_interrupted,
        .log = step_log,
        .user = &step,
    };
    bres_status status;

    bres__log_begin_state(runner->log, place + 1, runner->planned->states[place]);
    status = step_run(&step, &hooks);
    if (status == BRES_OK)
        status = step_journal(&step);
    if (status == BRES_OK)
        bres__log_end_state(runner->log, step.state, step.failed);
    bres__isolated_free(&step.isolated);
    return status;
}

bres_status bres__runner_run(bres__runner *runner)
{
    bres_status status = BRES_OK;

    bres__progress_start(&runner->log->progress, runner->clock, runner->plan->state_count,
                         runner->planned->count - runner->planned->done_count);
    for (size_t i = 0; i < runner->plan->state_count && status == BRES_OK && !runner->cut; i++) {
        if (runner->planned->done[i])
            continue;
        if (!runner_is_cut(runner))
            status = runner_run_one(runner, i);
    }
    bres__progress_clear(&runner->log->progress);
    return status;
}
