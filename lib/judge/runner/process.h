/* SPDX-License-Identifier: MIT */
/*
 * Starting and ending the helper program.
 */
#ifndef BRES_JUDGE_RUNNER_PROCESS_H
#define BRES_JUDGE_RUNNER_PROCESS_H

#include "judge/runner/inside.h"

/* Starts `program`, a path. */
bres_status bres__runner_process_start(bres__runner *runner, const char *program);
/* Ends all processes of the helper program and of the solution. */
void bres__runner_process_end(bres__runner *runner);

#endif
