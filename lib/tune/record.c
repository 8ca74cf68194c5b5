/* SPDX-License-Identifier: MIT */
/*
 * The parts that the journal and the result of a tuner share: device, benchmark, axes and the
 * summaries of a state.
 */
#include "tune/record.h"
#include "measure/gpu/devices.h"
#include "tune/trial.h"

/* The summary with this tag, made at the first call. */
static bres_status state_summary(bres_state *state, const char *tag, const char *name,
                                 const char *description, bres_summary **summary)
{
    bres_status status;

    *summary = (bres_summary *)bres_state_summary(state, tag);
    if (*summary != NULL)
        return BRES_OK;
    status = bres_state_add_summary(state, tag, summary);
    return status == BRES_OK
               ? bres_summary_set_texts(*summary, name, description, NULL, "Hidden by default.")
               : status;
}

static bres_status put_int64(bres_state *state, const char *tag, const char *name,
                             const char *description, int64_t value)
{
    bres_summary *summary;
    const bres_status status = state_summary(state, tag, name, description, &summary);

    return status == BRES_OK ? bres_summary_set_int64(summary, "value", value) : status;
}

bres_status bres__put_float64(bres_state *state, const char *tag, const char *name,
                              const char *description, double value)
{
    bres_summary *summary;
    const bres_status status = state_summary(state, tag, name, description, &summary);

    return status == BRES_OK ? bres_summary_set_float64(summary, "value", value) : status;
}

bres_status bres__put_block_size(bres_state *state, const bres_trial *trial)
{
    return trial->block_size != 0
               ? put_int64(state, BRES__TAG_BLOCK_SIZE, "Block Size",
                           "Executions that a sample is made of.", (int64_t)trial->block_size)
               : BRES_OK;
}

bres_status bres__tuner_put_bench(const bres_tuner *tuner, bres_result *result,
                                  bres_subbench **bench)
{
    bres_status status = BRES_OK;

    if (tuner->cuda)
        status = bres__gpu_put_result(tuner->device, result);
    if (status == BRES_OK)
        status = bres_result_add_subbench(result, tuner->options.name, bench);
    if (status == BRES_OK && tuner->cuda)
        status = bres_subbench_add_device(*bench, tuner->device);
    return status == BRES_OK ? bres__bench_put_axes(tuner->bench, *bench) : status;
}

bres_status bres__tuner_put_state(const bres_trial *trial, bres_subbench *bench, bres_state **state)
{
    const bres_tuner *tuner = trial->tuner;
    bres_status status = bres_subbench_add_state(bench, state);

    if (status == BRES_OK && tuner->cuda)
        status = bres_state_set_device(*state, tuner->device);
    if (status == BRES_OK)
        status = bres__bench_put_values(tuner->bench, (size_t)trial->index, *state);
    if (status == BRES_OK)
        status = put_int64(*state, BRES__TAG_CONFIG, "Configuration",
                           "Place of the configuration in the space.", (int64_t)trial->index);
    return status;
}

bool bres__get_int64(const bres_state *state, const char *tag, int64_t *value)
{
    const bres_summary *summary = bres_state_summary(state, tag);

    return summary != NULL && bres_summary_int64(summary, value);
}

bool bres__get_float64(const bres_state *state, const char *tag, double *value)
{
    const bres_summary *summary = bres_state_summary(state, tag);

    return summary != NULL && bres_summary_float64(summary, value);
}
