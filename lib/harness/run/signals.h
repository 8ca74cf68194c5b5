/* SPDX-License-Identifier: MIT */
/*
 * SIGINT, SIGTERM and SIGPIPE while a benchmark program runs.
 */
#ifndef BRES_HARNESS_RUN_SIGNALS_H
#define BRES_HARNESS_RUN_SIGNALS_H

#include <sys/types.h>

/*
 * From install to restore, the first SIGINT or SIGTERM is only recorded, and a second one ends the
 * process at once; SIGPIPE is ignored. A signal that the process ignored before stays ignored. A
 * process has only one set of handlers, so these functions are for its main thread, not for the
 * caller of a library.
 */
void bres__signals_install(void);
void bres__signals_restore(void);
/* The first signal caught since the install, in a child of bres__signals_fork() the last; 0: none,
 * or after the restore. */
int bres__signals_caught(void);
/*
 * Like fork(). The parent forwards the signals that it catches. The child only records signals, any
 * number of them: the parent decides, and the child may receive a signal twice. The child handles
 * SIGPIPE as the process did before the install.
 */
pid_t bres__signals_fork(void);
/* Stops forwarding signals. Call this before the child is reaped, because its PID may be reused
 * afterwards. */
void bres__signals_forget_child(void);

#endif
