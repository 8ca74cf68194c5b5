/* SPDX-License-Identifier: MIT */
/*
 * The times that the body of a state and its measurement take.
 */
#ifndef BRES_HARNESS_RUN_ELAPSED_H
#define BRES_HARNESS_RUN_ELAPSED_H

#include "harness/run/run.h"

/* Nanoseconds on the clock of the run. */
uint64_t bres__run_now(const bres_run *run);
/* Adds the summaries bres/elapsed/body, for a body that began at `begin`, and
 * bres/elapsed/measurement. */
bres_status bres__run_add_elapsed(bres_run *run, uint64_t begin);

#endif
