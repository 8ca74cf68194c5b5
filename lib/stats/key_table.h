/* SPDX-License-Identifier: MIT */
/*
 * A hash table of 64-bit keys with optional numbers. The table grows incrementally, so that no call
 * takes long.
 */
#ifndef BRES_STATS_KEY_TABLE_H
#define BRES_STATS_KEY_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Buckets of keys; the key 0 marks a free slot. */
typedef struct bres__key_buckets {
    uint64_t *keys;    /* of one bucket after the other */
    uint64_t *numbers; /* in the order of `keys`; NULL: keys have no numbers */
    size_t count;      /* of buckets: 0 or a power of two */
    void *memory;      /* the allocation that holds both arrays */
} bres__key_buckets;

/* All zero is an empty table without numbers. */
typedef struct bres__key_table {
    bres__key_buckets buckets;
    bres__key_buckets old; /* the buckets before the last growth, until all have been moved */
    size_t moved;          /* number of moved buckets of `old` */
    size_t count;          /* of keys */
    bool numbers;          /* keys have numbers; set only while the table is empty */
    uint64_t seed;
} bres__key_table;

/* Makes room for one more key. Returns false, with nothing changed, when out of memory. */
bool bres__key_table_reserve(bres__key_table *table);
/* The hash of a key, which must not be 0. Prefetches the key's bucket. The table must have room,
 * see bres__key_table_reserve(). */
uint64_t bres__key_table_hash(const bres__key_table *table, uint64_t key);
/* Finds or adds the key; returns true if the table already had it. *number points to the key's
 * number, 0 for a new key, which the caller may change until the next call. `number` is NULL for a
 * table without numbers. */
bool bres__key_table_put(bres__key_table *table, uint64_t key, uint64_t hash, uint64_t **number);
void bres__key_table_free(bres__key_table *table);

#endif
