/* SPDX-License-Identifier: MIT */
/*
 * Change points of synthetic series: series with change points, and series without.
 */
#include "base/fault.h"
#include "base/random.h"
#include "stats/robust/change_point.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>

#define COUNT_MAX 100000
#define CHANGE    0.02

static double values[COUNT_MAX];

/* Values from 0.99 to 1.01; values with an index of at least `from` and below `to` are multiplied
 * by a factor. */
static void values_make(size_t count, size_t from, size_t to, double factor)
{
    bres__random random = bres__random_stream(5, count);

    for (size_t i = 0; i < count; i++) {
        values[i] = 0.99 + 0.02 * bres__random_unit(&random);
        if (i >= from && i < to)
            values[i] *= factor;
    }
}

static bool values_change(size_t count, bres__change_point *point)
{
    bool found = true;

    cr_assert_eq(bres__change_point_find(values, count, CHANGE, &found, point), BRES_OK, "%s",
                 bres_last_error());
    return found;
}

Test(stats, change_point_is_found)
{
    static const struct {
        size_t count;
        size_t from;
        size_t to;
        double factor;
        size_t begin;
        size_t at;
        size_t end;
        size_t near; /* tolerance: a value may fit both phases, and blocks may mix them */
    } rows[] = {
        { 200, 60, 200, 1.05, 0, 60, 200, 0 },
        { 200, 0, 60, 1.05, 0, 60, 200, 0 },
        { 200, 0, 20, 1.05, 0, 20, 200, 1 },
        { 60, 30, 60, 2, 0, 30, 60, 0 },
        { 2049, 1000, 2049, 1.1, 0, 1000, 2049, 1 },
        { 100000, 30000, 100000, 1.05, 0, 30000, 100000, 100 },
        { 200, 50, 100, 1.05, 0, 50, 100, 0 },
        { 200, 100, 150, 1.05, 100, 150, 200, 0 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres__change_point point = { 0 };

        values_make(rows[i].count, rows[i].from, rows[i].to, rows[i].factor);
        cr_expect(values_change(rows[i].count, &point), "row %zu", i);
        cr_expect_eq(point.begin, rows[i].begin, "row %zu: %zu", i, point.begin);
        cr_expect_leq(point.at, rows[i].at + rows[i].near, "row %zu: %zu", i, point.at);
        cr_expect_geq(point.at + rows[i].near, rows[i].at, "row %zu: %zu", i, point.at);
        cr_expect_eq(point.end, rows[i].end, "row %zu: %zu", i, point.end);
        cr_expect_float_eq(fmax(point.after / point.before, point.before / point.after),
                           rows[i].factor, 0.01, "row %zu: %g to %g", i, point.before, point.after);
    }
}

Test(stats, change_point_between_two_values)
{
    bres__change_point point;

    for (size_t i = 0; i < 100; i++)
        values[i] = i < 40 ? 5 : 6;
    cr_expect(values_change(100, &point));
    cr_expect_eq(point.at, 40);
    cr_expect_eq(point.before, 5);
    cr_expect_eq(point.after, 6);
}

Test(stats, change_point_of_too_little)
{
    bres__change_point point;

    /* Up to nine values are too few for two phases; up to 16 values prove nothing. */
    for (size_t count = 0; count <= 16; count++) {
        values_make(count, count / 2, count, 100);
        cr_expect_not(values_change(count, &point), "%zu values", count);
    }
    /* A change below 2 %, and a phase of four values. */
    values_make(200, 100, 200, 1.015);
    cr_expect_not(values_change(200, &point));
    values_make(200, 0, 4, 1.5);
    cr_expect_not(values_change(200, &point));
}

Test(stats, change_point_of_odd_values)
{
    static const double odd[] = { NAN, INFINITY, -INFINITY };
    bres__change_point point;

    for (size_t i = 0; i < 3; i++) {
        values_make(200, 100, 200, 2);
        values[7] = odd[i];
        cr_expect_not(values_change(200, &point), "%g", odd[i]);
    }
    for (size_t i = 0; i < 200; i++)
        values[i] = 1;
    cr_expect_not(values_change(200, &point), "equal values");
    values[50] = 1e300;
    cr_expect_not(values_change(200, &point), "an outlier");
    for (size_t i = 0; i < 200; i++)
        values[i] = i < 100 ? 0 : 1;
    cr_expect_not(values_change(200, &point), "a median of 0");
    for (size_t i = 0; i < 200; i++)
        values[i] = i < 100 ? -2 : -1;
    cr_expect_not(values_change(200, &point), "negative medians");
    for (size_t i = 0; i < 200; i++)
        values[i] = i < 100 ? 1e-310 : 1e308;
    cr_expect(values_change(200, &point), "the largest change");
}

/* Two modes that alternate within a short period, and a steady rise. */
Test(stats, change_point_is_not_in_what_comes_and_goes)
{
    bres__change_point point;

    for (size_t period = 2; period <= 40; period += 2) {
        values_make(400, 0, 0, 1);
        for (size_t i = 0; i < 400; i++)
            values[i] *= i % period < period / 2 ? 1 : 1.1;
        cr_expect_not(values_change(400, &point), "period %zu", period);
    }
    values_make(400, 0, 0, 1);
    for (size_t i = 0; i < 400; i++)
        values[i] *= 1 + 0.0001 * (double)i;
    cr_expect_not(values_change(400, &point));
}

static bres_status find_once(void *context)
{
    bres__change_point point;
    bool found;
    const bres_status status = bres__change_point_find(values, 200, CHANGE, &found, &point);

    (void)context;
    cr_expect_eq(found, status == BRES_OK);
    return status;
}

Test(stats, change_point_without_memory)
{
    values_make(200, 100, 200, 1.05);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, find_once, NULL);
}
