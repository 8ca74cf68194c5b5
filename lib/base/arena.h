/* SPDX-License-Identifier: MIT */
/*
 * An arena: memory that is given out in pieces and freed at once. Belongs to one thread at a time.
 */
#ifndef BRES_BASE_ARENA_H
#define BRES_BASE_ARENA_H

#include <stddef.h>

typedef struct bres__arena_chunk bres__arena_chunk;

/* All zero is an empty arena. */
typedef struct bres__arena {
    bres__arena_chunk *chunks; /* newest first */
    unsigned char *next;       /* free part of the newest chunk */
    size_t left;
    size_t total; /* bytes of all chunks; decides the size of the next one */
} bres__arena;

/* `size` bytes, not zeroed, aligned to `align` (a power of two, at most 16); NULL when there is no
 * memory: a test can make each piece fail. Size 0 gives a pointer that must not be read. */
void *bres__arena_alloc(bres__arena *arena, size_t size, size_t align);
/* The same for an array, zeroed; NULL also when the size overflows. */
void *bres__arena_calloc(bres__arena *arena, size_t count, size_t size);
/* A copy of `length` bytes with a NUL after them. */
char *bres__arena_copy(bres__arena *arena, const char *text, size_t length);
/* A copy of a string; NULL gives NULL only for want of memory: do not pass NULL. */
char *bres__arena_strdup(bres__arena *arena, const char *text);
/* Moves everything that `from` holds into `arena`; `from` is empty afterwards. Never fails. */
void bres__arena_adopt(bres__arena *arena, bres__arena *from);
void bres__arena_free(bres__arena *arena);

#endif
