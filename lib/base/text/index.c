/* SPDX-License-Identifier: MIT */
#include "base/text/index.h"

#include <stdint.h>

size_t bres__index_find(const bres__index *index, const char *key, size_t length)
{
    const uintptr_t number = (uintptr_t)bres__map_get(&index->positions, key, length);

    return number != 0 ? number - 1 : BRES__INDEX_NONE;
}

static bool index_append(bres__index *index, const char *key, size_t length, size_t *position)
{
    if (key == NULL || !bres__map_set(&index->positions, key, length, (void *)(index->count + 1)))
        return false;
    *position = index->count++;
    return true;
}

bool bres__index_add(bres__index *index, const char *key, size_t length, size_t *position)
{
    *position = bres__index_find(index, key, length);
    return *position != BRES__INDEX_NONE || index_append(index, key, length, position);
}

bool bres__index_take(bres__index *index, size_t *position)
{
    const bres__text *key = &index->key;
    bool done = !key->failed;

    *position = 0;
    if (done) {
        *position = bres__index_find(index, key->data, key->length);
        if (*position == BRES__INDEX_NONE)
            done = index_append(index, bres__arena_copy(&index->arena, key->data, key->length),
                                key->length, position);
    }
    bres__text_clear(&index->key);
    return done;
}

void bres__index_clear(bres__index *index)
{
    bres__map_free(&index->positions);
    bres__arena_free(&index->arena);
    bres__text_clear(&index->key);
    index->count = 0;
}

void bres__index_free(bres__index *index)
{
    bres__index_clear(index);
    bres__text_free(&index->key);
}
