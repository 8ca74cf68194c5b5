/* SPDX-License-Identifier: MIT */
/*
 * The processes of the helper program: the runner, which calls a solution, and those that make sure
 * that nothing survives: neither of a solution that forks, nor of a judge that is killed.
 */
#ifndef BRES_JUDGE_RUNNER_HELPER_SUPERVISOR_H
#define BRES_JUDGE_RUNNER_HELPER_SUPERVISOR_H

#include <stdbool.h>

/* The supervisor's life. `readable` is for sandbox_limits(); returns its exit status. */
int supervisor_main(bool on_device, char *const *readable);
/* The runner's life, which ends with the process. */
_Noreturn void runner_main(char *const *readable);

#endif
