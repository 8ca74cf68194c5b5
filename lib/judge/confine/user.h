/* SPDX-License-Identifier: MIT */
/*
 * The user and the capabilities of processes that work for a stranger.
 */
#ifndef BRES_JUDGE_CONFINE_USER_H
#define BRES_JUDGE_CONFINE_USER_H

#include <stdbool.h>

/* The user and the group that own no files. */
#define BRES__NOBODY 65534

/* If root started the calling process, nobody becomes its user, and it loses its capabilities. With
 * `reads_all` the process and the programs that it starts can still read the files of all users.
 * The parent can still kill the process; the kernel forgets its death signal. Returns false if the
 * process is still root, because it lacks the capabilities that this takes. */
bool bres__user_drop(bool reads_all);
/* Drops all capabilities. */
void bres__capabilities_drop(void);

#endif
