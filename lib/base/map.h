/* SPDX-License-Identifier: MIT */
/*
 * A map from byte strings to pointers: open addressing, borrowed keys. No iteration: the caller
 * keeps the order in the array that the values point into.
 */
#ifndef BRES_BASE_MAP_H
#define BRES_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct bres__map_slot bres__map_slot;

/* All zero is an empty map. */
typedef struct bres__map {
    bres__map_slot *slots;
    size_t capacity; /* 0 or a power of two */
    size_t count;
} bres__map;

/* Returns the value of a key; NULL when the key is unknown. */
void *bres__map_get(const bres__map *map, const char *key, size_t length);
/* Sets or replaces the value of a key. `value` must not be NULL and the key must outlive the map.
 * Returns false when out of memory. */
bool bres__map_set(bres__map *map, const char *key, size_t length, void *value);
void bres__map_free(bres__map *map);
/* 64-bit hash of bytes, seeded per process, so that an attacker cannot construct collisions. */
uint64_t bres__hash(const void *data, size_t length);

#endif
