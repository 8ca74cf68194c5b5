/* SPDX-License-Identifier: MIT */
/*
 * A forked process that goes on with the code of its parent.
 */
#ifndef BRES_BASE_PROCESS_FORKED_H
#define BRES_BASE_PROCESS_FORKED_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The exit status of a process that cannot do its work because the system refuses a call, which is
 * no fault of the code that it runs. */
#define BRES__FORKED_LOST 251
bool bres__forked_is_lost(int wait_status);

/* For the new process: it ends when `parent` ends, and exit() runs none of the functions that the
 * program has registered for its own end. If the system refuses this, the process ends with
 * BRES__FORKED_LOST. */
void bres__forked_begin(pid_t parent);
/* Whether a child has ended; it can still be waited for. `options`: WNOHANG, or 0 to wait. True
 * also if the system has collected the child. */
bool bres__forked_has_ended(pid_t child, int options);
/* Describes a wait status: "killed by signal 11 (Segmentation fault)" or "exited with status 1". */
void bres__forked_describe(int wait_status, char *text, size_t size);

#endif
