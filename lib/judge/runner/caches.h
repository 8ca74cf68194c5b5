/* SPDX-License-Identifier: MIT */
/*
 * Evicting memory from the caches of all processors.
 */
#ifndef BRES_JUDGE_RUNNER_CACHES_H
#define BRES_JUDGE_RUNNER_CACHES_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the processor has an instruction for it. */
bool bres__caches_can_evict(void);
/* Evicts the lines of some memory. The processor must have the instruction. */
void bres__caches_evict(const void *memory, size_t size);
/* Walks through some memory, which then takes the place of other memory in the caches. */
void bres__caches_walk(void *memory, size_t size);

#endif
