/* SPDX-License-Identifier: MIT */
/*
 * Findings: what the facts of a machine mean for measurements.
 */
#ifndef BRES_SYSTEM_FINDINGS_H
#define BRES_SYSTEM_FINDINGS_H

#include "system/gpu.h"
#include "system/system.h"

#include <benchresult/system.h>

/* One or two readings of a machine. */
typedef struct bres__observation {
    const bres__machine *begin;
    const bres__machine *end; /* NULL: one reading only */
    double seconds;           /* between the two readings */
} bres__observation;

/* One or two readings of a GPU. */
typedef struct bres__gpu_observation {
    int device;
    const char *missing; /* why the management library does not answer; NULL: it answers */
    const bres__gpu_state *begin;
    const bres__gpu_state *end; /* NULL: one reading only */
} bres__gpu_observation;

/* Receives a finding, whose texts are valid only during the call. Returns BRES_OK, or an error that
 * ends the search. */
typedef bres_status (*bres__finding_fn)(void *context, const bres_finding *finding);

/* Calls `add` for each finding, in the order of the table. Errors: BRES_ERROR_MEMORY, those of
 * `add`. */
bres_status bres__machine_find(const bres__observation *observation, bres__finding_fn add,
                               void *context);
bres_status bres__gpu_find(const bres__gpu_observation *observation, bres__finding_fn add,
                           void *context);
/* Appends the source file of a fact for messages: a pattern if each CPU has its own file. Appends
 * nothing if the fact does not come from a file. */
void bres__fact_put_path(bres__text *text, const bres__machine *machine, bres__fact_id id);

#endif
