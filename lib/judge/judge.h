/* SPDX-License-Identifier: MIT */
/*
 * The state of bres_judge(), shared by its steps. The judge compiles the source, checks each case
 * with one call, and times each timed case with many calls. Each call gets new inputs and poisoned
 * outputs; the judge keeps its own copy of both. The first fault of the solution ends the
 * judgement.
 */
#ifndef BRES_JUDGE_JUDGE_H
#define BRES_JUDGE_JUDGE_H

#include "judge/draw.h"
#include "judge/verdict/judgement.h"

typedef struct bres__judge {
    const bres_problem *problem;
    const bres_judge_options *options; /* the judgement's copy */
    bres_case_set set;
    int object; /* descriptor of the shared object */
    bres_judgement *judgement;
    bres__draws draws; /* secret, so that a solution cannot predict them */
    uint64_t cache_size;
} bres__judge;

/* Sets *options from `given` and defaults; BRES_ERROR_ARGUMENT or BRES_ERROR_VERSION. */
bres_status bres__judge_options_load(const bres_judge_options *given, const bres_problem *problem,
                                     bres_judge_options *options);
/* Whether the solution has shown no fault. */
static inline bool bres__judge_is_running(const bres__judge *judge)
{
    return bres__judgement_is_running(judge->judgement);
}

/* Checks every case, or the cases that the flags select. */
bres_status bres__judge_check(bres__judge *judge);
/* Times every case that is not only checked. */
bres_status bres__judge_benchmark(bres__judge *judge);

#endif
