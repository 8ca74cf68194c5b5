/* SPDX-License-Identifier: MIT */
/*
 * The sets of arrays, in a memory file that the judge shares with the calling process. The judge
 * uses the file only while that process is stopped, and refills a set for each call. The process
 * cannot truncate the file.
 */
#ifndef BRES_JUDGE_RUNNER_SETS_H
#define BRES_JUDGE_RUNNER_SETS_H

#include "judge/runner/inside.h"

/* Computes the layout of a set. The outcome is RETURNED or NO_MEMORY. */
bres_status bres__runner_sets_begin(bres__runner *runner, bres__runner_report *report);
/* Replaces the memory by new memory for `count` sets; *fd is its file, which the caller closes, or
 * -1. The outcome is RETURNED or NO_MEMORY. */
bres_status bres__runner_sets_make(bres__runner *runner, size_t count, int *fd,
                                   bres__runner_report *report);
void bres__runner_sets_free(bres__runner *runner);
/* Evicts the arrays of `count` sets from the caches. */
void bres__runner_caches_flush(bres__runner *runner, size_t first, size_t count);
/* Draws new guards for `count` sets. */
bres_status bres__runner_guards_draw(bres__runner *runner, size_t first, size_t count);
/* Sets the outcome GUARD if the guards of a set have changed. */
void bres__runner_guards_check(const bres__runner *runner, size_t set, bres__runner_report *report);

#endif
