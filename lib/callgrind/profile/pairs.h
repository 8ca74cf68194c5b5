/* SPDX-License-Identifier: MIT */
/*
 * A map of pairs of numbers, which numbers the pairs in insertion order.
 */
#ifndef BRES_CALLGRIND_PROFILE_PAIRS_H
#define BRES_CALLGRIND_PROFILE_PAIRS_H

#include "base/base.h"

/* The sizes of tables are powers of 2 that fit into 32 bits. */
#define BRES__PAIRS_SIZES 32

/* The pairs with the same second number: a hash table by their first numbers. */
typedef struct bres__pairs_table {
    uint32_t at; /* index of its first slot */
    uint32_t count;
} bres__pairs_table;

/* Maps pairs of numbers to their own numbers, in insertion order. Successive lookups mostly have
 * few different second numbers, so their tables stay in the CPU cache. Second numbers must be
 * dense, because memory grows with the largest. All zero is empty. */
typedef struct bres__pairs {
    uint64_t *keys; /* by number */
    size_t count;
    size_t capacity;
    bres__pairs_table *tables; /* by second number */
    size_t table_count;
    uint32_t *slots; /* of all tables: number of a pair plus 1; 0: free */
    size_t slot_count;
    size_t slot_capacity;
    uint32_t unused[BRES__PAIRS_SIZES]; /* by log2 of the size: first slot of a freed table, plus
                                           1; this slot links to the next freed table */
} bres__pairs;

/* Finds the number of a pair; false if the pair is unknown. */
bool bres__pairs_find(const bres__pairs *pairs, uint32_t first, uint32_t second, uint32_t *number);
/* Finds the number of a pair, or adds the pair. false: no memory. */
bool bres__pairs_add(bres__pairs *pairs, uint32_t first, uint32_t second, uint32_t *number);
uint32_t bres__pairs_first(const bres__pairs *pairs, uint32_t number);
uint32_t bres__pairs_second(const bres__pairs *pairs, uint32_t number);
size_t bres__pairs_memory(const bres__pairs *pairs);
/* Frees the tables, after the last lookup. The pairs stay. */
void bres__pairs_end(bres__pairs *pairs);
void bres__pairs_free(bres__pairs *pairs);

#endif
