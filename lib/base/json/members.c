/* SPDX-License-Identifier: MIT */
/*
 * The members of an object text, by key.
 */
#include "base/json/equal.h"

#include "base/alloc.h"
#include "base/error.h"

static bool members_put(bres__json_members *members, const bres__slice *key,
                        const bres__slice *value)
{
    size_t position;

    if (!bres__array_reserve((void **)&members->keys, &members->key_capacity, members->count + 1,
                             sizeof(*key)) ||
        !bres__array_reserve((void **)&members->values, &members->value_capacity,
                             members->count + 1, sizeof(*value)) ||
        !bres__index_add(&members->index, key->data, key->length, &position))
        return false;
    members->count = members->index.count;
    members->keys[position] = *key;
    members->values[position] = *value;
    return true;
}

bres_status bres__json_members_read(bres__json_members *members, const bres__slice *object)
{
    bres__cursor cursor = bres__json_unchecked_cursor(object->data, object->length);
    bool first = true;
    bool more = true;
    bres_status status = bres__json_enter(&cursor, '{');

    while (status == BRES_OK) {
        bres__slice key;
        bres__slice value;

        status = bres__json_next_member(&cursor, &members->arena, &first, &more, &key);
        if (status != BRES_OK || !more)
            break;
        status = bres__json_skip(&cursor, &value);
        if (status == BRES_OK && !members_put(members, &key, &value))
            status = bres__error_memory();
    }
    return status;
}

const bres__slice *bres__json_members_find(const bres__json_members *members,
                                           const bres__slice *key)
{
    const size_t position = bres__index_find(&members->index, key->data, key->length);

    return position != BRES__INDEX_NONE ? &members->values[position] : NULL;
}

void bres__json_members_free(bres__json_members *members)
{
    bres__index_free(&members->index);
    bres__free(members->keys);
    bres__free(members->values);
    bres__arena_free(&members->arena);
    *members = (bres__json_members){ .count = 0 };
}
