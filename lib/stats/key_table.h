/* SPDX-License-Identifier: MIT */
/*
 * A hash table of 64-bit keys, each with or without a number, that never takes long to grow.
 */
#ifndef BRES_STATS_KEY_TABLE_H
#define BRES_STATS_KEY_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Buckets of keys, 0 where there is none. */
typedef struct bres__key_buckets {
    uint64_t *keys;    /* of one bucket after the other */
    uint64_t *numbers; /* in the same order; NULL: keys have none */
    size_t count;      /* of buckets: 0 or a power of two */
    void *memory;      /* that both are in */
} bres__key_buckets;

/* All zero is an empty table without numbers. */
typedef struct bres__key_table {
    bres__key_buckets buckets;
    bres__key_buckets old; /* those before the last growth, until all have been moved */
    size_t moved;          /* buckets of `old` that have been */
    size_t count;          /* keys */
    bool numbers;          /* keys have one; set while the table is empty */
    uint64_t seed;
} bres__key_table;

/* Makes room for one more key; false: no memory, nothing has changed. */
bool bres__key_table_reserve(bres__key_table *table);
/* What a key, which must not be 0, is looked up by. Begins to fetch its bucket. */
uint64_t bres__key_table_hash(const bres__key_table *table, uint64_t key);
/* Finds or adds the key; true when it was there. *number is that of the key, 0 for a new one: it
 * may be changed until the next call. `number` is NULL for a table without numbers. */
bool bres__key_table_put(bres__key_table *table, uint64_t key, uint64_t hash, uint64_t **number);
void bres__key_table_free(bres__key_table *table);

#endif
