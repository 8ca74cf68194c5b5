/* SPDX-License-Identifier: MIT */
#include "base/map.h"

#include "base/alloc.h"

#include <string.h>

#define MAP_FIRST_CAPACITY 16u

struct bres__map_slot {
    uint64_t hash;
    const char *key;
    size_t length;
    void *value; /* NULL: free */
};

/* The slot of a key, or the free slot to put it in. At least one slot must be free. */
static bres__map_slot *map_find(const bres__map *map, uint64_t hash, const char *key, size_t length)
{
    const size_t mask = map->capacity - 1;
    size_t place = (size_t)hash & mask;

    for (;;) {
        bres__map_slot *slot = &map->slots[place];

        if (slot->value == NULL || (slot->hash == hash && slot->length == length &&
                                    (length == 0 || memcmp(slot->key, key, length) == 0)))
            return slot;
        place = (place + 1) & mask;
    }
}

/* Keeps a quarter of the slots free. */
static bool map_grow(bres__map *map)
{
    bres__map grown = { .count = map->count };

    if (map->count < map->capacity - map->capacity / 4)
        return true;
    if (map->capacity > SIZE_MAX / 2)
        return false;
    grown.capacity = map->capacity == 0 ? MAP_FIRST_CAPACITY : map->capacity * 2;
    grown.slots = bres__calloc(grown.capacity, sizeof(*grown.slots));
    if (grown.slots == NULL)
        return false;
    for (size_t i = 0; i < map->capacity; i++) {
        const bres__map_slot *slot = &map->slots[i];

        if (slot->value != NULL)
            *map_find(&grown, slot->hash, slot->key, slot->length) = *slot;
    }
    bres__free(map->slots);
    *map = grown;
    return true;
}

void *bres__map_get(const bres__map *map, const char *key, size_t length)
{
    if (map->count == 0)
        return NULL;
    return map_find(map, bres__hash(key, length), key, length)->value;
}

bool bres__map_set(bres__map *map, const char *key, size_t length, void *value)
{
    const uint64_t hash = bres__hash(key, length);
    bres__map_slot *slot;

    if (!map_grow(map))
        return false;
    slot = map_find(map, hash, key, length);
    if (slot->value == NULL)
        map->count++;
    *slot = (bres__map_slot){ .hash = hash, .key = key, .length = length, .value = value };
    return true;
}

void bres__map_free(bres__map *map)
{
    bres__free(map->slots);
    *map = (bres__map){ 0 };
}
