/* SPDX-License-Identifier: MIT */
/*
 * The limits of a compiler, as its supervisor sets and watches them.
 */
#ifndef BRES_JUDGE_COMPILE_HELPER_LIMITS_H
#define BRES_JUDGE_COMPILE_HELPER_LIMITS_H

#include "judge/compile/limits.h"

/* Sets the limits that the kernel enforces on the calling process and its future children. */
void compile_limits_set(const bres__compile_limits *limits);
/* Checks the processes that the calling process has started, and the files in a directory. Returns
 * the exit status for an exceeded limit, or 0. */
int compile_limits_check(const bres__compile_limits *limits, const char *directory);
/* Kills all children and the processes that this process then inherits, until no child is left. */
void compile_children_end(void);

#endif
