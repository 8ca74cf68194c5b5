/* SPDX-License-Identifier: MIT */
/*
 * The arrays. For each call the runner gets a copy of a set in a new file in memory. A solution
 * that keeps a view of the file learns nothing about the next call, and its later writes change
 * nothing. The runner cannot truncate the file while the judge reads it.
 */
#ifndef BRES_JUDGE_RUNNER_SETS_H
#define BRES_JUDGE_RUNNER_SETS_H

#include "judge/runner/inside.h"

/* Makes the memory of all sets. The outcome is RETURNED or NO_MEMORY. */
bres_status bres__runner_sets_make(bres__runner *runner, bres__runner_report *report);
void bres__runner_sets_free(bres__runner *runner);
/* Copies a set to a new file in memory for the runner. BRES_ERROR_MEMORY, BRES_ERROR_IO. */
bres_status bres__runner_set_share(bres__runner *runner, size_t set);
/* Copies the set back and closes the file, if there is one. */
void bres__runner_set_collect(bres__runner *runner, size_t set);
/* Draws new guards for a set. */
bres_status bres__runner_guards_draw(bres__runner *runner, size_t set);
/* Sets the outcome GUARD if the guards of a set have changed. */
void bres__runner_guards_check(const bres__runner *runner, size_t set, bres__runner_report *report);

#endif
