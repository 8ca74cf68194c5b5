/* SPDX-License-Identifier: MIT */
/*
 * Keeps a solution from other processes, the network and files, and limits its memory. Each defence
 * is active if the system supports it; the functions return the BRES__SANDBOX_* bits of the active
 * defences.
 */
#ifndef BRES_JUDGE_RUNNER_HELPER_SANDBOX_H
#define BRES_JUDGE_RUNNER_HELPER_SANDBOX_H

#include "judge/runner/wire.h"
#include "judge/verdict/sandbox.h"

#include <stdbool.h>

/* Whether the solution, or the driver of a GPU on its behalf, may write files. */
bool sandbox_may_write(const bres__wire_setup *setup);
/* Enters namespaces, which later children inherit. */
unsigned sandbox_namespaces(void);
/* Gives the first process of a new process namespace a /proc that shows this namespace alone. */
unsigned sandbox_own_proc(void);
/* Sets limits and drops privileges of a process that will load a solution. `readable` is a list of
 * files and directories that the solution may read, ended by NULL. */
unsigned sandbox_limits(const bres__wire_setup *setup, char *const *readable);
/* Installs the filter of system calls for all present and later threads: the last step before the
 * solution is loaded. */
unsigned sandbox_filter(const bres__wire_setup *setup);

#endif
