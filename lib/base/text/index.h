/* SPDX-License-Identifier: MIT */
/*
 * Keys and their positions: 0, 1, 2, ... in the order in which they were first added. What belongs
 * to a key stands in an array of the caller's, at its position.
 */
#ifndef BRES_BASE_TEXT_INDEX_H
#define BRES_BASE_TEXT_INDEX_H

#include "base/arena.h"
#include "base/map.h"
#include "base/text/text.h"

/* The position of no key. */
#define BRES__INDEX_NONE SIZE_MAX

/* All zero is empty. */
typedef struct bres__index {
    bres__map positions; /* key -> its position plus 1 */
    bres__arena arena;   /* keys that were taken */
    bres__text key;      /* for the caller to make a key in, see bres__index_take() */
    size_t count;
} bres__index;

/* BRES__INDEX_NONE when the key was not added. */
size_t bres__index_find(const bres__index *index, const char *key, size_t length);
/* The position of a key, which is added when it is new: it is borrowed then, and must outlive the
 * index. false: no memory. */
bool bres__index_add(bres__index *index, const char *key, size_t length, size_t *position);
/* The same for the key in `index->key`. The index copies a new key, and empties `index->key`. */
bool bres__index_take(bres__index *index, size_t *position);
/* Forgets all keys. */
void bres__index_clear(bres__index *index);
void bres__index_free(bres__index *index);

#endif
