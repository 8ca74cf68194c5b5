/* SPDX-License-Identifier: MIT */
/*
 * SIGINT, SIGTERM and SIGPIPE while a benchmark program runs.
 */
#ifndef BRES_HARNESS_RUN_SIGNALS_H
#define BRES_HARNESS_RUN_SIGNALS_H

#include <sys/types.h>

/*
 * From install to restore, the first SIGINT or SIGTERM is only noted, a second one ends the process
 * at once; SIGPIPE is ignored. A signal that the process ignored before stays ignored. There is one
 * set of handlers in a process, so this is for its main thread, not for a library's caller.
 */
void bres__signals_install(void);
void bres__signals_restore(void);
/* The first signal that was caught since the install; 0: none, also after the restore. */
int bres__signals_caught(void);
/*
 * As fork(). Signals that the parent catches are sent on to the child, where any number of them is
 * only noted: the parent decides, and the child may hear of one twice. SIGPIPE is in the child what
 * it was before.
 */
pid_t bres__signals_fork(void);
/* Stops sending: before the child is waited for, so that its number cannot be another's yet. */
void bres__signals_forget_child(void);

#endif
