/* SPDX-License-Identifier: MIT */
/*
 * Loading and calling a solution.
 */
#ifndef BRES_JUDGE_RUNNER_HELPER_SOLUTION_H
#define BRES_JUDGE_RUNNER_HELPER_SOLUTION_H

#include "judge/runner/wire.h"

#include <stdbool.h>
#include <stddef.h>

struct solution;

/* Prepares calls; NULL if memory is exhausted or a type is unknown. */
struct solution *solution_new(const bres__wire_setup *setup);
/* Loads the solution from an open descriptor; false with the reason in `why`. */
bool solution_load(struct solution *solution, int object, char *why, size_t size);
/* Calls the solution. Arrays are at their offsets from `arrays`, arrays on the host from `host`. */
void solution_call(struct solution *solution, uintptr_t arrays, uintptr_t host);

#endif
