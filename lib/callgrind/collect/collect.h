/* SPDX-License-Identifier: MIT */
/*
 * Collecting: what its files share. A program runs under valgrind in a scratch directory, and what
 * it was asked to execute is in the parts of its profile that have the names below.
 */
#ifndef BRES_CALLGRIND_COLLECT_COLLECT_H
#define BRES_CALLGRIND_COLLECT_COLLECT_H

#include "callgrind/callgrind.h"

#include <benchresult/callgrind.h>
#include <sys/types.h>

/* The variable that makes bres_callgrind_serve() execute a task, and its value. The name stands at
 * the end, for it may have blanks. */
#define BRES__TASK_VARIABLE "BENCHRESULT_CALLGRIND_TASK"
#define BRES__TASK_PRINT    "%" PRIu64 " %" PRIu64 " %" PRIu32 " %" PRIu32 " %s"
#define BRES__TASK_SCAN     "%" SCNu64 " %" SCNu64 " %" SCNu32 " %" SCNu32 " %n"

/* How the parts of its profile are called. */
#define BRES__DUMP_STATEMENT "statement"
#define BRES__DUMP_BASELINE  "baseline"

/* What the program of collect_symbol() ends with when it does not come to execute anything; it says
 * why on its standard error. */
#define BRES__RUNNER           "benchresult-callgrind-runner"
#define BRES__RUNNER_NO_OBJECT 66
#define BRES__RUNNER_NO_SYMBOL 69

/* Whether this program itself runs under valgrind. */
bool bres__callgrind_runs_us(void);
/* Whether this program has called bres_callgrind_serve() or its like, and with such a task. */
bool bres__callgrind_serves(void);
bool bres__callgrind_has_task(const char *name);

/* Loads options, checks them, and that there is a valgrind to do it. */
bres_status bres__callgrind_options_load(bres_callgrind_options *full,
                                         const bres_callgrind_options *user);

/* A run of a program under callgrind. All zero is a valid start. */
typedef struct bres__callgrind_run {
    const bres_callgrind_options *options;
    const char *const *arguments; /* of the program, ended by NULL */
    const char *task;             /* as BRES__TASK_VARIABLE has it; NULL: a command, as it is */
    const char *toggle;           /* NULL: it counts from its start to its end */
    const char *keep_path;
    int exit_status;
} bres__callgrind_run;

/* Runs it and reads its profile. Errors: as bres_callgrind_collect_symbol(); without a task an exit
 * status is none. Sets exit_status also when one is. */
bres_status bres__callgrind_run_once(bres__callgrind_run *run, bres_profile **profile);

/* Whether there is a valgrind that is new enough. */
bres_status bres__valgrind_check(const char *program);
/* Removes the file with the command line that a valgrind leaves in the directory for temporary
 * files if it is killed as it starts. */
void bres__valgrind_files_remove(pid_t pid);

#endif
