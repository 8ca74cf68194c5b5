/* SPDX-License-Identifier: MIT */
/*
 * Sorts lists, and merges entries with the same name.
 */
#include "callgrind/counts/counts.h"

#include <stdlib.h>
#include <string.h>

static int order_of_names(const void *a, const void *b)
{
    const bres_count *const left = a;
    const bres_count *const right = b;
    const int names = strcmp(left->name, right->name);

    return names != 0 ? names : (left->count > right->count) - (left->count < right->count);
}

static int order_of_counts(const void *a, const void *b)
{
    const bres_count *const left = a;
    const bres_count *const right = b;

    if (left->count != right->count)
        return left->count < right->count ? 1 : -1;
    return strcmp(right->name, left->name);
}

static uint64_t count_magnitude(int64_t count)
{
    return count < 0 ? 0 - (uint64_t)count : (uint64_t)count;
}

static int order_of_magnitudes(const void *a, const void *b)
{
    const uint64_t left = count_magnitude(((const bres_count *)a)->count);
    const uint64_t right = count_magnitude(((const bres_count *)b)->count);

    return left != right ? (left < right ? 1 : -1) : order_of_counts(a, b);
}

void bres__counts_sort(bres_counts *counts, bres_counts_order order)
{
    static int (*const orders[])(const void *, const void *) = {
        [BRES_COUNTS_BY_COUNT] = order_of_counts,
        [BRES_COUNTS_BY_NAME] = order_of_names,
        [BRES_COUNTS_BY_MAGNITUDE] = order_of_magnitudes,
    };

    if (counts->size > 1)
        qsort(counts->entries, counts->size, sizeof(*counts->entries), orders[order]);
}

bres_status bres__counts_settle(bres_counts *counts)
{
    bres_count *const entries = counts->entries;
    size_t kept = 0;

    bres__counts_sort(counts, BRES_COUNTS_BY_NAME);
    for (size_t i = 0; i < counts->size;) {
        bres_count one = entries[i++];

        for (; i < counts->size && strcmp(entries[i].name, one.name) == 0; i++) {
            if (__builtin_add_overflow(one.count, entries[i].count, &one.count))
                return bres__counts_too_large(one.name);
        }
        if (one.count != 0)
            entries[kept++] = one;
    }
    counts->size = kept;
    bres__counts_sort(counts, BRES_COUNTS_BY_COUNT);
    return BRES_OK;
}

bres_status bres_counts_sort(const bres_counts *a, bres_counts_order order, bres_counts **counts)
{
    bres_status status;

    if (counts == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_sort: counts is NULL");
    *counts = NULL;
    if (a == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_sort: a is NULL");
    if ((unsigned)order > BRES_COUNTS_BY_MAGNITUDE)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_sort: unknown order %d", (int)order);
    status = bres_counts_new(a->entries, a->size, a->is_inclusive, counts);
    if (status == BRES_OK)
        bres__counts_sort(*counts, order);
    return status;
}
