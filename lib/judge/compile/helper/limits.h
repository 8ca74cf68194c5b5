/* SPDX-License-Identifier: MIT */
/*
 * The limits of a compiler, as its supervisor sets and watches them.
 */
#ifndef BRES_JUDGE_COMPILE_HELPER_LIMITS_H
#define BRES_JUDGE_COMPILE_HELPER_LIMITS_H

#include "judge/compile/limits.h"

/* Sets the limits that the kernel enforces on the calling process and its future children. */
void compile_limits_set(const bres__compile_limits *limits);
/* Which limit the children of the calling process exceed, or the files in a directory do: the exit
 * status for it, or 0. */
int compile_limits_check(const bres__compile_limits *limits, const char *directory);
/* Kills all children, and those that this process then inherits, until none is left. */
void compile_children_end(void);

#endif
