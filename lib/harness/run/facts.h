/* SPDX-License-Identifier: MIT */
/*
 * What the result records about the run that made it.
 */
#ifndef BRES_HARNESS_RUN_FACTS_H
#define BRES_HARNESS_RUN_FACTS_H

#include "harness/harness.h"
#include "measure/clock_facts.h"

#include <time.h>

typedef struct bres__facts {
    int argc;
    char *const *argv;
    const bres__invocation *invocation;
    const bres__gpus *gpus; /* NULL: none was looked for */
    bres__clock_facts clock;
    struct timespec start; /* by the calendar's clock */
    struct timespec end;   /* 0: not yet */
    size_t resumed;        /* states that come from a journal */
    bool interrupted;
} bres__facts;

/* Sets the `meta` section of the result. */
bres_status bres__facts_put(const bres__facts *facts, bres_result *result);

#endif
