/* SPDX-License-Identifier: MIT */
/*
 * The settings of a state: its body reads and changes them.
 */
#include "harness/run/run.h"

/* Settings come before the measurement, which uses them. */
static bres_status run_check_open(const bres_run *run)
{
    if (run == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "the run is NULL");
    if (bres__run_is_closed(run))
        return bres__error(BRES_ERROR_STATE,
                           "the state has been measured: settings come before bres_run_exec");
    return BRES_OK;
}

static bres_status run_close(bres_run *run, bres_status status)
{
    return run != NULL ? bres__run_keep(run, status) : status;
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

bres_status bres_run_set_max_warmup_time(bres_run *run, double seconds)
{
    return run_set_float64(run, "cold_max_warmup_walltime", seconds);
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

bres_status bres_run_set_run_once(bres_run *run, bool run_once)
{
    const bres_status status = run_check_open(run);

    if (status == BRES_OK)
        run->settings.run_once = run_once;
    return run_close(run, status);
}

bres_status bres_run_set_no_blocking(bres_run *run, bool no_blocking)
{
    const bres_status status = run_check_open(run);

    if (status == BRES_OK)
        run->settings.no_blocking = no_blocking;
    return run_close(run, status);
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

bool bres_run_setting(const bres_run *run, const char *key, double *value)
{
    return run != NULL && key != NULL && value != NULL &&
           bres__settings_get(&run->settings, key, value);
}

const bres_criterion *bres_run_criterion(const bres_run *run)
{
    return run != NULL ? run->settings.criterion : NULL;
}
