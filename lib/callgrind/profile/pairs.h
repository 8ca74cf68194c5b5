/* SPDX-License-Identifier: MIT */
/*
 * Pairs of numbers, numbered in the order of their coming.
 */
#ifndef BRES_CALLGRIND_PROFILE_PAIRS_H
#define BRES_CALLGRIND_PROFILE_PAIRS_H

#include "base/base.h"

/* The sizes of tables are powers of 2 that fit into 32 bits. */
#define BRES__PAIRS_SIZES 32

/* The pairs that have the same second number: a hash table by their first numbers. */
typedef struct bres__pairs_table {
    uint32_t at; /* its first slot */
    uint32_t count;
} bres__pairs_table;

/* Pairs of numbers, each with a number of its own, in insertion order. What is looked up in
 * succession mostly has few second numbers, whose tables are then in the cache. The second numbers
 * are dense: memory grows with the largest. All zero is empty. */
typedef struct bres__pairs {
    uint64_t *keys; /* by number */
    size_t count;
    size_t capacity;
    bres__pairs_table *tables; /* by second number */
    size_t table_count;
    uint32_t *slots; /* of all tables: a number plus 1, or 0 */
    size_t slot_count;
    size_t slot_capacity;
    uint32_t unused[BRES__PAIRS_SIZES]; /* by the logarithm of the size: a table that was given up,
                                           plus 1; its first slot has the next one */
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
