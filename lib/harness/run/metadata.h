/* SPDX-License-Identifier: MIT */
/*
 * The metadata in a result about the run that made it.
 */
#ifndef BRES_HARNESS_RUN_METADATA_H
#define BRES_HARNESS_RUN_METADATA_H

#include "harness/run/invocation.h"
#include "measure/clock_facts.h"
#include "system/system.h"

#include <time.h>

typedef struct bres__gpus bres__gpus; /* measure/gpu/devices.h */

typedef struct bres__run_metadata {
    int argc;
    char *const *argv;
    const bres__invocation *invocation;
    const bres__gpus *gpus; /* NULL: not searched for */
    bres__clock_facts clock;
    struct timespec start; /* by the wall clock */
    struct timespec end;   /* 0: still running */
    size_t resumed;        /* states that come from a journal */
    bool interrupted;
    bres__machine machine;        /* at the start */
    bres__machine machine_at_end; /* once `end` is set */
} bres__run_metadata;

/* Sets the `meta` section of the result. */
bres_status bres__run_metadata_put(const bres__run_metadata *metadata, bres_result *result);

#endif
