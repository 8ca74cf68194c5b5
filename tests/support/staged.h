/* SPDX-License-Identifier: MIT */
/*
 * A benchmark with one state in virtual time, for tests of the functions that a body can call.
 */
#ifndef BRES_TEST_STAGED_H
#define BRES_TEST_STAGED_H

#include "support/virtual_clock.h"

#include <benchresult/harness.h>

typedef struct bres_test_stage {
    bres_test_clock clock;
    bres_test_body measured; /* the body that exec measures: 1 ms per execution */
    bres_suite *suite;
    bres_bench *bench; /* "bench" with the axes i=-7, p=2^20, x=0.1 and s=text */
    bres_result *result;
    bres_state *state; /* after the run; in it the axes have their first values */
    bool failed;
} bres_test_stage;

/* Prepares a stage for one run, in which `body` receives the stage. Free it in any case. */
bres_status bres_test_stage_prepare(bres_test_stage *stage, bres_bench_fn body);
bres_status bres_test_stage_run(bres_test_stage *stage);
void bres_test_stage_free(bres_test_stage *stage);
/* The value of a summary of the state; -1 if it is missing. */
int64_t bres_test_stage_int64(const bres_test_stage *stage, const char *tag);
double bres_test_stage_float64(const bres_test_stage *stage, const char *tag);

#endif
