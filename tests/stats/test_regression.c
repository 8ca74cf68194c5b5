/* SPDX-License-Identifier: MIT */
#include "stats/regression.h"
#include "stats/ring.h"

#include <criterion/criterion.h>
#include <math.h>

static bres__regression regression_of(const double *values, size_t count)
{
    bres__regression regression = { 0 };

    for (size_t i = 0; i < count; i++)
        bres__regression_add(&regression, (double)i, values[i]);
    return regression;
}

/* Edge case 64, and the part of edge case 65 about too few points. */
Test(stats, regression_of_points)
{
    static const struct {
        double values[5];
        size_t count;
        double slope;
        double intercept;
        double r2;
    } rows[] = {
        { { 0 }, 0, NAN, NAN, NAN },    { { 3 }, 1, NAN, NAN, NAN },
        { { 8, 4, 0 }, 3, -4, 8, 1 },   { { 0, 3, 2, 5, 4 }, 5, 1, 0.8, 0.67567567567567566 },
        { { 2, 2, 2, 2 }, 4, 0, 2, 1 }, { { 0, INFINITY }, 2, NAN, NAN, NAN },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const bres__regression regression = regression_of(rows[i].values, rows[i].count);
        const double slope = bres__regression_slope(&regression);
        const double intercept = bres__regression_intercept(&regression);
        const double r2 = bres__regression_r2(&regression);

        if (isnan(rows[i].slope)) {
            cr_assert(isnan(slope) || isinf(slope), "row %zu: %g", i, slope);
            cr_assert(isnan(intercept) && isnan(r2), "row %zu: %g, %g", i, intercept, r2);
            continue;
        }
        cr_assert_float_eq(slope, rows[i].slope, 1e-14, "row %zu: %.17g", i, slope);
        cr_assert_float_eq(intercept, rows[i].intercept, 1e-14, "row %zu: %.17g", i, intercept);
        cr_assert_float_eq(r2, rows[i].r2, 1e-14, "row %zu: %.17g", i, r2);
    }
}

/* A line explains nothing of symmetric points, and almost nothing of noise. */
Test(stats, regression_r2_stays_in_range)
{
    static const double tent[] = { 0, 1, 0 };
    const bres__regression flat = regression_of(tent, 3);
    bres__regression vertical = { 0 };

    cr_assert_eq(bres__regression_r2(&flat), 0);
    bres__regression_add(&vertical, 2, 1);
    bres__regression_add(&vertical, 2, 5);
    cr_assert(isnan(bres__regression_slope(&vertical)));
    cr_assert(isnan(bres__regression_r2(&vertical)));
}

Test(stats, regression_slides)
{
    bres__regression window = regression_of((const double[]){ 1, 2, 3 }, 3);
    bres__regression expected;
    double last[3] = { 2, 3, 4 };

    bres__regression_slide(&window, 1, 4);
    cr_assert_eq(window.count, 3);
    cr_assert_eq(window.sum_x, 3);
    cr_assert_eq(window.sum_y, 9);
    cr_assert_eq(window.sum_xy, 11);
    cr_assert_eq(window.sum_xx, 5);
    cr_assert_eq(window.sum_yy, 29);
    cr_assert_float_eq(bres__regression_slope(&window), 1, 1e-14);
    cr_assert_float_eq(bres__regression_intercept(&window), 2, 1e-14);
    cr_assert_float_eq(bres__regression_r2(&window), 1, 1e-14);

    for (unsigned i = 0; i < 100000; i++) {
        const double coming = (i * 7919 % 1000) * 1e-3;

        bres__regression_slide(&window, last[0], coming);
        last[0] = last[1];
        last[1] = last[2];
        last[2] = coming;
    }
    expected = regression_of(last, 3);
    cr_assert_float_eq(bres__regression_slope(&window), bres__regression_slope(&expected), 1e-6);
    cr_assert_float_eq(bres__regression_r2(&window), bres__regression_r2(&expected), 1e-6);
}

/* Edge case 65. */
Test(stats, slope_in_degrees)
{
    cr_assert_eq(bres__slope_degrees(0), 0);
    cr_assert_eq(bres__slope_degrees(1), 45);
    cr_assert_eq(bres__slope_degrees(-1), -45);
    cr_assert_float_eq(bres__slope_degrees(5), 78.69, 0.0001);
}

Test(stats, ring_keeps_the_last_values)
{
    static const double pushed[] = { 32, 2, -15, 5, 7, 8, 9 };
    double storage[3];
    bres__ring ring;

    bres__ring_init(&ring, storage, 3);
    for (size_t n = 1; n <= sizeof(pushed) / sizeof(pushed[0]); n++) {
        const size_t kept = n < 3 ? n : 3;

        bres__ring_push(&ring, pushed[n - 1]);
        cr_assert_eq(ring.count, kept);
        cr_assert_eq(bres__ring_is_full(&ring), n >= 3);
        for (size_t i = 0; i < kept; i++)
            cr_assert_eq(bres__ring_at(&ring, i), pushed[n - kept + i], "%zu of %zu", i, n);
    }
}
