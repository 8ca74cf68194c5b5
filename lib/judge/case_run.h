/* SPDX-License-Identifier: MIT */
/*
 * One case with a runner that calls the solution.
 */
#ifndef BRES_JUDGE_CASE_RUN_H
#define BRES_JUDGE_CASE_RUN_H

#include "judge/arrays.h"
#include "judge/judge.h"

typedef struct bres__case_run {
    bres__judge *judge;
    bres__judged *judged; /* the case in the judgement */
    bres__arrays arrays;
    bres__runner *runner; /* NULL: the case was skipped */
    bool is_timed;
    size_t sets;
} bres__case_run;

/* The calls of one exchange, each with a set of its own. */
typedef struct bres__call {
    const char *what;       /* such as "check" or "sample" */
    uint64_t number;        /* from 1; 0: the only one */
    size_t count;           /* number of calls */
    double verify_fraction; /* probability that the outputs are verified */
    bool keeps_seed;        /* `seed` is given */
    bool is_special;        /* the inputs have some special values */
    bool is_verified;       /* the outputs are verified; drawn after the exchange */
    size_t first;           /* set of the first call; drawn if there is only one call */
    uint64_t seed;          /* of the first call; drawn unless it is given */
    uint64_t poison;        /* of the first call; drawn */
    bres__runner_report report;
} bres__call;

/* Seconds for all calls of a case. */
double bres__case_time_limit(const bres__judge *judge);
/* Starts a runner; for a case that is timed on a CPU, measures the cost of an exchange first. Call
 * bres__case_end() even after an error. If the arrays do not fit into memory, the case is marked as
 * skipped and has no runner. */
bres_status bres__case_begin(bres__case_run *run, bres__judge *judge, size_t index, bool is_timed);
void bres__case_end(bres__case_run *run);
/* Replaces the sets of arrays by `sets` new ones. BRES_ERROR_MEMORY. */
bres_status bres__case_map(bres__case_run *run, size_t sets);
/* Makes inputs, makes the calls and checks each call. Outputs are verified with the probability
 * `verify_fraction`. Afterwards the arrays contain the inputs and outputs of the last call. */
bres_status bres__case_call(bres__case_run *run, bres__call *call);
/* Verifies the outputs of the last exchange, unless they have been verified. */
bres_status bres__case_verify_late(bres__case_run *run, bres__call *call);
/* Verifies the outputs of a call. The arrays must contain the inputs of the call. */
bres_status bres__case_verify(bres__case_run *run, const bres__call *call, void *const *outputs);
/* Makes two calls with equal inputs, verifies the second, and compares their outputs. */
bres_status bres__case_repeat(bres__case_run *run);
/* Ends the judgement because elements of an output were not written. */
bres_status bres__case_fail_untouched(bres__case_run *run, const bres__call *call, size_t parameter,
                                      size_t untouched);
/* Ends the judgement with a message about a call. */
__attribute__((format(printf, 4, 5))) bres_status bres__case_fail(bres__case_run *run,
                                                                  const bres__call *call,
                                                                  bres_judge_status status,
                                                                  const char *format, ...);

#endif
