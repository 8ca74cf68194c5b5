/* SPDX-License-Identifier: MIT */
/*
 * When a case has enough samples.
 */
#ifndef BRES_JUDGE_CONVERGENCE_H
#define BRES_JUDGE_CONVERGENCE_H

#include <benchresult/criterion.h>
#include <benchresult/judge.h>

typedef struct bres__convergence {
    bres_criteria *criteria;
    bres_criterion *criterion;
    const bres_judge_options *options;
    bool is_long; /* calls take long: a fixed number of samples */
    int64_t count;
    double sum; /* seconds */
} bres__convergence;

/* `last` is the time of the last warm-up, in seconds. Call bres__convergence_end() even after an
 * error. */
bres_status bres__convergence_begin(bres__convergence *convergence,
                                    const bres_judge_options *options, double last);
void bres__convergence_end(bres__convergence *convergence);
bres_status bres__convergence_add(bres__convergence *convergence, double seconds);
bool bres__convergence_is_enough(const bres__convergence *convergence);

#endif
