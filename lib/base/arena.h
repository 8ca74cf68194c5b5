/* SPDX-License-Identifier: MIT */
/*
 * An arena: hands out memory in pieces and frees all of it at once. Used by one thread at a time.
 */
#ifndef BRES_BASE_ARENA_H
#define BRES_BASE_ARENA_H

#include <stddef.h>

typedef struct bres__arena_chunk bres__arena_chunk;

/* All zero is an empty arena. */
typedef struct bres__arena {
    bres__arena_chunk *chunks; /* newest first */
    unsigned char *next;       /* free part of the chunk in use */
    size_t left;               /* bytes from `next` to the end of that chunk */
    size_t total;              /* bytes of all chunks; decides the size of the next chunk */
} bres__arena;

/* Returns `size` bytes, not zeroed, aligned to `align` (a power of two, at most 16), or NULL when
 * out of memory. A test can make each call fail (base/fault.h). The result for size 0 must not be
 * dereferenced. */
void *bres__arena_alloc(bres__arena *arena, size_t size, size_t align);
/* Returns a zeroed array; NULL when out of memory or when the size overflows. */
void *bres__arena_calloc(bres__arena *arena, size_t count, size_t size);
/* Returns a copy of `length` bytes, followed by a NUL. */
char *bres__arena_copy(bres__arena *arena, const char *text, size_t length);
/* Returns a copy of a string, which must not be NULL. */
char *bres__arena_strdup(bres__arena *arena, const char *text);
/* Moves everything that `from` holds into `arena`; `from` is empty afterwards. Never fails. */
void bres__arena_adopt(bres__arena *arena, bres__arena *from);
void bres__arena_free(bres__arena *arena);

#endif
