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
    size_t journaled; /* states that this run has put into the journal */
    bool cut; /* a signal ended the state that was running, or kept the next from being run */
} bres__runner;

/*
 * Runs what is not done yet, one state after the other; each is in the journal before the next one
 * starts. Ends early, without an error, after a signal: a state that it has cut short is in the
 * result, but not in the journal. A state that fails, or whose child does, is skipped with the
 * reason, and the others go on.
 */
bres_status bres__runner_run(bres__runner *runner);

#endif
