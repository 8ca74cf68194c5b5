/* SPDX-License-Identifier: MIT */
/*
 * Operations that change counts or names: sums, differences, multiples, renamed entries.
 */
#include "callgrind/counts/counts.h"

#include <math.h>

/* Combines two lists into one. `negative`: subtracts the second list. */
static bres_status math_combine(const char *function, const bres_counts *a, const bres_counts *b,
                                bool negative, bres_counts **counts)
{
    bres_counts *made = NULL;
    bres_status status;

    if (counts == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: counts is NULL", function);
    *counts = NULL;
    if (a == NULL || b == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: %s is NULL", function, a == NULL ? "a" : "b");
    if (a->is_inclusive != b->is_inclusive)
        return bres__error(BRES_ERROR_CONFLICT, "%s: cannot combine inclusive and exclusive counts",
                           function);
    if (a->size > SIZE_MAX - b->size)
        return bres__error_memory();
    status = bres__counts_room(a->size + b->size, a->is_inclusive, &made);
    if (status != BRES_OK)
        return status;
    for (size_t i = 0; i < a->size; i++)
        made->entries[made->size++] = a->entries[i];
    for (size_t i = 0; status == BRES_OK && i < b->size; i++) {
        bres_count entry = b->entries[i];

        if (negative && __builtin_sub_overflow(0, entry.count, &entry.count))
            status = bres__counts_too_large(entry.name);
        else
            made->entries[made->size++] = entry;
    }
    if (status == BRES_OK)
        status = bres__counts_settle(made);
    if (status == BRES_OK)
        status = bres__counts_own_names(made);
    return bres__counts_finish(made, status, counts);
}

bres_status bres_counts_add(const bres_counts *a, const bres_counts *b, bres_counts **counts)
{
    return math_combine("bres_counts_add", a, b, false, counts);
}

bres_status bres_counts_subtract(const bres_counts *a, const bres_counts *b, bres_counts **counts)
{
    return math_combine("bres_counts_subtract", a, b, true, counts);
}

/* Multiplies a count, exactly if the factor is whole. false: the product does not fit. */
static bool math_multiply(int64_t count, double factor, int64_t *product)
{
    double real;

    if (factor >= -0x1p63 && factor < 0x1p63 && factor == trunc(factor))
        return !__builtin_mul_overflow(count, (int64_t)factor, product);
    real = trunc((double)count * factor);
    if (!(real >= -0x1p63 && real < 0x1p63))
        return false;
    *product = (int64_t)real;
    return true;
}

bres_status bres_counts_scale(const bres_counts *a, double factor, bres_counts **counts)
{
    bres_counts *made = NULL;
    bres_status status;

    if (counts == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_scale: counts is NULL");
    *counts = NULL;
    if (a == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_scale: a is NULL");
    if (!isfinite(factor))
        return bres__error(BRES_ERROR_VALUE, "bres_counts_scale: the factor is not finite");
    status = bres_counts_new(a->entries, a->size, a->is_inclusive, &made);
    for (size_t i = 0; status == BRES_OK && i < a->size; i++) {
        if (!math_multiply(a->entries[i].count, factor, &made->entries[i].count))
            status = bres__counts_too_large(a->entries[i].name);
    }
    if (status == BRES_OK)
        status = bres__counts_settle(made);
    return bres__counts_finish(made, status, counts);
}

bres_status bres_counts_transform(const bres_counts *a, bres_counts_rename_fn rename, void *user,
                                  bres_counts **counts)
{
    bres_counts *made = NULL;
    bres_status status;

    if (counts == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_transform: counts is NULL");
    *counts = NULL;
    if (a == NULL || rename == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_transform: %s is NULL",
                           a == NULL ? "a" : "rename");
    status = bres__counts_room(a->size, a->is_inclusive, &made);
    for (size_t i = 0; status == BRES_OK && i < a->size; i++) {
        const char *renamed = a->entries[i].name;
        bres_count *entry = &made->entries[i];

        status = rename(user, a->entries[i].name, &renamed);
        if (status != BRES_OK)
            break;
        entry->count = a->entries[i].count;
        entry->name = renamed == NULL ? NULL : bres__arena_strdup(&made->names, renamed);
        if (entry->name == NULL)
            status = renamed != NULL ? bres__error_memory()
                                     : bres__error(BRES_ERROR_ARGUMENT,
                                                   "bres_counts_transform: the new name of "
                                                   "'%.200s' is NULL",
                                                   a->entries[i].name);
        made->size = i + 1;
    }
    if (status == BRES_OK)
        status = bres__counts_settle(made);
    return bres__counts_finish(made, status, counts);
}
