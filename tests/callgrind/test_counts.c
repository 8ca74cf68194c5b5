/* SPDX-License-Identifier: MIT */
/*
 * Lists of counts: arithmetic, selection, orders, names.
 */
#include "support/profiles.h"
#include "support/support.h"

#include "base/fault.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const bres_count some[] = {
    { 5, "x" }, { 5, "y" }, { 5, "z" }, { 0, "zero" }, { 7, "a" }, { 2, "x" },
};
static const bres_count others[] = { { 7, "x" }, { 9, "b" }, { 5, "z" } };

static bres_counts *list(const bres_count *entries, size_t count)
{
    bres_counts *counts;

    cr_assert_eq(bres_counts_new(entries, count, false, &counts), BRES_OK);
    return counts;
}

Test(callgrind, counts_keep_what_they_are_given)
{
    char name[] = "first";
    const bres_count entries[] = { { -3, name }, { 0, "" } };
    bres_counts *counts = list(entries, 2);
    bres_counts *empty = list(NULL, 0);
    int64_t sum = 1;

    name[0] = '?';
    cr_assert_eq(bres_counts_size(counts), 2);
    cr_assert_str_eq(bres_counts_at(counts, 0)->name, "first");
    cr_assert_eq(bres_counts_at(counts, 0)->count, -3);
    cr_assert_str_eq(bres_counts_at(counts, 1)->name, "");
    cr_assert_null(bres_counts_at(counts, 2));
    cr_assert_not(bres_counts_is_inclusive(counts));
    cr_assert_eq(bres_counts_sum(empty, &sum), BRES_OK);
    cr_assert_eq(sum, 0);
    bres_counts_free(counts);
    bres_counts_free(empty);
    bres_counts_free(NULL);
    cr_assert_eq(bres_counts_size(NULL), 0);
    cr_assert_null(bres_counts_at(NULL, 0));
    cr_assert_not(bres_counts_is_inclusive(NULL));
}

