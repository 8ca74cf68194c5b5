/* SPDX-License-Identifier: MIT */
/*
 * The states of a plan, before they are measured.
 */
#ifndef BRES_HARNESS_RUN_PLANNED_H
#define BRES_HARNESS_RUN_PLANNED_H

#include "harness/suite/plan.h"

typedef struct bres__planned_states {
    bres_result *result; /* benchmarks, and states with axis values only */
    bres_state **states; /* by place in the plan */
    bool *done;          /* by place in the plan: need not be run */
    size_t count;
    size_t done_count;
} bres__planned_states;

/* All zero is a valid start; free the states even after a failure. */
bres_status bres__planned_states_make(bres__planned_states *planned, const bres__plan *plan);
void bres__planned_states_free(bres__planned_states *planned);
/* Marks the planned states that a result of the same benchmarks contains, by benchmark, device,
 * axis values and run. If planned states are equal, marks as many of them as the result contains.
 * Call this once. Errors: BRES_ERROR_CONFLICT for a state that is not planned. */
bres_status bres__planned_states_mark_done(bres__planned_states *planned,
                                           const bres_result *result);

#endif
