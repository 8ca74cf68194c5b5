/* SPDX-License-Identifier: MIT */
#include "callgrind/profile/profile.h"

#include <string.h>

/* The base-2 logarithm of the size of a table for `count` pairs. At least a quarter of its slots
 * stay free. 0: the table has no slots. */
static unsigned table_size(uint32_t count)
{
    const uint64_t slots = (uint64_t)count + count / 3 + 1;

    return count == 0 ? 0 : 64u - (unsigned)__builtin_clzll(slots - 1);
}

/* The slot of a first number in a table, or the free slot where it belongs. */
static uint32_t *table_slot(const bres__pairs *pairs, const bres__pairs_table *table,
                            uint32_t first)
{
    uint32_t *const slots = pairs->slots + table->at;
    const size_t mask = ((size_t)1 << table_size(table->count)) - 1;
    size_t place = (size_t)bres__hash(&first, sizeof(first)) & mask;

    while (slots[place] != 0 && bres__pairs_first(pairs, slots[place] - 1) != first)
        place = (place + 1) & mask;
    return &slots[place];
}

/* Allocates free slots for a table. false: no memory. */
static bool slots_take(bres__pairs *pairs, unsigned size, uint32_t *at)
{
    const size_t count = (size_t)1 << size;

    if (pairs->unused[size] != 0) {
        *at = pairs->unused[size] - 1;
        pairs->unused[size] = pairs->slots[*at];
    } else {
        if (pairs->slot_count > UINT32_MAX - count ||
            !BRES__RESERVE(&pairs->slots, &pairs->slot_capacity, pairs->slot_count + count))
            return false;
        *at = (uint32_t)pairs->slot_count;
        pairs->slot_count += count;
    }
    memset(pairs->slots + *at, 0, count * sizeof(*pairs->slots));
    return true;
}

/* Counts another pair in a table, and ensures a free slot for it. false: no memory. */
static bool table_extend(bres__pairs *pairs, bres__pairs_table *table)
{
    const unsigned size = table_size(table->count);
    const unsigned grown = table_size(table->count + 1);
    const uint32_t old = table->at;

    if (grown != size && (grown >= BRES__PAIRS_SIZES || !slots_take(pairs, grown, &table->at)))
        return false;
    table->count++;
    if (grown == size || size == 0)
        return true;
    for (size_t i = 0; i < (size_t)1 << size; i++) {
        const uint32_t slot = pairs->slots[old + i];

        if (slot != 0)
            *table_slot(pairs, table, bres__pairs_first(pairs, slot - 1)) = slot;
    }
    pairs->slots[old] = pairs->unused[size];
    pairs->unused[size] = old + 1;
    return true;
}

bool bres__pairs_find(const bres__pairs *pairs, uint32_t first, uint32_t second, uint32_t *number)
{
    uint32_t slot;

    if (second >= pairs->table_count || pairs->tables[second].count == 0)
        return false;
    slot = *table_slot(pairs, &pairs->tables[second], first);
    if (slot == 0)
        return false;
    *number = slot - 1;
    return true;
}

bool bres__pairs_add(bres__pairs *pairs, uint32_t first, uint32_t second, uint32_t *number)
{
    if (bres__pairs_find(pairs, first, second, number))
        return true;
    if (pairs->count >= BRES__NO_NUMBER - 1 ||
        !BRES__RESERVE(&pairs->keys, &pairs->capacity, pairs->count + 1) ||
        !bres__array_reserve_zeroed(&pairs->tables, &pairs->table_count, (size_t)second + 1,
                                    sizeof(*pairs->tables)) ||
        !table_extend(pairs, &pairs->tables[second]))
        return false;
    pairs->keys[pairs->count] = (uint64_t)first << 32 | second;
    *number = (uint32_t)pairs->count++;
    *table_slot(pairs, &pairs->tables[second], first) = *number + 1;
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
    return pairs->capacity * sizeof(*pairs->keys) + pairs->table_count * sizeof(*pairs->tables) +
           pairs->slot_capacity * sizeof(*pairs->slots);
}

void bres__pairs_end(bres__pairs *pairs)
{
    bres__free(pairs->tables);
    bres__free(pairs->slots);
    pairs->tables = NULL;
    pairs->table_count = 0;
    pairs->slots = NULL;
    pairs->slot_count = 0;
    pairs->slot_capacity = 0;
    memset(pairs->unused, 0, sizeof(pairs->unused));
}

void bres__pairs_free(bres__pairs *pairs)
{
    bres__pairs_end(pairs);
    bres__free(pairs->keys);
    *pairs = (bres__pairs){ 0 };
}
