/* SPDX-License-Identifier: MIT */
/*
 * Pairs of numbers, numbered in the order of their coming.
 */
#ifndef BRES_CALLGRIND_PROFILE_PAIRS_H
#define BRES_CALLGRIND_PROFILE_PAIRS_H

#include "base/base.h"

/* Pairs of numbers, each with a number of its own, in insertion order. The second numbers
 * are dense: memory grows with the largest. All zero is empty. */
typedef struct bres__pairs {
    uint64_t *keys; /* by number */
    size_t count;
    size_t capacity;
    uint32_t *slots; /* a number plus 1, or 0; by hash, open addressing */
    size_t slot_count;
    uint32_t *recent; /* by second: the pair that was asked for last, plus 1, or 0 */
    size_t recent_size;
} bres__pairs;

/* The number of a pair; false when it has none. */
bool bres__pairs_find(const bres__pairs *pairs, uint32_t first, uint32_t second, uint32_t *number);
/* The number of a pair, which has one from now on. false: no memory. */
bool bres__pairs_add(bres__pairs *pairs, uint32_t first, uint32_t second, uint32_t *number);
uint32_t bres__pairs_first(const bres__pairs *pairs, uint32_t number);
uint32_t bres__pairs_second(const bres__pairs *pairs, uint32_t number);
size_t bres__pairs_memory(const bres__pairs *pairs);
/* Nothing will be looked up any more. */
void bres__pairs_end(bres__pairs *pairs);
void bres__pairs_free(bres__pairs *pairs);

#endif
