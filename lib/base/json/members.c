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

    if (!BRES__RESERVE(&members->keys, &members->key_capacity, members->count + 1) ||
        !BRES__RESERVE(&members->values, &members->value_capacity, members->count + 1) ||
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
    bres__json_walk walk = bres__json_walk_object(&cursor, &members->arena);
    bres__slice value;

    while (bres__json_walk_pass(&walk, &value)) {
        if (!members_put(members, &walk.key, &value))
            walk.status = bres__error_memory();
    }
    return walk.status;
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
