/* SPDX-License-Identifier: MIT */
/*
 * A measurement of a function that several threads execute at the same time.
 */
#ifndef BRES_MEASURE_CPU_THREADS_H
#define BRES_MEASURE_CPU_THREADS_H

#include "measure/hooks.h"
#include "measure/settings.h"

#include <benchresult/measure.h>

/* The function that the threads execute. */
typedef struct bres__threads_body {
    bres_cpu_thread_fn fn;
    void *context;
    int64_t threads;
} bres__threads_body;

#define BRES__THREADS_MAX 65536

/* As bres__measure_cpu(). A sample is the time from the first start to the last end. Adds
 * `bres/threads/...`. Errors, in addition: BRES_ERROR_ARGUMENT for the number of threads,
 * BRES_ERROR_IO if a thread cannot be started. */
bres_status bres__measure_cpu_threads(bres_state *state, const bres__threads_body *body,
                                      const bres__settings *settings, const bres_clock *clock,
                                      const bres__measure_hooks *hooks, bool *skipped,
                                      char *reason);

#endif
