/* SPDX-License-Identifier: MIT */
/*
 * The states of a plan, before they are measured.
 */
#ifndef BRES_HARNESS_RUN_OUTLINE_H
#define BRES_HARNESS_RUN_OUTLINE_H

#include "harness/harness.h"

typedef struct bres__outline {
    bres_result *result; /* benchmarks, and states with axis values only */
    bres_state **states; /* by place in the plan */
    bool *done;          /* by place in the plan: need not be run */
    size_t count;
    size_t done_count;
} bres__outline;

/* All zero is a valid start; free it in any case. */
bres_status bres__outline_make(bres__outline *outline, const bres__plan *plan);
void bres__outline_free(bres__outline *outline);
/* Marks the states that a result of the same benchmarks has: same benchmark, axis values and run.
 * Of planned states that are alike so many are marked as it has. Once for an outline.
 * BRES_ERROR_CONFLICT when it has a state that is not planned. */
bres_status bres__outline_mark_done(bres__outline *outline, const bres_result *result);

#endif
