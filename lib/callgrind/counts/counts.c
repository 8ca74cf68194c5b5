/* SPDX-License-Identifier: MIT */
#include "callgrind/counts/counts.h"

#include <string.h>

bres_status bres__counts_room(size_t capacity, bool is_inclusive, bres_counts **counts)
{
    bres_counts *made = bres__calloc(1, sizeof(*made));

    *counts = NULL;
    if (made == NULL)
        return bres__error_memory();
    made->is_inclusive = is_inclusive;
    made->entries = bres__calloc(capacity, sizeof(*made->entries));
    if (made->entries == NULL) {
        bres_counts_free(made);
        return bres__error_memory();
    }
    *counts = made;
    return BRES_OK;
}

bres_status bres__counts_finish(bres_counts *made, bres_status status, bres_counts **counts)
{
    if (status == BRES_OK)
        *counts = made;
    else
        bres_counts_free(made);
    return status;
}

bres_status bres__counts_own_names(bres_counts *counts)
{
    for (size_t i = 0; i < counts->size; i++) {
        counts->entries[i].name = bres__arena_strdup(&counts->names, counts->entries[i].name);
        if (counts->entries[i].name == NULL)
            return bres__error_memory();
    }
    return BRES_OK;
}

bres_status bres__counts_too_large(const char *name)
{
    return bres__error(BRES_ERROR_VALUE, "the count of '%.200s' does not fit in int64", name);
}

bres_status bres_counts_new(const bres_count *entries, size_t count, bool is_inclusive,
                            bres_counts **counts)
{
    bres_counts *made = NULL;
    bres_status status;

    if (counts == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_new: counts is NULL");
    *counts = NULL;
    if (entries == NULL && count != 0)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_new: entries is NULL, count is %zu",
                           count);
    for (size_t i = 0; i < count; i++) {
        if (entries[i].name == NULL)
            return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_new: entry %zu has no name", i);
    }
    status = bres__counts_room(count, is_inclusive, &made);
    if (status != BRES_OK)
        return status;
    if (count != 0)
        memcpy(made->entries, entries, count * sizeof(*entries));
    made->size = count;
    status = bres__counts_own_names(made);
    return bres__counts_finish(made, status, counts);
}

void bres_counts_free(bres_counts *counts)
{
    if (counts == NULL)
        return;
    bres__arena_free(&counts->names);
    bres__free(counts->entries);
    bres__free(counts);
}

size_t bres_counts_size(const bres_counts *counts)
{
    return counts == NULL ? 0 : counts->size;
}

const bres_count *bres_counts_at(const bres_counts *counts, size_t index)
{
    return counts == NULL || index >= counts->size ? NULL : &counts->entries[index];
}

bool bres_counts_is_inclusive(const bres_counts *counts)
{
    return counts != NULL && counts->is_inclusive;
}

/* Adds in 128 bits, because counts of both signs can exceed the limits before they add up to a sum
 * within the limits. */
bres_status bres_counts_sum(const bres_counts *counts, int64_t *sum)
{
    uint64_t low = 0;
    int64_t high = 0;

    if (sum == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_sum: sum is NULL");
    *sum = 0;
    if (counts == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_sum: counts is NULL");
    for (size_t i = 0; i < counts->size; i++) {
        const int64_t count = counts->entries[i].count;

        low += (uint64_t)count;
        high += (low < (uint64_t)count) - (count < 0);
    }
    if (high != (low > INT64_MAX ? -1 : 0))
        return bres__error(BRES_ERROR_VALUE, "the sum of the counts does not fit in int64");
    *sum = low > INT64_MAX ? -(int64_t)(UINT64_MAX - low) - 1 : (int64_t)low;
    return BRES_OK;
}
