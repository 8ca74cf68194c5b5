/* SPDX-License-Identifier: MIT */
#include "callgrind/profile/profile.h"

#include <string.h>

#define PAIRS_FIRST_SLOTS 64u

static uint64_t pairs_key(uint32_t first, uint32_t second)
{
    return (uint64_t)first << 32 | second;
}

/* The slot of a key, or the free one where it belongs. At least one slot is free. */
static uint32_t *pairs_slot(const bres__pairs *pairs, uint64_t key)
{
    const size_t mask = pairs->slot_count - 1;
    size_t place = (size_t)bres__hash(&key, sizeof(key)) & mask;

    while (pairs->slots[place] != 0 && pairs->keys[pairs->slots[place] - 1] != key)
        place = (place + 1) & mask;
    return &pairs->slots[place];
}

/* Keeps a third of the slots free. */
static bool pairs_grow(bres__pairs *pairs)
{
    bres__pairs grown = *pairs;

    if (pairs->count < pairs->slot_count - pairs->slot_count / 3)
        return true;
    if (pairs->slot_count > SIZE_MAX / 2)
        return false;
    grown.slot_count = pairs->slot_count == 0 ? PAIRS_FIRST_SLOTS : pairs->slot_count * 2;
    grown.slots = bres__calloc(grown.slot_count, sizeof(*grown.slots));
    if (grown.slots == NULL)
        return false;
    for (size_t i = 0; i < pairs->count; i++)
        *pairs_slot(&grown, pairs->keys[i]) = (uint32_t)i + 1;
    bres__free(pairs->slots);
    *pairs = grown;
    return true;
}

bool bres__pairs_find(const bres__pairs *pairs, uint32_t first, uint32_t second, uint32_t *number)
{
    const uint64_t key = pairs_key(first, second);
    uint32_t found = second < pairs->recent_size ? pairs->recent[second] : 0;

    if (found == 0)
        return false;
    if (pairs->keys[found - 1] != key)
        found = *pairs_slot(pairs, key);
    if (found == 0)
        return false;
    *number = found - 1;
    return true;
}

/* Adds a pair that is not there. */
static bool pairs_append(bres__pairs *pairs, uint64_t key, uint32_t *number)
{
    uint32_t *slot;

    if (pairs->count >= BRES__NO_NUMBER - 1 || !pairs_grow(pairs) ||
        !BRES__RESERVE(&pairs->keys, &pairs->capacity, pairs->count + 1))
        return false;
    slot = pairs_slot(pairs, key);
    pairs->keys[pairs->count] = key;
    *number = (uint32_t)pairs->count++;
    *slot = *number + 1;
    return true;
}

bool bres__pairs_add(bres__pairs *pairs, uint32_t first, uint32_t second, uint32_t *number)
{
    if (!bres__pairs_find(pairs, first, second, number) &&
        (!bres__array_reserve_zeroed(&pairs->recent, &pairs->recent_size, (size_t)second + 1,
                                     sizeof(*pairs->recent)) ||
         !pairs_append(pairs, pairs_key(first, second), number)))
        return false;
    pairs->recent[second] = *number + 1;
    return true;
}

uint32_t bres__pairs_first(const bres__pairs *pairs, uint32_t number)
{
    return (uint32_t)(pairs->keys[number] >> 32);
}

uint32_t bres__pairs_second(const bres__pairs *pairs, uint32_t number)
{
    return (uint32_t)pairs->keys[number];
}

size_t bres__pairs_memory(const bres__pairs *pairs)
{
    return pairs->capacity * sizeof(*pairs->keys) + pairs->slot_count * sizeof(*pairs->slots) +
           pairs->recent_size * sizeof(*pairs->recent);
}

void bres__pairs_end(bres__pairs *pairs)
{
    bres__free(pairs->slots);
    bres__free(pairs->recent);
    pairs->slots = NULL;
    pairs->slot_count = 0;
    pairs->recent = NULL;
    pairs->recent_size = 0;
}

void bres__pairs_free(bres__pairs *pairs)
{
    bres__pairs_end(pairs);
    bres__free(pairs->keys);
    *pairs = (bres__pairs){ 0 };
}
