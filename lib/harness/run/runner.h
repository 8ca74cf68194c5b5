/* SPDX-License-Identifier: MIT */
/*
 * Carrying out a plan.
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
    bres_result *result;                 /* takes the states; has the plan's benchmarks already */
    bres__journal *journal;              /* NULL: none */
    bres__log *log;
    const bres_clock *clock;
    bres__gpus *gpus; /* of the benchmarks for GPUs; NULL: no benchmark needs them */
    bool isolate;
    bool (*is_interrupted)(void *user); /* NULL: signals alone end the run */
    void *user;
    size_t journaled; /* states that this run has put into the journal */
    bool cut;         /* the state that was running was ended, or the next one was not run */
} bres__runner;

/*
 * Runs what is not done yet, one state after the other; each is in the journal before the next one
 * starts. Ends early, without an error, after a signal or when is_interrupted() is true: a state
 * that it has cut short is in the result, but not in the journal. A state that fails, or whose
 * child does, is skipped with the reason, and the others go on.
 */
bres_status bres__runner_run(bres__runner *runner);

#endif
