/* SPDX-License-Identifier: MIT */
/*
 * Runs a plan.
 */
#ifndef BRES_HARNESS_RUN_RUNNER_H
#define BRES_HARNESS_RUN_RUNNER_H

#include "harness/run/log.h"
#include "harness/run/planned.h"
#include "nvbench/journal.h"

typedef struct bres__gpus bres__gpus; /* measure/gpu/devices.h */

typedef struct bres__runner {
    const bres__plan *plan;
    const bres__planned_states *planned; /* of the plan */
    bres_result *result;                 /* gets the states; already has the plan's benchmarks */
    bres__journal *journal;              /* NULL: none */
    bres__log *log;
    const bres_clock *clock;
    bres__gpus *gpus; /* of the benchmarks for GPUs; NULL: no benchmark needs them */
    bool isolate;
    bool (*is_interrupted)(void *user); /* NULL: only signals end the run */
    void *user;
    size_t journaled; /* states that this run has put into the journal */
    bool cut;         /* interrupted: a state was cut short or not run */
} bres__runner;

/*
 * Runs the states that are not done yet, one after the other; each state is in the journal before
 * the next one starts. Ends early, without an error, after a signal or when is_interrupted() is
 * true: a state that was cut short is in the result, but not in the journal. A state that fails, or
 * whose child fails, is skipped with the reason, and the run continues.
 */
bres_status bres__runner_run(bres__runner *runner);

#endif
