/* SPDX-License-Identifier: MIT */
#include "stats/online.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static bres__online online_of(const double *values, size_t count)
{
    bres__online online = { 0 };

    for (size_t i = 0; i < count; i++)
        bres__online_add(&online, values[i]);
    return online;
}

/* Edge case 59. */
Test(stats, online_mean_and_variance)
{
    static const struct {
        double values[5];
        size_t count;
        double mean;
        double biased;
        double unbiased;
    } rows[] = {
        { { 0 }, 0, 0, 0, NAN },
        { { 7 }, 1, 7, 0, NAN },
        { { 1, 3 }, 2, 2, 1, 2 },
        { { 1, 2, 3, 4, 5 }, 5, 3, 2, 2.5 },
        { { 1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16 }, 4, 1e9 + 10, 22.5, 30 },
        { { 1e308, 1e308, 1e308, 1e308, 1e308 }, 5, INFINITY, NAN, NAN },
        { { 2e200, 1e200 }, 2, 1.5e200, INFINITY, INFINITY },
        { { 2e200, 1e200, 2e200 }, 3, INFINITY, NAN, NAN },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const bres__online online = online_of(rows[i].values, rows[i].count);
        const double unbiased = bres__online_unbiased(&online);

        cr_assert_eq(online.count, rows[i].count);
        if (isfinite(rows[i].mean)) {
            cr_assert_float_eq(online.mean, rows[i].mean, 1e-15 * rows[i].mean, "row %zu", i);
            cr_assert_eq(online.variance, rows[i].biased, "row %zu: %g", i, online.variance);
        }
        cr_assert(isnan(rows[i].unbiased) ? isnan(unbiased) : unbiased == rows[i].unbiased,
                  "row %zu: %.17g", i, unbiased);
    }
}

/* Edge case 60. */
Test(stats, online_merge)
{
    static const double values[] = { 0.3, 1e-7, 12, 5.5, 0.3, 8, 1e5, 3 };
    const bres__online all = online_of(values, 8);
    const bres__online empty = { 0 };
    bres__online merged = online_of((const double[]){ 1 }, 1);
    bres__online copy;
    bres__online three = online_of((const double[]){ 3 }, 1);

    bres__online_merge(&merged, &three);
    cr_assert_eq(merged.count, 2);
    cr_assert_eq(merged.mean, 2);
    cr_assert_eq(merged.variance, 1);
    cr_assert_eq(bres__online_unbiased(&merged), 2);

    /* A variance that has overflowed, too, must come through as it is. */
    merged = online_of((const double[]){ 2e200, 1e200 }, 2);
    copy = merged;
    bres__online_merge(&merged, &empty);
    cr_assert_eq(memcmp(&merged, &copy, sizeof(copy)), 0);
    merged = empty;
    bres__online_merge(&merged, &copy);
    cr_assert_eq(memcmp(&merged, &copy, sizeof(copy)), 0);

    for (size_t cut = 0; cut <= 8; cut++) {
        const bres__online second = online_of(values + cut, 8 - cut);

        merged = online_of(values, cut);
        bres__online_merge(&merged, &second);
        cr_assert_eq(merged.count, 8);
        cr_assert_float_eq(merged.mean, all.mean, 1e-12 * all.mean, "cut at %zu", cut);
        cr_assert_float_eq(merged.variance, all.variance, 1e-12 * all.variance, "cut at %zu", cut);
    }
}