Test(callgrind, counts_sum_within_int64)
{
    static const struct {
        int64_t counts[4];
        bres_status status;
        int64_t sum;
    } rows[] = {
        { { 1, -2, 3, 4 }, BRES_OK, 6 },
        { { INT64_MAX, 1, -1, 0 }, BRES_OK, INT64_MAX },
        { { INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN }, BRES_OK, -2 },
        { { INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX }, BRES_OK, -2 },
        { { INT64_MIN, 0, 0, 0 }, BRES_OK, INT64_MIN },
        { { INT64_MAX, 1, 0, 0 }, BRES_ERROR_VALUE, 0 },
        { { INT64_MIN, -1, 0, 0 }, BRES_ERROR_VALUE, 0 },
        { { INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN }, BRES_ERROR_VALUE, 0 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_count entries[4];
        bres_counts *counts;
        int64_t sum = 77;

        for (size_t k = 0; k < 4; k++)
            entries[k] = (bres_count){ rows[i].counts[k], "f" };
        counts = list(entries, 4);
        cr_assert_eq(bres_counts_sum(counts, &sum), rows[i].status, "row %zu", i);
        cr_assert_eq(sum, rows[i].sum, "row %zu: %lld", i, (long long)sum);
        bres_counts_free(counts);
    }
}

/* Sorted by count, equal counts by descending name; entries of 0 are removed. */
Test(callgrind, counts_add_and_subtract)
{
    bres_counts *a = list(some, COUNT(some));
    bres_counts *b = list(others, COUNT(others));
    bres_counts *result;

    cr_assert_eq(bres_counts_add(a, b, &result), BRES_OK);
    bres_test_counts_are(result, "14 x\n10 z\n9 b\n7 a\n5 y\n", "a + b");
    cr_assert_eq(bres_counts_subtract(a, b, &result), BRES_OK);
    bres_test_counts_are(result, "7 a\n5 y\n-9 b\n", "a - b");
    /* Edge case 59. */
    cr_assert_eq(bres_counts_subtract(a, a, &result), BRES_OK);
    bres_test_counts_are(result, "", "a - a");
    bres_counts_free(a);
    bres_counts_free(b);
}

Test(callgrind, counts_refuse_what_does_not_fit)
{
    static const bres_count largest[] = { { INT64_MAX, "f" } };
    static const bres_count smallest[] = { { INT64_MIN, "f" } };
    bres_counts *a = list(largest, 1);
    bres_counts *b = list(smallest, 1);
    bres_counts *result;

    cr_assert_eq(bres_counts_add(a, a, &result), BRES_ERROR_VALUE);
    cr_assert_null(result);
    cr_assert_str_eq(bres_last_error(), "the count of 'f' does not fit in int64");
    cr_assert_eq(bres_counts_subtract(a, b, &result), BRES_ERROR_VALUE);
    cr_assert_eq(bres_counts_add(b, b, &result), BRES_ERROR_VALUE);
    cr_assert_eq(bres_counts_add(a, b, &result), BRES_OK);
    bres_test_counts_are(result, "-1 f\n", "the largest and the smallest");
    cr_assert_eq(bres_counts_scale(a, 2, &result), BRES_ERROR_VALUE);
    cr_assert_eq(bres_counts_scale(a, 1.5, &result), BRES_ERROR_VALUE);
    cr_assert_eq(bres_counts_scale(a, 1e300, &result), BRES_ERROR_VALUE);
    cr_assert_eq(bres_counts_scale(b, -1, &result), BRES_ERROR_VALUE);
    cr_assert_null(result);
    bres_counts_free(a);
    bres_counts_free(b);
}

/* The second half of edge case 59. */
Test(callgrind, counts_of_two_kinds_do_not_mix)
{
    bres_counts *a = list(some, COUNT(some));
    bres_counts *b;
    bres_counts *result;

    cr_assert_eq(bres_counts_new(some, COUNT(some), true, &b), BRES_OK);
    cr_assert(bres_counts_is_inclusive(b));
    cr_assert_eq(bres_counts_add(a, b, &result), BRES_ERROR_CONFLICT);
    cr_assert_null(result);
    cr_assert_eq(bres_counts_subtract(b, a, &result), BRES_ERROR_CONFLICT);
    cr_assert_eq(bres_counts_subtract(b, b, &result), BRES_OK);
    cr_assert(bres_counts_is_inclusive(result));
    bres_counts_free(result);
    bres_counts_free(a);
    bres_counts_free(b);
}

/* Includes edge case 61. */
Test(callgrind, counts_scale_towards_zero)
{
    static const bres_count entries[] = { { 10, "a" }, { -10, "b" }, { 3, "c" }, { 1, "d" } };
    static const bres_count large[] = { { INT64_MAX, "f" } };
    static const struct {
        double factor;
        bres_status status;
        const char *lines;
    } rows[] = {
        { 2, BRES_OK, "20 a\n6 c\n2 d\n-20 b\n" },
        { -0.15, BRES_OK, "1 b\n-1 a\n" },
        { 0.5, BRES_OK, "5 a\n1 c\n-5 b\n" },
        { 0, BRES_OK, "" },
        { -0.0, BRES_OK, "" },
        { (double)NAN, BRES_ERROR_VALUE, NULL },
        { (double)INFINITY, BRES_ERROR_VALUE, NULL },
        { -(double)INFINITY, BRES_ERROR_VALUE, NULL },
    };
    bres_counts *counts = list(entries, COUNT(entries));
    bres_counts *result;

    for (size_t i = 0; i < COUNT(rows); i++) {
        cr_assert_eq(bres_counts_scale(counts, rows[i].factor, &result), rows[i].status, "%g",
                     rows[i].factor);
        if (rows[i].lines != NULL)
            bres_test_counts_are(result, rows[i].lines, "scale");
        else
            cr_assert_null(result);
    }
    bres_counts_free(counts);
    /* A whole factor is exact, even for counts that a double cannot hold. */
    counts = list(large, 1);
    cr_assert_eq(bres_counts_scale(counts, -1, &result), BRES_OK);
    bres_test_counts_are(result, "-9223372036854775807 f\n", "scale");
    bres_counts_free(counts);
}

/* Renames "x" to `user`, keeps other names, and fails for "fail". */
static bres_status rename_x(void *user, const char *name, const char **renamed)
{
    if (strcmp(name, "fail") == 0)
        return BRES_ERROR_STATE;
    if (strcmp(name, "x") == 0)
        *renamed = user;
    return BRES_OK;
}

static bres_status rename_all(void *user, const char *name, const char **renamed)
{
    (void)name;
    *renamed = user;
    return BRES_OK;
}

Test(callgrind, counts_transform_adds_up_what_collides)
{
    static const bres_count cancel[] = { { 3, "p" }, { -3, "q" } };
    static const bres_count failing[] = { { 3, "p" }, { 1, "fail" } };
    bres_counts *counts = list(some, COUNT(some));
    bres_counts *result;
    char name[] = "a";

    cr_assert_eq(bres_counts_transform(counts, rename_x, name, &result), BRES_OK);
    name[0] = '?';
    bres_test_counts_are(result, "14 a\n5 z\n5 y\n", "x to a");
    cr_assert_eq(bres_counts_transform(counts, rename_x, NULL, &result), BRES_ERROR_ARGUMENT);
    cr_assert_null(result);
    bres_counts_free(counts);
    /* Edge case 60. */
    counts = list(cancel, COUNT(cancel));
    cr_assert_eq(bres_counts_transform(counts, rename_all, name, &result), BRES_OK);
    bres_test_counts_are(result, "", "all to one, of sum 0");
    bres_counts_free(counts);
    counts = list(failing, COUNT(failing));
    cr_assert_eq(bres_counts_transform(counts, rename_x, name, &result), BRES_ERROR_STATE);
    cr_assert_null(result);
    bres_counts_free(counts);
}

static bres_status keep_below(void *user, const bres_count *entry, bool *keep)
{
    *keep = entry->count < *(const int64_t *)user;
    return entry->count == 9 ? BRES_ERROR_STATE : BRES_OK;
}

Test(callgrind, counts_filter_keeps_order_and_zeros)
{
    int64_t limit = 6;
    bres_counts *counts = list(some, COUNT(some));
    bres_counts *result;

    cr_assert_eq(bres_counts_filter(counts, keep_below, &limit, &result), BRES_OK);
    bres_test_counts_are(result, "5 x\n5 y\n5 z\n0 zero\n2 x\n", "below 6");
    limit = -1;
    cr_assert_eq(bres_counts_filter(counts, keep_below, &limit, &result), BRES_OK);
    bres_test_counts_are(result, "", "none");
    bres_counts_free(counts);
    counts = list(others, COUNT(others));
    cr_assert_eq(bres_counts_filter(counts, keep_below, &limit, &result), BRES_ERROR_STATE);
    cr_assert_null(result);
    bres_counts_free(counts);
}

Test(callgrind, counts_denoise_by_parts_of_names)
{
    static const bres_count entries[] = {
        { 9, "dl-runtime.c:_dl_fixup [/lib/ld.so]" },
        { 4, "m.c:main [/opt/app]" },
        { 0, "dictobject.c:lookdict_unicode_nodummy" },
        { 2, "dl-lookup.c:do_lookup_x [/lib/ld.so]" },
        { 8, "dl-trampoline.h:_dl_runtime_resolve_xsavec [/lib/ld.so]" },
    };
    static const char *const dictionaries[] = { "dictobject.c:lookdict_unicode", NULL };
    static const char *const nothing[] = { NULL };
    bres_counts *counts = list(entries, COUNT(entries));
    bres_counts *result;

    cr_assert_eq(bres_counts_denoise(counts, bres_counts_loader_noise(), &result), BRES_OK);
    bres_test_counts_are(result, "4 m.c:main [/opt/app]\n0 dictobject.c:lookdict_unicode_nodummy\n",
                         "the loader");
    cr_assert_eq(bres_counts_denoise(counts, dictionaries, &result), BRES_OK);
    cr_assert_eq(bres_counts_size(result), 4);
    bres_counts_free(result);
    cr_assert_eq(bres_counts_denoise(counts, nothing, &result), BRES_OK);
    cr_assert_eq(bres_counts_size(result), 5);
    bres_counts_free(result);
    bres_counts_free(counts);
}

Test(callgrind, counts_sort)
{
    static const bres_count entries[] = {
        { 3, "b" }, { -7, "a" }, { 7, "c" }, { INT64_MIN, "d" }, { 3, "a" }, { 0, "\xC3\xA4" },
    };
    static const struct {
        bres_counts_order order;
        const char *lines;
    } rows[] = {
        { BRES_COUNTS_BY_COUNT, "7 c\n3 b\n3 a\n0 \xC3\xA4\n-7 a\n-9223372036854775808 d\n" },
        { BRES_COUNTS_BY_NAME, "-7 a\n3 a\n3 b\n7 c\n-9223372036854775808 d\n0 \xC3\xA4\n" },
        { BRES_COUNTS_BY_MAGNITUDE, "-9223372036854775808 d\n7 c\n-7 a\n3 b\n3 a\n0 \xC3\xA4\n" },
    };
    bres_counts *counts = list(entries, COUNT(entries));
    bres_counts *result;

    for (size_t i = 0; i < COUNT(rows); i++) {
        cr_assert_eq(bres_counts_sort(counts, rows[i].order, &result), BRES_OK);
        bres_test_counts_are(result, rows[i].lines, "sort");
    }
    cr_assert_eq(bres_counts_sort(counts, (bres_counts_order)3, &result), BRES_ERROR_ARGUMENT);
    cr_assert_null(result);
    bres_counts_free(counts);
}

/* Standardizing a standardized name does not change it (edge case 62). */
Test(callgrind, counts_standardize)
{
    static const char *const roots[] = { "build/../", "build/aten/", "Python/", "Objects/", NULL };
    static const char *const strange[] = { "", "aa", "/", NULL };
    static const struct {
        const char *const *roots;
        const char *name;
        const char *standard;
    } rows[] = {
        { roots, "/a/b/build/../c/build/../d.cpp:f [/l.so]", "build/../d.cpp:f" },
        { roots, "/p/Python/Objects/x.c:e", "Objects/x.c:e" },
        { roots, "/p/Objects/Python/x.c:e", "Python/x.c:e" },
        { roots, "a b [c] d [e]", "a b" },
        { roots, "build/aten/x:y", "build/aten/x:y" },
        { roots, "f() [x", "f() [x" },
        { roots, "f []", "f []" },
        { roots, "f[x]", "f[x]" },
        { roots, "f\t[x]", "f" },
        { roots, "x.c:f(int) [/opt/Python/lib.so]", "x.c:f(int)" },
        { roots, " [x]", "" },
        { roots, "", "" },
        { NULL, "/p/Python/x.c:e [/l.so]", "/p/Python/x.c:e" },
        { strange, "/x/baaab", "aab" },
        { strange, "/aab", "aab" },
        { strange, "aab/", "/" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        const bres_count entry = { 1, rows[i].name };
        bres_counts *counts = list(&entry, 1);
        bres_counts *once;
        bres_counts *twice;

        cr_assert_eq(bres_counts_standardize(counts, rows[i].roots, &once), BRES_OK);
        cr_assert_eq(bres_counts_standardize(once, rows[i].roots, &twice), BRES_OK);
        cr_assert_str_eq(bres_counts_at(once, 0)->name, rows[i].standard, "%s", rows[i].name);
        cr_assert_str_eq(bres_counts_at(twice, 0)->name, bres_counts_at(once, 0)->name, "%s",
                         rows[i].name);
        bres_counts_free(counts);
        bres_counts_free(once);
        bres_counts_free(twice);
    }
}

Test(callgrind, counts_refuse_null)
{
    static const char *const nothing[] = { NULL };
    bres_counts *counts = list(some, COUNT(some));
    bres_counts *result = counts;
    const bres_count nameless = { 1, NULL };
    int64_t sum;

    cr_assert_eq(bres_counts_new(some, 1, false, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_new(NULL, 1, false, &result), BRES_ERROR_ARGUMENT);
    cr_assert_null(result);
    cr_assert_eq(bres_counts_new(&nameless, 1, false, &result), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_sum(NULL, &sum), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_sum(counts, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_add(NULL, counts, &result), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_add(counts, counts, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_subtract(counts, NULL, &result), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_scale(NULL, 1, &result), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_scale(counts, 1, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_transform(counts, NULL, NULL, &result), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_transform(counts, rename_x, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_filter(counts, NULL, NULL, &result), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_filter(counts, keep_below, &sum, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_denoise(counts, NULL, &result), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_denoise(counts, nothing, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_standardize(NULL, NULL, &result), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_standardize(counts, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_sort(NULL, BRES_COUNTS_BY_NAME, &result), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_counts_sort(counts, BRES_COUNTS_BY_NAME, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_null(result);
    bres_counts_free(counts);
}

typedef bres_status (*operation)(const bres_counts *counts, bres_counts **result);

static bres_status do_new(const bres_counts *counts, bres_counts **result)
{
    return bres_counts_new(bres_counts_at(counts, 0), bres_counts_size(counts), true, result);
}

static bres_status do_add(const bres_counts *counts, bres_counts **result)
{
    return bres_counts_add(counts, counts, result);
}

static bres_status do_scale(const bres_counts *counts, bres_counts **result)
{
    return bres_counts_scale(counts, 2, result);
}

static bres_status do_transform(const bres_counts *counts, bres_counts **result)
{
    return bres_counts_transform(counts, rename_x, (char[]){ "a" }, result);
}

static bres_status do_denoise(const bres_counts *counts, bres_counts **result)
{
    return bres_counts_denoise(counts, bres_counts_loader_noise(), result);
}

static bres_status do_standardize(const bres_counts *counts, bres_counts **result)
{
    return bres_counts_standardize(counts, NULL, result);
}

static bres_status do_sort(const bres_counts *counts, bres_counts **result)
{
    return bres_counts_sort(counts, BRES_COUNTS_BY_NAME, result);
}

typedef struct swept {
    operation run;
    const bres_counts *counts;
} swept;

static bres_status operation_once(void *context)
{
    const swept *const self = context;
    bres_counts *result;
    const bres_status status = self->run(self->counts, &result);

    cr_assert_eq(result != NULL, status == BRES_OK);
    bres_counts_free(result);
    return status;
}

static bres_status text_once(void *context)
{
    char *text;
    const bres_status status = bres_counts_text(context, 0, 0, &text);

    cr_assert_eq(text != NULL, status == BRES_OK);
    bres_string_free(text);
    return status;
}

Test(callgrind, counts_without_memory)
{
    static const operation operations[] = { do_new,     do_add,         do_scale, do_transform,
                                            do_denoise, do_standardize, do_sort };
    bres_counts *counts = list(some, COUNT(some));

    for (size_t i = 0; i < COUNT(operations); i++) {
        swept self = { operations[i], counts };

        bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, operation_once, &self);
    }
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, text_once, counts);
    bres_counts_free(counts);
}
