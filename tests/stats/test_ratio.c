/* SPDX-License-Identifier: MIT */
#include "stats/stats.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

/* Edge case 61. */
Test(stats, relative_spread)
{
    static const struct {
        double spread;
        double center;
        bool valid;
        double ratio;
    } rows[] = {
        { 6, 3, true, 2 },
        { 0, 3, true, 0 },
        { INFINITY, 1, true, INFINITY },
        { DBL_MAX, DBL_MIN, true, INFINITY },
        { 1, 0, false, 0 },
        { 1, -1, false, 0 },
        { NAN, 1, false, 0 },
        { 1, NAN, false, 0 },
        { -1, 1, false, 0 },
        { 1, INFINITY, false, 0 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        double ratio = 0;

        cr_assert_eq(bres__relative(rows[i].spread, rows[i].center, &ratio), rows[i].valid,
                     "row %zu", i);
        cr_assert_eq(ratio, rows[i].ratio, "row %zu: %g", i, ratio);
    }
}

/* Edge case 62. */
Test(stats, robust_noise)
{
    static const struct {
        size_t count;
        bres__quartiles quartiles;
        bool valid;
        double noise;
    } rows[] = {
        { 5, { 2, 4, 6 }, true, 1 },
        { 4, { 2, 4, 6 }, false, 0 },
        { 5, { 0, 0, 1 }, false, 0 },
        { 5, { 1, 2, INFINITY }, false, 0 },
        { 5, { 0, DBL_MIN, DBL_MAX }, true, INFINITY },
        { 5, { NAN, NAN, NAN }, false, 0 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        double noise = 0;

        cr_assert_eq(bres__robust_noise(rows[i].count, &rows[i].quartiles, &noise), rows[i].valid,
                     "row %zu", i);
        cr_assert_eq(noise, rows[i].noise, "row %zu: %g", i, noise);
    }
}

/* Edge case 63. */
Test(stats, stdev_noise)
{
    static const struct {
        size_t count;
        double stdev;
        double mean;
        bool valid;
        double noise;
    } rows[] = {
        { 5, 2, 4, true, 0.5 },
        { 4, 2, 4, false, 0 },
        { 5, INFINITY, 4, false, 0 },
        { 5, NAN, 4, false, 0 },
        { 5, 2, 0, false, 0 },
        { 5, 2, INFINITY, false, 0 },
        { 5, DBL_MAX, DBL_MIN, true, INFINITY },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        double noise = 0;

        cr_assert_eq(bres__stdev_noise(rows[i].count, rows[i].stdev, rows[i].mean, &noise),
                     rows[i].valid, "row %zu", i);
        cr_assert_eq(noise, rows[i].noise, "row %zu: %g", i, noise);
    }
}

Test(stats, interpolation)
{
    cr_assert_eq(bres__interpolate(1, 3, 0), 1);
    cr_assert_eq(bres__interpolate(1, 3, 0.25), 1.5);
    cr_assert_eq(bres__interpolate(1, 3, 0.5), 2);
    cr_assert_eq(bres__interpolate(1, 3, 0.75), 2.5);
    cr_assert_eq(bres__interpolate(1, 3, 1), 3);
    cr_assert_eq(bres__interpolate(0.1, 0.1, 0.7), 0.1);
}
