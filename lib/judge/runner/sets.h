/* SPDX-License-Identifier: MIT */
/*
 * The sets of arrays, in a file in memory that the judge shares with the process that calls. The
 * judge uses it only while that process is stopped, and fills a set again for each call. The
 * process cannot truncate the file.
 */
#ifndef BRES_JUDGE_RUNNER_SETS_H
#define BRES_JUDGE_RUNNER_SETS_H

#include "judge/runner/inside.h"

/* Lays out a set. The outcome is RETURNED or NO_MEMORY. */
bres_status bres__runner_sets_begin(bres__runner *runner, bres__runner_report *report);
/* Makes new memory for so many sets, in place of the old one; *fd is its file, which the caller
 * closes, or -1. The outcome is RETURNED or NO_MEMORY. */
bres_status bres__runner_sets_make(bres__runner *runner, size_t count, int *fd,
                                   bres__runner_report *report);
void bres__runner_sets_free(bres__runner *runner);
/* Evicts the arrays of some sets from the caches. */
void bres__runner_caches_flush(bres__runner *runner, size_t first, size_t count);
/* Draws new guards for some sets. */
bres_status bres__runner_guards_draw(bres__runner *runner, size_t first, size_t count);
/* Sets the outcome GUARD if the guards of a set have changed. */
void bres__runner_guards_check(const bres__runner *runner, size_t set, bres__runner_report *report);

#endif
