/* SPDX-License-Identifier: MIT */
/*
 * The children of a process that inherits orphans (PR_SET_CHILD_SUBREAPER).
 */
#ifndef BRES_BASE_PROCESS_CHILDREN_H
#define BRES_BASE_PROCESS_CHILDREN_H

#include <stddef.h>
#include <sys/types.h>

/* Kills and collects all children of the calling thread except `kept`, and the children that it
 * then inherits, until only `kept` remain. Does nothing if the system does not list children. */
void bres__children_end(const pid_t *kept, size_t kept_count);

#endif
