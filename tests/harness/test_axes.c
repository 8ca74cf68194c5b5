/* SPDX-License-Identifier: MIT */
#include "harness/suite/suite.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

static bres_status body(bres_run *run, void *context)
{
    (void)run;
    (void)context;
    return BRES_OK;
}

static const int64_t integers[] = { 3, -1, 3 };
static const double reals[] = { 0.5, -0.0 };
static const char *const strings[] = { "b", "", "b" };

Test(harness, axes_hold_copies_of_their_values)
{
    bres_suite *suite = bres_suite_new();
    bres_bench *bench = bres_suite_add(suite, "copy", body, NULL);
    int64_t exponents[] = { 0, 62 };

    cr_assert_eq(bres_bench_add_int64_axis(bench, "i", integers, 3), BRES_OK);
    cr_assert_eq(bres_bench_add_int64_pow2_axis(bench, "p", exponents, 2), BRES_OK);
    cr_assert_eq(bres_bench_add_float64_axis(bench, "x", reals, 2), BRES_OK);
    cr_assert_eq(bres_bench_add_string_axis(bench, "s", strings, 3), BRES_OK);
    cr_assert_eq(bres_bench_add_int64_axis(bench, "none", NULL, 0), BRES_OK);
    exponents[0] = 5;
    cr_assert_eq(bench->axis_count, 5);
    cr_assert_arr_eq(bench->axes[0].integers, integers, sizeof(integers));
    cr_assert_eq(bench->axes[1].type, BRES__AXIS_POW2);
    cr_assert(bench->axes[1].integers[0] == 0 && bench->axes[1].integers[1] == 62);
    cr_assert(bench->axes[2].reals[0] == 0.5 && signbit(bench->axes[2].reals[1]));
    for (size_t i = 0; i < 3; i++)
        cr_assert_str_eq(bench->axes[3].strings[i], strings[i]);
    cr_assert_eq(bench->axes[4].count, 0);
    cr_assert_str_eq(bres__bench_axis(bench, "s")->name, "s");
    cr_assert_null(bres__bench_axis(bench, "t"));
    bres_suite_free(suite);
}

static bres_status refuse_null_name(bres_bench *bench)
{
    return bres_bench_add_int64_axis(bench, NULL, integers, 3);
}

static bres_status refuse_empty_name(bres_bench *bench)
{
    return bres_bench_add_string_axis(bench, "", strings, 3);
}

static bres_status refuse_bytes(bres_bench *bench)
{
    return bres_bench_add_int64_axis(bench, "\xc3", integers, 3);
}

static bres_status refuse_again(bres_bench *bench)
{
    return bres_bench_add_float64_axis(bench, "old", reals, 2);
}

static bres_status refuse_null_values(bres_bench *bench)
{
    return bres_bench_add_float64_axis(bench, "new", NULL, 1);
}

static bres_status refuse_null_string(bres_bench *bench)
{
    return bres_bench_add_string_axis(bench, "new", (const char *const[]){ "a", NULL }, 2);
}

static bres_status refuse_string_bytes(bres_bench *bench)
{
    return bres_bench_add_string_axis(bench, "new", (const char *const[]){ "\xff" }, 1);
}

static bres_status refuse_exponent_below(bres_bench *bench)
{
    return bres_bench_add_int64_pow2_axis(bench, "new", integers, 3);
}

static bres_status refuse_exponent_above(bres_bench *bench)
{
    return bres_bench_add_int64_pow2_range(bench, "new", 60, 63, 1);
}

static bres_status refuse_nan(bres_bench *bench)
{
    return bres_bench_add_float64_axis(bench, "new", (const double[]){ 1, NAN }, 2);
}

static bres_status refuse_infinity(bres_bench *bench)
{
    return bres_bench_add_float64_axis(bench, "new", (const double[]){ -INFINITY }, 1);
}

static bres_status refuse_stride(bres_bench *bench)
{
    return bres_bench_add_int64_range(bench, "new", 1, 5, 0);
}

static bres_status refuse_negative_stride(bres_bench *bench)
{
    return bres_bench_add_float64_range(bench, "new", 5, 1, -1);
}

static bres_status refuse_nan_range(bres_bench *bench)
{
    return bres_bench_add_float64_range(bench, "new", 0, NAN, 1);
}

static bres_status refuse_long_range(bres_bench *bench)
{
    return bres_bench_add_int64_range(bench, "new", 0, 1000000, 1);
}

static bres_status refuse_longest_range(bres_bench *bench)
{
    return bres_bench_add_int64_range(bench, "new", INT64_MIN, INT64_MAX, 1);
}

