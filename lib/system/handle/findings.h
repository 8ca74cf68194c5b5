/* SPDX-License-Identifier: MIT */
/*
 * What the facts of a machine mean for measurements.
 */
#ifndef BRES_SYSTEM_FINDINGS_H
#define BRES_SYSTEM_FINDINGS_H

#include "system/gpu.h"
#include "system/system.h"

#include <benchresult/system.h>

/* A machine at one time, or at two. */
typedef struct bres__observation {
    const bres__machine *begin;
    const bres__machine *end; /* NULL: one time only */
    double seconds;           /* between both */
} bres__observation;

/* A GPU at one time, or at two. */
typedef struct bres__gpu_observation {
    int device;
    const char *missing; /* why its management library does not answer; NULL: it does */
    const bres__gpu_state *begin;
    const bres__gpu_state *end; /* NULL: one time only */
} bres__gpu_observation;

/* Takes a finding; its texts are valid during the call. Returns BRES_OK or an error, which ends the
 * search. */
typedef bres_status (*bres__finding_fn)(void *context, const bres_finding *finding);

/* Calls `add` for each finding, in the order of the table. Errors: BRES_ERROR_MEMORY, those of
 * `add`. */
bres_status bres__machine_find(const bres__observation *observation, bres__finding_fn add,
                               void *context);
bres_status bres__gpu_find(const bres__gpu_observation *observation, bres__finding_fn add,
                           void *context);
/* Appends the file of a fact as messages show it: that of a fact of each CPU as a pattern. Appends
 * nothing if the fact comes from no file. */
void bres__fact_put_path(bres__text *text, const bres__machine *machine, bres__fact_id id);

#endif
