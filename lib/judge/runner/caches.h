/* SPDX-License-Identifier: MIT */
/*
 * Evicting memory from the caches of all processors.
 */
#ifndef BRES_JUDGE_RUNNER_CACHES_H
#define BRES_JUDGE_RUNNER_CACHES_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the processor has an instruction that evicts cache lines (x86: CLFLUSHOPT). */
bool bres__caches_can_evict(void);
/* Evicts the cache lines of a memory range. Requires bres__caches_can_evict(). */
void bres__caches_evict(const void *memory, size_t size);
/* Writes to every cache line of a memory range, which displaces other data from the caches. */
void bres__caches_walk(void *memory, size_t size);

#endif
