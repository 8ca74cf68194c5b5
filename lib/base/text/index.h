/* SPDX-License-Identifier: MIT */
/*
 * Maps keys to positions: 0, 1, 2, ... in the order in which the keys were first added. The caller
 * keeps the data of each key in an array, at the key's position.
 */
#ifndef BRES_BASE_TEXT_INDEX_H
#define BRES_BASE_TEXT_INDEX_H

#include "base/arena.h"
#include "base/map.h"
#include "base/text/text.h"

/* Returned for an unknown key. */
#define BRES__INDEX_NONE SIZE_MAX

/* All zero is an empty index. */
typedef struct bres__index {
    bres__map positions; /* key -> its position plus 1 */
    bres__arena arena;   /* holds the keys added by bres__index_take() */
    bres__text key;      /* the caller's buffer to compose a key for bres__index_take() */
    size_t count;
} bres__index;

/* The position of a key; BRES__INDEX_NONE when the key is unknown. */
size_t bres__index_find(const bres__index *index, const char *key, size_t length);
/* Sets the position of a key. Adds a new key; the index borrows it, so it must outlive the index.
 * Returns false when out of memory. */
bool bres__index_add(bres__index *index, const char *key, size_t length, size_t *position);
/* The same for the key in `index->key`, but copies a new key. Empties `index->key`. */
bool bres__index_take(bres__index *index, size_t *position);
/* Forgets all keys. */
void bres__index_clear(bres__index *index);
void bres__index_free(bres__index *index);

#endif
