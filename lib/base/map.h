/* SPDX-License-Identifier: MIT */
/*
 * A map from byte strings to pointers: open addressing, keys borrowed. Iteration is not offered;
 * order lives in the array that the values point into.
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

/* NULL when there is no such key. */
void *bres__map_get(const bres__map *map, const char *key, size_t length);
/* Sets or replaces; `value` must not be NULL and the key must outlive the map. false: no memory. */
bool bres__map_set(bres__map *map, const char *key, size_t length, void *value);
void bres__map_free(bres__map *map);
/* 64-bit hash of bytes; seeded per process, so that no input can be made to collide. */
uint64_t bres__hash(const void *data, size_t length);

#endif
