/* SPDX-License-Identifier: MIT */
#include "stats/stats.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_MAX 5000

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static int order(const void *a, const void *b)
{
    const uint64_t first = *(const uint64_t *)a;
    const uint64_t second = *(const uint64_t *)b;

    return (first > second) - (first < second);
}

static void check(const char *what, const uint64_t *values, size_t count)
{
    static uint64_t sorted[COUNT_MAX];
    static uint64_t scratch[COUNT_MAX];
    static uint64_t expected[COUNT_MAX];

    memcpy(sorted, values, count * sizeof *values);
    memcpy(expected, values, count * sizeof *values);
    bres__sort_uint64(sorted, scratch, count);
    qsort(expected, count, sizeof *expected, order);
    cr_assert_eq(memcmp(sorted, expected, count * sizeof *sorted), 0, "%s, %zu values", what,
                 count);
}

/* Counts around the changes of method, with values that differ in all bits, in a few bits, in the
 * highest and lowest bits, or not at all. */
Test(stats, radix_agrees_with_qsort)
{
    static const size_t counts[] = { 0, 1, 2, 95, 96, 97, 98, 1000, 2047, 2048, 2049, COUNT_MAX };
    static const struct {
        const char *what;
        uint64_t mask;
        uint64_t base;
    } kinds[] = {
        { "all bits", UINT64_MAX, 0 },
        { "low bits", 0x1F, UINT64_C(1) << 60 },
        { "one bit", 1, 0 },
        { "the highest bit", UINT64_C(1) << 63, 7 },
        { "both ends", (UINT64_C(1) << 63) | 1, 0 },
        { "scattered bits", UINT64_C(0x8000010000100401), 0 },
        { "the middle", UINT64_C(0xFFFF000000), UINT64_C(3) << 50 },
        { "equal values", 0, 42 },
    };
    static uint64_t values[COUNT_MAX];
    uint64_t state = 1;

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            for (size_t i = 0; i < counts[c]; i++)
                values[i] = (next_random(&state) & kinds[k].mask) | kinds[k].base;
            check(kinds[k].what, values, counts[c]);
        }
    }
}

Test(stats, radix_of_ordered_values)
{
    static uint64_t values[COUNT_MAX];

    for (size_t i = 0; i < COUNT_MAX; i++)
        values[i] = i;
    check("ascending", values, COUNT_MAX);
    for (size_t i = 0; i < COUNT_MAX; i++)
        values[i] = COUNT_MAX - i;
    check("descending", values, COUNT_MAX);
}

/* The comparison relies on this property. */
Test(stats, radix_sorts_positive_doubles_by_their_bits)
{
    static const double doubles[] = { 1e300, 5e-324, 1, 0x1p-1022, 0.5, 1.0000000000000002, 1e-9 };
    uint64_t bits[sizeof doubles / sizeof *doubles];
    uint64_t scratch[sizeof doubles / sizeof *doubles];
    double last = 0;

    memcpy(bits, doubles, sizeof bits);
    bres__sort_uint64(bits, scratch, sizeof bits / sizeof *bits);
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
        double value;

        memcpy(&value, &bits[i], sizeof value);
        cr_assert_gt(value, last);
        last = value;
    }
}
