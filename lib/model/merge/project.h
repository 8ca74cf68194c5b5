/* SPDX-License-Identifier: MIT */
/*
 * A projection of a result: some of its states under other names, as one benchmark without axes and
 * devices. A comparison of two projections matches states by these names alone. Like a merged
 * result, a projection borrows the data of its states and holds a reference to the result.
 */
#ifndef BRES_MODEL_MERGE_PROJECT_H
#define BRES_MODEL_MERGE_PROJECT_H

#include "model/model.h"

typedef struct bres__projected {
    const bres_state *state; /* of the result */
    const char *name;        /* copied */
} bres__projected;

/* Makes a projection. The states keep their order and their runs, and are in one array. The caller
 * owns *projection, which has one reference. Errors: BRES_ERROR_MEMORY. */
bres_status bres__result_project(bres_result *result, const bres__projected *states, size_t count,
                                 bres_result **projection);

#endif
