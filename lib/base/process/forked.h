/* SPDX-License-Identifier: MIT */
/*
 * A forked process that continues to run the program of its parent.
 */
#ifndef BRES_BASE_PROCESS_FORKED_H
#define BRES_BASE_PROCESS_FORKED_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The exit status of a process that cannot do its work because a system call failed: not a fault of
 * the code that it runs. */
#define BRES__FORKED_LOST 251
bool bres__forked_is_lost(int wait_status);

/* Called by the new process: makes it end when `parent` ends, and keeps exit() from running exit
 * functions registered by the program. If a system call fails, the process exits with
 * BRES__FORKED_LOST. */
void bres__forked_begin(pid_t parent);
/* Whether a child has ended; does not collect the child. `options`: WNOHANG, or 0 to wait. Also
 * true if the system has already collected the child. */
bool bres__forked_has_ended(pid_t child, int options);
/* Describes a wait status: "killed by signal 11 (Segmentation fault)" or "exited with status 1". */
void bres__forked_describe(int wait_status, char *text, size_t size);

#endif
