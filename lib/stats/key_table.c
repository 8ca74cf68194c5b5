/* SPDX-License-Identifier: MIT */
/*
 * A bucket is a cache line. Keys fill a bucket from its beginning. So one pass over it, without a
 * branch that could be mispredicted, finds the key or the slot for a new key. If a bucket is full,
 * the search continues in the next bucket. This is rare, because the table is at most half full.
 *
 * When the table must grow, a table of twice the size replaces it, and each later call moves one
 * bucket of the old table. So no caller waits for millions of keys to be moved at once. The kernel
 * zeroes new memory page by page, on first use. Only memory that the process has used before is
 * cleared at once, which takes a tenth of the time to move the keys.
 */
#include "stats/key_table.h"

#include "base/alloc.h"
#include "base/map.h"

#define BUCKET_BYTES        64u
#define BUCKET_KEYS         (BUCKET_BYTES / sizeof(uint64_t))
#define TABLE_FIRST_BUCKETS 8u

/* Mixes 64 bits. bres__hash() would work, but takes longer than the rest of a look-up when the
 * bucket is in the cache. The seed comes from bres__hash(), so that an attacker cannot choose keys
 * that collide. */
static uint64_t table_mix(const bres__key_table *table, uint64_t key)
{
    uint64_t hash = (key ^ table->seed) * UINT64_C(0x9FB21C651E98DF25);

    hash = (hash ^ hash >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return hash ^ hash >> 32;
}

/* The index of a key, or of the free slot to put it in; *found says which. */
static size_t buckets_find(const bres__key_buckets *buckets, uint64_t key, uint64_t hash,
                           bool *found)
{
    size_t bucket = (size_t)hash & (buckets->count - 1);

    for (;;) {
        const uint64_t *keys = &buckets->keys[bucket * BUCKET_KEYS];
        size_t match = BUCKET_KEYS;
        size_t used = 0;

        for (size_t i = 0; i < BUCKET_KEYS; i++) {
            match = keys[i] == key ? i : match;
            used += keys[i] != 0;
        }
        *found = match < BUCKET_KEYS;
        if (*found)
            return bucket * BUCKET_KEYS + match;
        if (used < BUCKET_KEYS)
            return bucket * BUCKET_KEYS + used;
        bucket = (bucket + 1) & (buckets->count - 1);
    }
}

static bool buckets_new(bres__key_buckets *buckets, size_t count, bool numbers)
{
    const size_t columns = numbers ? 2 : 1;
    uintptr_t aligned;

    if (count > (SIZE_MAX - BUCKET_BYTES) / BUCKET_BYTES / columns)
        return false;
    buckets->memory = bres__calloc(1, (count * columns + 1) * BUCKET_BYTES);
    if (buckets->memory == NULL)
        return false;
    aligned = ((uintptr_t)buckets->memory + BUCKET_BYTES - 1) & ~(uintptr_t)(BUCKET_BYTES - 1);
    buckets->keys = (uint64_t *)aligned;
    buckets->numbers = numbers ? buckets->keys + count * BUCKET_KEYS : NULL;
    buckets->count = count;
    return true;
}

/* Leaves the old buckets unchanged, because keys that overflowed from them must still be found.
 * Moved keys are found in the new buckets first. */
static void table_move_bucket(bres__key_table *table)
{
    const bres__key_buckets *old = &table->old;
    const size_t begin = table->moved++ * BUCKET_KEYS;

    for (size_t i = begin; i < begin + BUCKET_KEYS && old->keys[i] != 0; i++) {
        bool found;
        const size_t place =
            buckets_find(&table->buckets, old->keys[i], table_mix(table, old->keys[i]), &found);

        table->buckets.keys[place] = old->keys[i];
        if (table->numbers)
            table->buckets.numbers[place] = old->numbers[i];
    }
    if (table->moved == old->count) {
        bres__free(old->memory);
        table->old = (bres__key_buckets){ 0 };
    }
}

bool bres__key_table_reserve(bres__key_table *table)
{
    const size_t count = table->buckets.count;
    bres__key_buckets grown;

    if (table->count < count * BUCKET_KEYS / 2)
        return true;
    if (count > SIZE_MAX / 2 ||
        !buckets_new(&grown, count == 0 ? TABLE_FIRST_BUCKETS : count * 2, table->numbers))
        return false;
    if (count == 0)
        table->seed = bres__hash(&count, sizeof(count));
    /* The previous growth is complete: it took count/2 calls, and 2*count keys were added since. */
    table->old = table->buckets;
    table->moved = 0;
    table->buckets = grown;
    return true;
}

uint64_t bres__key_table_hash(const bres__key_table *table, uint64_t key)
{
    const uint64_t hash = table_mix(table, key);
    const size_t bucket = (size_t)hash & (table->buckets.count - 1);

    __builtin_prefetch(&table->buckets.keys[bucket * BUCKET_KEYS]);
    return hash;
}

/* Moves a bucket first, so that the key that is found keeps its slot until the next call. */
bool bres__key_table_put(bres__key_table *table, uint64_t key, uint64_t hash, uint64_t **number)
{
    bres__key_buckets *buckets = &table->buckets;
    bool found;
    size_t place;

    if (table->old.count != 0)
        table_move_bucket(table);
    place = buckets_find(buckets, key, hash, &found);
    if (!found && table->old.count != 0) {
        const size_t old_place = buckets_find(&table->old, key, hash, &found);

        if (found) {
            buckets = &table->old;
            place = old_place;
        }
    }
    buckets->keys[place] = key;
    table->count += !found;
    if (number != NULL)
        *number = &buckets->numbers[place];
    return found;
}

void bres__key_table_free(bres__key_table *table)
{
    bres__free(table->buckets.memory);
    bres__free(table->old.memory);
    *table = (bres__key_table){ 0 };
}
