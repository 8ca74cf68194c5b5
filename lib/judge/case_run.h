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
    size_t sets;
    size_t calls;     /* without the disturbed ones */
    size_t disturbed; /* calls that were repeated */
} bres__case_run;

/* One call. */
typedef struct bres__call {
    const char *what; /* "check", "warm-up", "sample", "repeat" */
    uint64_t number;  /* from 1; 0: the only one */
    bool keeps_seed;  /* `seed` is given */
    bool is_retry;
    size_t set;      /* drawn */
    uint64_t seed;   /* drawn unless it is given */
    uint64_t poison; /* drawn */
    bres__runner_report report;
    bres__runner_report slowest; /* of all tries, those for the same sample included */
} bres__call;

/* Starts a runner. Call bres__case_end() in any case. A case without memory for its arrays is
 * marked and has no runner. */
bres_status bres__case_begin(bres__case_run *run, bres__judge *judge, size_t index, size_t sets);
void bres__case_end(bres__case_run *run);
/*
 * Makes inputs, calls the solution, downloads the outputs and makes all checks that need no
 * reference. Repeats a call that was disturbed, with new inputs unless it keeps its seed. To
 * disturb calls gains a solution nothing: each answer must be right, the slowest try counts, and
 * too many disturbed calls end the judgement.
 */
bres_status bres__case_call(bres__case_run *run, bres__call *call);
/* Adds a note about disturbed calls, if any. */
bres_status bres__case_note_disturbed(const bres__case_run *run);
/* Verifies outputs of a call, whose inputs must be in the arrays. */
bres_status bres__case_verify(bres__case_run *run, const bres__call *call, void *const *outputs);
/* Ends the judgement because elements of an output were not written. */
bres_status bres__case_fail_untouched(bres__case_run *run, const bres__call *call, size_t parameter,
                                      size_t untouched);
/* Ends the judgement with a message about a call. */
__attribute__((format(printf, 4, 5))) bres_status bres__case_fail(bres__case_run *run,
                                                                  const bres__call *call,
                                                                  bres_judge_status status,
                                                                  const char *format, ...);

#endif
