/* SPDX-License-Identifier: MIT */
/*
 * A hash table from values to how often they were seen: open addressing, at most half full. When it
 * has to grow, a table of twice the size takes its place, and each later call moves a few slots of
 * the old one: a measurement must not wait for millions of them to be moved at once. New memory of
 * that size comes zeroed from the system, page by page as it is touched.
 */
#include "stats/entropy.h"

#include "base/alloc.h"
#include "base/map.h"

#include <math.h>
#include <string.h>

#define ENTROPY_FIRST_CAPACITY 64u
/* With capacity C, growth is over C/8 values after it began; the next begins C/2 distinct values
 * after it at the earliest. */
#define ENTROPY_MOVED_AT_ONCE  8u

struct bres__entropy_slot {
    uint64_t bits;  /* of the value */
    uint64_t count; /* 0: free */
};

/* The slot of a value, or the free one where it belongs. At least half of the slots are free. */
static bres__entropy_slot *table_find(const bres__entropy_table *table, uint64_t bits,
                                      uint64_t hash)
{
    const size_t mask = table->capacity - 1;
    size_t place = (size_t)hash & mask;

    while (table->slots[place].count != 0 && table->slots[place].bits != bits)
        place = (place + 1) & mask;
    return &table->slots[place];
}

/* Leaves the slots of the old table as they are: values that lie behind them must still be found.
 * Whatever was moved is found in the new table first. */
static void entropy_move_some(bres__entropy *entropy)
{
    const bres__entropy_table *old = &entropy->old;

    for (size_t i = 0; i < ENTROPY_MOVED_AT_ONCE && entropy->moved < old->capacity; i++) {
        const bres__entropy_slot *slot = &old->slots[entropy->moved++];

        if (slot->count != 0)
            *table_find(&entropy->table, slot->bits, bres__hash(&slot->bits, sizeof(slot->bits))) =
                *slot;
    }
    if (entropy->moved == old->capacity) {
        bres__free(old->slots);
        entropy->old = (bres__entropy_table){ 0 };
    }
}

bool bres__entropy_reserve(bres__entropy *entropy)
{
    const size_t capacity = entropy->table.capacity;
    bres__entropy_table grown = { .capacity =
                                      capacity == 0 ? ENTROPY_FIRST_CAPACITY : capacity * 2 };

    if (entropy->distinct < capacity / 2)
        return true;
    if (capacity > SIZE_MAX / 2)
        return false;
    grown.slots = bres__calloc(grown.capacity, sizeof(*grown.slots));
    if (grown.slots == NULL)
        return false;
    entropy->old = entropy->table;
    entropy->moved = 0;
    entropy->table = grown;
    return true;
}

/* Adds to the sum what one more value changes, when it was seen `seen` times before. The difference
 * (c+1) log2(c+1) - c log2(c) is arranged such that nothing cancels. */
static void entropy_add_to_sum(bres__entropy *entropy, uint64_t seen)
{
    const double count = (double)seen;

    if (seen != 0)
        entropy->sum += (count + 1) * log2(1 + 1 / count) + log2(count);
}

void bres__entropy_add(bres__entropy *entropy, double value)
{
    const double key = value == 0 ? 0 : value;
    bres__entropy_slot *slot;
    uint64_t bits;
    uint64_t hash;

    memcpy(&bits, &key, sizeof(bits));
    hash = bres__hash(&bits, sizeof(bits));
    slot = table_find(&entropy->table, bits, hash);
    if (slot->count == 0 && entropy->old.capacity != 0) {
        bres__entropy_slot *old = table_find(&entropy->old, bits, hash);

        slot = old->count != 0 ? old : slot;
    }
    if (slot->count == 0) {
        slot->bits = bits;
        entropy->distinct++;
    }
    entropy_add_to_sum(entropy, slot->count);
    slot->count++;
    entropy->count++;
    if (entropy->old.capacity != 0)
        entropy_move_some(entropy);
}

double bres__entropy_bits(const bres__entropy *entropy)
{
    const double count = (double)entropy->count;
    double bits;

    if (entropy->count == 0)
        return 0;
    bits = log2(count) - entropy->sum / count;
    return bits > 0 ? bits : 0;
}

void bres__entropy_free(bres__entropy *entropy)
{
    bres__free(entropy->table.slots);
    bres__free(entropy->old.slots);
    *entropy = (bres__entropy){ 0 };
}
