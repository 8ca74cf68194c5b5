/* SPDX-License-Identifier: MIT */
#include "base/arena.h"

#include "base/alloc.h"
#include "base/fault.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#define ARENA_ALIGN       16u
#define ARENA_CHUNK_FIRST ((size_t)4096)
#define ARENA_CHUNK_MAX   ((size_t)8 << 20)

struct bres__arena_chunk {
    alignas(ARENA_ALIGN) struct bres__arena_chunk *older;
    alignas(ARENA_ALIGN) unsigned char data[];
};

/* Each chunk doubles the arena until the waste at the end of a chunk does not matter. From half a
 * large page on, chunk sizes are whole large pages. */
static size_t arena_chunk_size(const bres__arena *arena)
{
    if (arena->total < ARENA_CHUNK_FIRST)
        return ARENA_CHUNK_FIRST;
    if (arena->total < BRES__LARGE_PAGE / 2)
        return arena->total;
    if (arena->total < ARENA_CHUNK_MAX)
        return arena->total + (0 - arena->total) % BRES__LARGE_PAGE;
    return ARENA_CHUNK_MAX;
}

/* A piece larger than a quarter of a new chunk gets a chunk of its own. That chunk is linked after
 * the newest chunk, so that the free part of the newest chunk stays in use. */
static void *arena_alloc_chunk(bres__arena *arena, size_t size)
{
    const size_t usual = arena_chunk_size(arena) - sizeof(bres__arena_chunk);
    const bool own = size > usual / 4;
    const size_t room = own ? size : usual;
    bres__arena_chunk *chunk;

    if (room > SIZE_MAX - sizeof(*chunk))
        return NULL;
    chunk = bres__malloc_pages(sizeof(*chunk) + room);
    if (chunk == NULL)
        return NULL;
    arena->total += sizeof(*chunk) + room;
    if (own && arena->chunks != NULL) {
        chunk->older = arena->chunks->older;
        arena->chunks->older = chunk;
        return chunk->data;
    }
    chunk->older = arena->chunks;
    arena->chunks = chunk;
    arena->next = chunk->data + size;
    arena->left = room - size;
    return chunk->data;
}

void *bres__arena_alloc(bres__arena *arena, size_t size, size_t align)
{
    const size_t skip = (size_t)(-(uintptr_t)arena->next & (align - 1));
    unsigned char *piece;

    if (BRES__FAULT(BRES__FAULT_ALLOC))
        return NULL;
    if (arena->next == NULL || skip > arena->left || size > arena->left - skip)
        return arena_alloc_chunk(arena, size);
    piece = arena->next + skip;
    arena->next = piece + size;
    arena->left -= skip + size;
    return piece;
}

void *bres__arena_calloc(bres__arena *arena, size_t count, size_t size)
{
    /* A type's alignment divides its size. */
    const size_t align = (size & (0 - size)) % ARENA_ALIGN;
    void *piece;

    if (size != 0 && count > SIZE_MAX / size)
        return NULL;
    piece = bres__arena_alloc(arena, count * size, align != 0 ? align : ARENA_ALIGN);
    if (piece != NULL)
        memset(piece, 0, count * size);
    return piece;
}

char *bres__arena_copy(bres__arena *arena, const char *text, size_t length)
{
    char *copy;

    if (length == SIZE_MAX)
        return NULL;
    copy = bres__arena_alloc(arena, length + 1, 1);
    if (copy == NULL)
        return NULL;
    if (length != 0)
        memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *bres__arena_strdup(bres__arena *arena, const char *text)
{
    return bres__arena_copy(arena, text, strlen(text));
}

void bres__arena_adopt(bres__arena *arena, bres__arena *from)
{
    bres__arena_chunk **tail = &from->chunks;

    while (*tail != NULL)
        tail = &(*tail)->older;
    *tail = arena->chunks;
    arena->chunks = from->chunks;
    if (from->left > arena->left) {
        arena->next = from->next;
        arena->left = from->left;
    }
    arena->total += from->total;
    *from = (bres__arena){ 0 };
}

void bres__arena_free(bres__arena *arena)
{
    bres__arena_chunk *chunk = arena->chunks;

    while (chunk != NULL) {
        bres__arena_chunk *older = chunk->older;

        bres__free(chunk);
        chunk = older;
    }
    *arena = (bres__arena){ 0 };
}
