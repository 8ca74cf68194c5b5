/* SPDX-License-Identifier: MIT */
/*
 * The settings with which a state is measured.
 */
#ifndef BRES_MEASURE_SETTINGS_H
#define BRES_MEASURE_SETTINGS_H

#include "base/base.h"

#include <benchresult/build.h>
#include <benchresult/criterion.h>

/* The settings of a benchmark, copied for each state, which may change its own. */
typedef struct bres__settings {
    int64_t min_samples;
    int64_t warmup_runs;
    double max_warmup_time;
    double skip_time;
    double timeout;
    double batch_target_time; /* not used on the CPU, but written as NVBench does */
    bool run_once;
    bool short_blocks;   /* short blocks also for batched functions */
    uint32_t clock_kind; /* a bres_clock_kind; on GPUs always wall time */
    /* The following settings apply only to GPUs and are not written to files. */
    double throttle_threshold; /* fraction of the default clock; 0: samples at any clock count */
    double throttle_recovery_delay; /* seconds */
    double blocking_limit;          /* seconds; 0: none */
    bool no_blocking;               /* samples are not queued behind a blocking kernel */
    bool no_batch;
    bool strict_streams;
    bres_criterion *criterion; /* owned; NULL: stdrel with its defaults */
} bres__settings;

void bres__settings_init(bres__settings *settings);
/* The copy gets a criterion of its own. */
bres_status bres__settings_copy(bres__settings *copy, const bres__settings *settings);
void bres__settings_free(bres__settings *settings);
/* Sets a number by its key in files: "min_samples", "cold_warmup_runs". Only this function and
 * bres__settings_set_float64() check ranges. */
bres_status bres__settings_set_int64(bres__settings *settings, const char *key, int64_t value);
/* The same for "cold_max_warmup_walltime", "batch_target_time", "skip_time", "timeout"; and for
 * settings that files do not have: "throttle_threshold", "throttle_recovery_delay",
 * "blocking_limit". */
bres_status bres__settings_set_float64(bres__settings *settings, const char *key, double value);
/* Reads a number by the keys above, or a flag as 0 or 1: "run_once", "no_batch", "no_blocking",
 * "strict_streams"; or "clock_kind". false for an unknown key. */
bool bres__settings_get(const bres__settings *settings, const char *key, double *value);
/* true for a setting that files have. */
bool bres__settings_is_written(const char *key);
/* Writes the numbers under these keys, in the order of the format. */
bres_status bres__settings_put_bench(const bres__settings *settings, bres_subbench *bench);
/* The same for a state. */
bres_status bres__settings_put_state(const bres__settings *settings, bres_state *state);
/* Sets the criterion and takes ownership of it, even on failure. NULL is BRES_ERROR_ARGUMENT. */
bres_status bres__settings_take_criterion(bres__settings *settings, bres_criterion *criterion);
/* The criterion of states without a criterion of their own: stdrel. The caller frees it. */
bres_status bres__criterion_default(bres_criterion **criterion);

#endif
