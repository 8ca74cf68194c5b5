/* SPDX-License-Identifier: MIT */
/*
 * The user and the capabilities of processes that handle untrusted code.
 */
#ifndef BRES_JUDGE_CONFINE_USER_H
#define BRES_JUDGE_CONFINE_USER_H

#include <stdbool.h>

/* The user and the group that own no files. */
#define BRES__NOBODY 65534

/* If root started the calling process, changes its user to BRES__NOBODY and drops its capabilities.
 * With `reads_all` the process and the programs that it starts can still read the files of all
 * users. The parent can still kill the process; the kernel clears its death signal. Returns false
 * if the process is still root, because it lacks the capabilities for the change. */
bool bres__user_drop(bool reads_all);
/* Drops all capabilities. */
void bres__capabilities_drop(void);

#endif
