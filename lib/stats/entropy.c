/* SPDX-License-Identifier: MIT */
/*
 * Only values that do not repeat can make a table large, and for them it is enough to record that
 * they were seen. So two tables are used: the large table has small entries without counts.
 */
#include "stats/entropy.h"

#include <math.h>
#include <string.h>

bool bres__entropy_reserve(bres__entropy *entropy)
{
    entropy->repeated.numbers = true;
    return bres__key_table_reserve(&entropy->seen) && bres__key_table_reserve(&entropy->repeated);
}

/* Never 0: only the NaN with all bits set would give 0. */
static uint64_t value_key(double value)
{
    const double number = value == 0 ? 0 : value;
    uint64_t bits;

    memcpy(&bits, &number, sizeof(bits));
    return ~bits;
}

/* Counts the value and returns its count before. */
static uint64_t entropy_count(bres__entropy *entropy, uint64_t key, uint64_t hash)
{
    uint64_t *number;
    uint64_t before;

    if (!bres__key_table_put(&entropy->seen, key, hash, NULL))
        return 0;
    before = bres__key_table_put(&entropy->repeated, key,
                                 bres__key_table_hash(&entropy->repeated, key), &number)
                 ? *number
                 : 1;
    *number = before + 1;
    return before;
}

void bres__entropy_add(bres__entropy *entropy, double value)
{
    const uint64_t key = value_key(value);
    const double count = (double)(entropy->count + 1);
    /* This prefetches the table entry, which overlaps with the logarithm. */
    const uint64_t hash = bres__key_table_hash(&entropy->seen, key);
    const double most = log2(count);
    const double before = (double)entropy_count(entropy, key, hash);
    double bits;

    /* The difference (c+1) log2(c+1) - c log2(c), arranged to avoid cancellation. */
    if (before != 0)
        entropy->sum += (before + 1) * log2(1 + 1 / before) + log2(before);
    entropy->count++;
    bits = most - entropy->sum / count;
    entropy->bits = bits > 0 ? bits : 0;
}

void bres__entropy_free(bres__entropy *entropy)
{
    bres__key_table_free(&entropy->seen);
    bres__key_table_free(&entropy->repeated);
    *entropy = (bres__entropy){ 0 };
}
