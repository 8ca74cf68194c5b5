/* SPDX-License-Identifier: MIT */
/*
 * What a body declares of its state before it is measured: how much an execution processes, and
 * settings of its own.
 */
#include "harness/run/run.h"
#include "model/model.h"

/* Declarations come before the measurement, which uses them. */
static bres_status run_check_open(const bres_run *run)
{
    if (run == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "the run is NULL");
    if (run->measured)
        return bres__error(BRES_ERROR_STATE,
                           "the state has been measured: declarations come before bres_run_exec");
    return BRES_OK;
}

static bres_status run_close(bres_run *run, bres_status status)
{
    return run != NULL ? bres__run_keep(run, status) : status;
}

/* A number that is a column of its own, which has the name that the body gives. */
typedef struct run_column {
    const char *prefix; /* of its tag */
    const char *description;
    const char *hint;
} run_column;

static const run_column column_elements = {
    .prefix = "nv/element_count/",
    .description = "Items that one execution processes",
};
static const run_column column_reads = {
    .prefix = "nv/gmem/reads/",
    .description = "Bytes that one execution reads from memory",
    .hint = "bytes",
};
static const run_column column_writes = {
    .prefix = "nv/gmem/writes/",
    .description = "Bytes that one execution writes to memory",
    .hint = "bytes",
};

static bres_status state_add_column(bres_state *state, const run_column *column, const char *name,
                                    int64_t value)
{
    bres__summaries set = bres__summaries_begin(state, column->prefix);

    bres__summaries_add_int64(
        &set, &(bres__summary_texts){ name, name, column->description, column->hint, NULL }, value);
    return bres__summaries_end(&set);
}

/* Adds to one of the sums of a run, and as a column when that has a name. */
static bres_status run_add(bres_run *run, int64_t *sum, uint64_t count, const run_column *column,
                           const char *name)
{
    bres_status status = run_check_open(run);

    if (status != BRES_OK)
        return status;
    if (count > (uint64_t)(INT64_MAX - *sum))
        return bres__error(BRES_ERROR_ARGUMENT,
                           "the sum of what one execution processes does not fit in int64");
    if (name != NULL && name[0] != '\0')
        status = state_add_column(run->state, column, name, (int64_t)count);
    if (status == BRES_OK)
        *sum += (int64_t)count;
    return status;
}

bres_status bres_run_add_elements(bres_run *run, uint64_t count, const char *column)
{
    int64_t *sum = run != NULL ? &run->elements : NULL;

    return run_close(run, run_add(run, sum, count, &column_elements, column));
}

bres_status bres_run_add_reads(bres_run *run, uint64_t bytes, const char *column)
{
    int64_t *sum = run != NULL ? &run->global_bytes : NULL;

    return run_close(run, run_add(run, sum, bytes, &column_reads, column));
}

bres_status bres_run_add_writes(bres_run *run, uint64_t bytes, const char *column)
{
    int64_t *sum = run != NULL ? &run->global_bytes : NULL;

    return run_close(run, run_add(run, sum, bytes, &column_writes, column));
}

static bres_status run_set_int64(bres_run *run, const char *key, int64_t value)
{
    bres_status status = run_check_open(run);

    if (status == BRES_OK)
        status = bres__settings_set_int64(&run->settings, key, value);
    if (status == BRES_OK)
        status = bres_state_set_int64(run->state, key, value);
    return run_close(run, status);
}

static bres_status run_set_float64(bres_run *run, const char *key, double value)
{
    bres_status status = run_check_open(run);

    if (status == BRES_OK)
        status = bres__settings_set_float64(&run->settings, key, value);
    if (status == BRES_OK && bres__settings_is_written(key))
        status = bres_state_set_float64(run->state, key, value);
    return run_close(run, status);
}

bres_status bres_run_set_min_samples(bres_run *run, int64_t count)
{
    return run_set_int64(run, "min_samples", count);
}

bres_status bres_run_set_warmup_runs(bres_run *run, int64_t count)
{
    return run_set_int64(run, "cold_warmup_runs", count);
}

bres_status bres_run_set_skip_time(bres_run *run, double seconds)
{
    return run_set_float64(run, "skip_time", seconds);
}

bres_status bres_run_set_timeout(bres_run *run, double seconds)
{
    return run_set_float64(run, "timeout", seconds);
}

bres_status bres_run_set_batch_target_time(bres_run *run, double seconds)
{
    return run_set_float64(run, "batch_target_time", seconds);
}

bres_status bres_run_set_throttle_threshold(bres_run *run, double fraction)
{
    return run_set_float64(run, "throttle_threshold", fraction);
}

bres_status bres_run_set_throttle_recovery_delay(bres_run *run, double seconds)
{
    return run_set_float64(run, "throttle_recovery_delay", seconds);
}

bres_status bres_run_set_blocking_limit(bres_run *run, double seconds)
{
    return run_set_float64(run, "blocking_limit", seconds);
}

bres_status bres_run_set_no_batch(bres_run *run, bool no_batch)
{
    const bres_status status = run_check_open(run);

    if (status == BRES_OK)
        run->settings.no_batch = no_batch;
    return run_close(run, status);
}

bres_status bres_run_set_strict_streams(bres_run *run, bool strict)
{
    const bres_status status = run_check_open(run);

    if (status == BRES_OK)
        run->settings.strict_streams = strict;
    return run_close(run, status);
}

bres_status bres_run_set_criterion(bres_run *run, bres_criterion *criterion)
{
    bres_status status = run_check_open(run);

    if (status == BRES_OK)
        status = bres__settings_take_criterion(&run->settings, criterion);
    else
        bres_criterion_free(criterion);
    return run_close(run, status);
}
