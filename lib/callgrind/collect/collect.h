/* SPDX-License-Identifier: MIT */
/*
 * Shared by the files of collect. A program runs under valgrind, which writes the profile to a
 * scratch directory. The parts of the profile with the names below have the requested counts.
 */
#ifndef BRES_CALLGRIND_COLLECT_COLLECT_H
#define BRES_CALLGRIND_COLLECT_COLLECT_H

#include "callgrind/callgrind.h"

#include <benchresult/callgrind.h>
#include <sys/types.h>

/* The environment variable that makes bres_callgrind_serve() execute a task, and the format of its
 * value. The name of the task comes last, because it may contain blanks. */
#define BRES__TASK_VARIABLE "BENCHRESULT_CALLGRIND_TASK"
#define BRES__TASK_PRINT    "%" PRIu64 " %" PRIu64 " %" PRIu32 " %" PRIu32 " %s"
#define BRES__TASK_SCAN     "%" SCNu64 " %" SCNu64 " %" SCNu32 " %" SCNu32 " %n"

/* Names of the parts of the profile. */
#define BRES__DUMP_STATEMENT "statement"
#define BRES__DUMP_BASELINE  "baseline"

/* The program of bres_callgrind_collect_symbol(), and its exit statuses if it cannot execute
 * anything. It prints the reason to standard error. */
#define BRES__RUNNER           "benchresult-callgrind-runner"
#define BRES__RUNNER_NO_OBJECT 66
#define BRES__RUNNER_NO_SYMBOL 69

/* Whether this program itself runs under valgrind. */
bool bres__callgrind_runs_us(void);
/* Whether this program has called bres_callgrind_serve() or bres_callgrind_serve_batched(), and
 * whether it serves this task. */
bool bres__callgrind_serves(void);
bool bres__callgrind_has_task(const char *name);

/* Loads and checks options, and checks that a suitable valgrind is installed. */
bres_status bres__callgrind_options_load(bres_callgrind_options *full,
                                         const bres_callgrind_options *user);

/* A run of a program under callgrind. All zero is a valid start. */
typedef struct bres__callgrind_run {
    const bres_callgrind_options *options;
    const char *const *arguments; /* of the program, NULL-terminated */
    const char *task;             /* value of BRES__TASK_VARIABLE; NULL: a command, as it is */
    const char *toggle;           /* toggles counting; NULL: a command counts from start to end */
    const char *keep_path;
    int exit_status;
} bres__callgrind_run;

/* Runs the program and reads its profile. Errors: those of bres_callgrind_collect_symbol(), except
 * that without a task a nonzero exit status is not an error. Sets exit_status even if it is an
 * error. */
bres_status bres__callgrind_run_once(bres__callgrind_run *run, bres_profile **profile);

/* BRES_ERROR_UNSUPPORTED if `program` is not a valgrind, or is too old. */
bres_status bres__valgrind_check(const char *program);
/* Removes the file with the command line that valgrind leaves in the temporary directory if it is
 * killed during its start. */
void bres__valgrind_files_remove(pid_t pid);

#endif