static bres_status refuse_long_float64_range(bres_bench *bench)
{
    return bres_bench_add_float64_range(bench, "new", 0, 1, 1e-6);
}

/* Adding the stride to a value does not change the value. */
static bres_status refuse_standing_range(bres_bench *bench)
{
    return bres_bench_add_float64_range(bench, "new", 1e18, 1e18 + 4096, 1);
}

Test(harness, axes_that_are_refused)
{
    static const struct {
        bres_status (*add)(bres_bench *bench);
        const char *message;
    } rows[] = {
        { refuse_null_name, "benchmark 'copy': an axis has no name" },
        { refuse_empty_name, "benchmark 'copy': an axis has no name" },
        { refuse_bytes, "benchmark 'copy': the name of an axis is not UTF-8: '\xc3'" },
        { refuse_again, "benchmark 'copy': there are two axes 'old'" },
        { refuse_null_values, "benchmark 'copy': axis 'new': the array of values is NULL" },
        { refuse_null_string, "benchmark 'copy': axis 'new': value 1 is NULL" },
        { refuse_string_bytes, "benchmark 'copy': axis 'new': the value '\xff' is not UTF-8" },
        { refuse_exponent_below, "benchmark 'copy': axis 'new': the exponent -1 of a power of two "
                                 "is not between 0 and 62" },
        { refuse_exponent_above, "benchmark 'copy': axis 'new': the exponent 63 of a power of two "
                                 "is not between 0 and 62" },
        { refuse_nan, "benchmark 'copy': axis 'new': a value is not a finite number" },
        { refuse_infinity, "benchmark 'copy': axis 'new': a value is not a finite number" },
        { refuse_stride, "benchmark 'copy': the stride of a range is 0 (expected above 0)" },
        { refuse_negative_stride, "benchmark 'copy': a range needs finite numbers and a stride "
                                  "above 0" },
        { refuse_nan_range, "benchmark 'copy': a range needs finite numbers and a stride above 0" },
        { refuse_long_range, "benchmark 'copy': the range has more than 1000000 values" },
        { refuse_longest_range, "benchmark 'copy': the range has more than 1000000 values" },
        { refuse_long_float64_range, "benchmark 'copy': the range has more than 1000000 values" },
        { refuse_standing_range, "benchmark 'copy': the range has more than 1000000 values" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_suite *suite = bres_suite_new();
        bres_bench *bench = bres_suite_add(suite, "copy", body, NULL);
        const bres_status expected =
            rows[i].add == refuse_again ? BRES_ERROR_CONFLICT : BRES_ERROR_ARGUMENT;

        bres_bench_add_int64_axis(bench, "old", integers, 3);
        cr_expect_eq(rows[i].add(bench), expected, "row %zu", i);
        cr_expect_eq(suite->status, expected, "row %zu", i);
        cr_expect_str_eq(suite->error.message, rows[i].message, "row %zu: %s", i,
                         suite->error.message);
        cr_expect_eq(bench->axis_count, 1, "row %zu", i);
        bres_suite_free(suite);
    }
}

Test(harness, axes_of_int64_ranges)
{
    static const struct {
        int64_t first, last, stride;
        size_t count;
        int64_t values[5];
    } rows[] = {
        { 0, 6, 4, 2, { 0, 4 } },
        { 5, 1, 1, 0, { 0 } },
        { 5, 5, 1, 1, { 5 } },
        { 0, 6, 7, 1, { 0 } },
        { -3, 3, 2, 4, { -3, -1, 1, 3 } },
        { INT64_MIN, INT64_MAX, INT64_MAX, 3, { INT64_MIN, -1, INT64_MAX - 1 } },
        { INT64_MAX - 1, INT64_MAX, 1, 2, { INT64_MAX - 1, INT64_MAX } },
        { INT64_MAX, INT64_MIN, 1, 0, { 0 } },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_suite *suite = bres_suite_new();
        bres_bench *bench = bres_suite_add(suite, "copy", body, NULL);

        cr_assert_eq(
            bres_bench_add_int64_range(bench, "N", rows[i].first, rows[i].last, rows[i].stride),
            BRES_OK, "row %zu", i);
        cr_assert_eq(bench->axes[0].count, rows[i].count, "row %zu", i);
        cr_assert_eq(bench->axes[0].type, BRES__AXIS_INT64);
        for (size_t k = 0; k < rows[i].count; k++)
            cr_expect_eq(bench->axes[0].integers[k], rows[i].values[k], "row %zu, %zu", i, k);
        bres_suite_free(suite);
    }
}

Test(harness, axes_of_float64_ranges)
{
    static const struct {
        double first, last, stride;
        size_t count;
        double values[4]; /* the first values; the last element is the last value */
    } rows[] = {
        { 0.5, 1, 0.1, 6, { 0.5, 0.6, 0.7, 0.99999999999999989 } },
        { 0, 1e-3, 1e-4, 11, { 0, 1e-4, 2e-4, 1.0000000000000002e-3 } },
        { 3.5, 4.2, 0.6, 2, { 3.5, 4.1, 4.1, 4.1 } },
        { 0, 1, 0.6, 3, { 0, 0.6, 1.2, 1.2 } },
        { 0, 1, 0.7, 2, { 0, 0.7, 0.7, 0.7 } },
        { 2, 2, 1, 1, { 2, 2, 2, 2 } },
        { 5, 1, 1, 0, { 0 } },
        { 1.2, 1, 1, 0, { 0 } },
        { 0, DBL_MAX, DBL_MAX, 2, { 0, DBL_MAX, DBL_MAX, DBL_MAX } },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_suite *suite = bres_suite_new();
        bres_bench *bench = bres_suite_add(suite, "copy", body, NULL);
        const bres__axis *axis;

        cr_assert_eq(
            bres_bench_add_float64_range(bench, "x", rows[i].first, rows[i].last, rows[i].stride),
            BRES_OK, "row %zu", i);
        axis = &bench->axes[0];
        cr_assert_eq(axis->count, rows[i].count, "row %zu: %zu", i, axis->count);
        for (size_t k = 0; k < axis->count && k < 3; k++)
            cr_expect_eq(axis->reals[k], rows[i].values[k], "row %zu, %zu: %.17g", i, k,
                         axis->reals[k]);
        if (axis->count > 0)
            cr_expect_eq(axis->reals[axis->count - 1], rows[i].values[3], "row %zu: %.17g", i,
                         axis->reals[axis->count - 1]);
        bres_suite_free(suite);
    }
}

Test(harness, axes_of_the_longest_ranges)
{
    bres_suite *suite = bres_suite_new();
    bres_bench *bench = bres_suite_add(suite, "copy", body, NULL);

    cr_assert_eq(bres_bench_add_int64_range(bench, "i", 1, 1000000, 1), BRES_OK);
    cr_assert_eq(bres_bench_add_float64_range(bench, "x", 1, 1000000, 1), BRES_OK);
    cr_assert_eq(bres_bench_add_int64_pow2_range(bench, "p", 0, 62, 31), BRES_OK);
    cr_assert_eq(bench->axes[0].count, 1000000);
    cr_assert_eq(bench->axes[1].count, 1000000);
    cr_assert_eq(bench->axes[2].count, 3);
    cr_assert_eq(bench->axes[2].type, BRES__AXIS_POW2);
    bres_suite_free(suite);
}

Test(harness, axes_take_other_values_of_their_type)
{
    bres_suite *suite = bres_suite_new();
    bres_bench *bench = bres_suite_add(suite, "copy", body, NULL);
    bres__axis values = { .type = BRES__AXIS_POW2 };
    bres__axis *axis;

    bres_bench_add_int64_axis(bench, "N", integers, 3);
    axis = &bench->axes[0];
    cr_assert_eq(bres__axis_fill_int64_range(&values, 1, 2, 1), BRES_OK);
    cr_assert_eq(bres__axis_replace(axis, &values), BRES_OK);
    cr_assert_null(values.integers);
    cr_assert_str_eq(axis->name, "N");
    cr_assert(axis->type == BRES__AXIS_POW2 && axis->count == 2 && axis->integers[1] == 2);

    values = (bres__axis){ .type = BRES__AXIS_FLOAT64 };
    cr_assert_eq(bres__axis_fill_float64_range(&values, 1, 2, 1), BRES_OK);
    cr_assert_eq(bres__axis_replace(axis, &values), BRES_ERROR_KIND);
    cr_assert_not_null(values.reals);
    cr_assert_eq(axis->count, 2);
    bres__axis_clear(&values);

    values = (bres__axis){ .type = BRES__AXIS_POW2 };
    cr_assert_eq(bres__axis_fill_int64_range(&values, 60, 70, 1), BRES_OK);
    cr_assert_eq(bres__axis_replace(axis, &values), BRES_ERROR_ARGUMENT);
    cr_assert_eq(axis->count, 2);
    bres__axis_clear(&values);
    bres_suite_free(suite);
}
