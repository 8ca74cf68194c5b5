/* SPDX-License-Identifier: MIT */
/*
 * The process that calls a solution.
 */
#ifndef BRES_JUDGE_RUNNER_HELPER_CALL_H
#define BRES_JUDGE_RUNNER_HELPER_CALL_H

/* The runner's life, which ends with the process. */
_Noreturn void runner_main(const char *object);

#endif
