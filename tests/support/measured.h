/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of measurements: one state that is measured in virtual time, and everything
 * that the measurement reported to its hooks.
 */
#ifndef BRES_TEST_MEASURED_H
#define BRES_TEST_MEASURED_H

#include "measure/cpu/measure.h"
#include "support/virtual_clock.h"

/* A call of the progress hook. */
typedef struct bres_test_progress {
    int64_t samples;
    double elapsed;
    double noise;
} bres_test_progress;

/* Change any member between _begin and _run. */
typedef struct bres_test_measured {
    bres_test_clock time;
    bres_test_body script; /* the context of `body`, unless the test replaces the body */
    bres__cpu_body body;   /* bres_test_body_run() */
    bres__settings settings;
    bres__measure_hooks hooks;
    int64_t elements;
    int64_t global_bytes;
    uint64_t interrupt_after; /* executions of the script; 0: never */
    bres_result *result;
    bres_subbench *bench;
    bres_state *state;

    bres_status status;
    bool skipped;
    char reason[BRES__SKIP_REASON];
    char log[2048]; /* warnings, each with a newline */
    bres_test_progress progress[64];
    size_t progress_count;
    size_t count; /* of samples in the state */
    const float *samples;
} bres_test_measured;

/* A state of benchmark "b", the default settings and a body that takes these times. */
void bres_test_measured_begin(bres_test_measured *measured, const int64_t *durations, size_t count);
/* A criterion for the settings, with parameters such as "max-noise=0.1 min-time=0" or NULL. */
void bres_test_measured_set_criterion(bres_test_measured *measured, const char *expression,
                                      const char *parameters);
/* Measures into the state. */
void bres_test_measured_run(bres_test_measured *measured);
void bres_test_measured_end(bres_test_measured *measured);
/* Whether the log is empty, except for a warning that the real machine has preempted samples. */
bool bres_test_measured_is_quiet(const bres_test_measured *measured);

/* A summary's value as a double; NaN if the state does not have it. */
double bres_test_summary_value(const bres_state *state, const char *tag);

#endif
