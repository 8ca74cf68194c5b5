/* SPDX-License-Identifier: MIT */
/*
 * The processes of the helper program: the runner, which calls a solution, and the supervisor and
 * the subreaper. These two make sure that no process survives, even if the solution forks or the
 * judge is killed.
 */
#ifndef BRES_JUDGE_RUNNER_HELPER_SUPERVISOR_H
#define BRES_JUDGE_RUNNER_HELPER_SUPERVISOR_H

#include <stdbool.h>

/* Main function of the supervisor; returns its exit status. `readable` is for sandbox_limits(). */
int supervisor_main(bool on_device, char *const *readable);
/* Main function of the runner, which ends only with the process. */
_Noreturn void runner_main(char *const *readable);

#endif
