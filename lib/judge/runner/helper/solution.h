/* SPDX-License-Identifier: MIT */
/*
 * A solution and how it is called.
 */
#ifndef BRES_JUDGE_RUNNER_HELPER_SOLUTION_H
#define BRES_JUDGE_RUNNER_HELPER_SOLUTION_H

#include "judge/runner/wire.h"

#include <stdbool.h>
#include <stddef.h>

struct solution;

/* Prepares the call; NULL: no memory, or an unknown type. */
struct solution *solution_new(const bres__wire_setup *setup);
/* Loads it from an open descriptor; false with the reason in `why`. */
bool solution_load(struct solution *solution, int object, char *why, size_t size);
/* Calls it with arrays at their offsets from `arrays`, or those on the host from `host`. */
void solution_call(struct solution *solution, uintptr_t arrays, uintptr_t host);

#endif
