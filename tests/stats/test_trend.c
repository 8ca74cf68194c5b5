/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "stats/robust/trend.h"

#include <criterion/criterion.h>
#include <math.h>

static bres__trend trend_of(const double *moments, const double *values, size_t count)
{
    bres__trend trend;

    cr_assert_eq(bres__trend_of(moments, values, count, &trend), BRES_OK);
    return trend;
}

Test(stats, trend_of_a_line)
{
    static const double moments[] = { 0, 1, 3, 4, 8 };
    static const double values[] = { 1, 1.5, 2.5, 3, 5 };
    static const double falling[] = { 5, 3, 2.5, 1.5, 1 };
    const bres__trend rising = trend_of(moments, values, 5);

    cr_expect_float_eq(rising.slope, 0.5, 1e-12);
    /* All 10 pairs rise: z = 9 / sqrt(5 * 4 * 15 / 18) = 2.2045. */
    cr_expect_float_eq(rising.p, 0.0274863, 1e-6);
    cr_expect_lt(trend_of(moments, falling, 5).slope, 0);
    cr_expect_float_eq(trend_of(moments, falling, 5).p, rising.p, 1e-12);
}

/* One outlier hardly changes the slope and the test. */
Test(stats, trend_is_robust)
{
    double moments[20];
    double values[20];

    for (int i = 0; i < 20; i++) {
        moments[i] = i;
        values[i] = 0.1 * i;
    }
    values[3] = 1000;
    cr_expect_float_eq(trend_of(moments, values, 20).slope, 0.1, 0.01);
    cr_expect_lt(trend_of(moments, values, 20).p, 1e-4);
}

Test(stats, trend_without_points)
{
    static const double same[] = { 2, 2, 2 };
    static const double values[] = { 1, 2, 3 };
    const size_t counts[] = { 0, 1 };

    for (size_t i = 0; i < 2; i++) {
        cr_expect_eq(trend_of(same, values, counts[i]).slope, 0);
        cr_expect_eq(trend_of(same, values, counts[i]).p, 1);
    }
    cr_expect_eq(trend_of(same, values, 3).slope, 0, "all points at one moment");
    cr_expect_eq(trend_of(same, values, 3).p, 1);
    cr_expect_eq(trend_of(values, same, 3).slope, 0, "a constant");
    cr_expect_eq(trend_of(values, same, 3).p, 1);
}
