/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define KEY_COUNT 5000u

typedef char map_keys[KEY_COUNT][40];

/* Many keys with a common beginning, as in results. */
static void map_make_keys(map_keys keys)
{
    for (size_t i = 0; i < KEY_COUNT; i++)
        snprintf(keys[i], sizeof(keys[i]), "Device=%zu Elements{io}=2^%zu", i % 7, i);
}

Test(base, map_gives_what_was_set)
{
    static map_keys keys;
    bres__map map = { 0 };
    char other;

    map_make_keys(keys);
    cr_assert_null(bres__map_get(&map, "x", 1));
    for (size_t i = 0; i < KEY_COUNT; i++) {
        cr_assert(bres__map_set(&map, keys[i], strlen(keys[i]), keys[i]));
        cr_assert_null(bres__map_get(&map, "absent", 6));
    }
    cr_assert_eq(map.count, KEY_COUNT);
    cr_assert_leq(map.count, map.capacity - map.capacity / 4);
    for (size_t i = 0; i < KEY_COUNT; i++) {
        char copy[40];

        memcpy(copy, keys[i], sizeof(copy));
        cr_assert_eq(bres__map_get(&map, copy, strlen(copy)), keys[i], "%s", copy);
    }
    for (size_t i = 0; i < KEY_COUNT; i += 2)
        cr_assert(bres__map_set(&map, keys[i], strlen(keys[i]), &other));
    cr_assert_eq(map.count, KEY_COUNT);
    for (size_t i = 0; i < KEY_COUNT; i++)
        cr_assert_eq(bres__map_get(&map, keys[i], strlen(keys[i])),
                     i % 2 == 0 ? (void *)&other : (void *)keys[i]);
    bres__map_free(&map);
    cr_assert_null(map.slots);
    cr_assert_null(bres__map_get(&map, keys[0], strlen(keys[0])));
    bres__map_free(&map);
}

Test(base, map_keys_are_bytes)
{
    static const struct {
        const char *key;
        size_t length;
    } rows[] = { { "", 0 },    { "\0", 1 },   { "\0\0", 2 },  { "a", 1 },
                 { "a\0", 2 }, { "a\0b", 3 }, { "a\0c", 3 },  { "ab", 2 },
                 { "abc", 3 }, { "\xFF", 1 }, { "\xFF\0", 2 } };
    const size_t count = sizeof(rows) / sizeof(rows[0]);
    char values[sizeof(rows) / sizeof(rows[0])];
    bres__map map = { 0 };

    for (size_t i = 0; i < count; i++)
        cr_assert(bres__map_set(&map, rows[i].key, rows[i].length, &values[i]));
    cr_assert_eq(map.count, count);
    for (size_t i = 0; i < count; i++)
        cr_assert_eq(bres__map_get(&map, rows[i].key, rows[i].length), &values[i], "row %zu", i);
    bres__map_free(&map);
}

static bres_status map_run(void *context)
{
    map_keys *keys = context;
    bres_status status = BRES_OK;
    bres__map map = { 0 };
    size_t count = 0;

    while (count < 100 && bres__map_set(&map, (*keys)[count], strlen((*keys)[count]), keys))
        count++;
    if (count < 100)
        status = BRES_ERROR_MEMORY;
    cr_assert_eq(map.count, count);
    for (size_t i = 0; i < 100; i++)
        cr_assert_eq(bres__map_get(&map, (*keys)[i], strlen((*keys)[i])),
                     i < count ? (void *)keys : NULL);
    bres__map_free(&map);
    return status;
}

Test(base, map_without_memory)
{
    static map_keys keys;

    map_make_keys(keys);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, map_run, &keys);
}

Test(base, map_hash_depends_on_bytes_and_length_alone)
{
    char buffer[128];

    for (size_t length = 0; length < 80; length++) {
        char text[80];
        uint64_t hash;

        for (size_t i = 0; i < length; i++)
            text[i] = (char)(i * 37 + length);
        hash = bres__hash(text, length);
        for (size_t shift = 0; shift < 9; shift++) {
            memset(buffer, (int)shift, sizeof(buffer));
            memcpy(buffer + shift, text, length);
            cr_assert_eq(bres__hash(buffer + shift, length), hash, "length %zu", length);
        }
        for (size_t i = 0; i < length; i++) {
            text[i] ^= 1;
            cr_assert_neq(bres__hash(text, length), hash, "length %zu, byte %zu", length, i);
            text[i] ^= 1;
        }
    }
}

/* The bounds are far from the expected values, because the seed differs from run to run. */
Test(base, map_hash_spreads)
{
    static map_keys keys;
    static unsigned buckets[2][256];
    static uint64_t zeros[64];

    map_make_keys(keys);
    for (size_t i = 0; i < KEY_COUNT; i++) {
        const uint64_t hash = bres__hash(keys[i], strlen(keys[i]));

        buckets[0][hash & 255]++;
        buckets[1][hash >> 56]++;
    }
    for (size_t i = 0; i < 256; i++) {
        cr_assert_lt(buckets[0][i], 4 * KEY_COUNT / 256);
        cr_assert_lt(buckets[1][i], 4 * KEY_COUNT / 256);
    }
    for (size_t a = 0; a < 64; a++) {
        for (size_t b = 0; b < a; b++)
            cr_assert_neq(bres__hash(zeros, a), bres__hash(zeros, b), "%zu and %zu", a, b);
    }
}
