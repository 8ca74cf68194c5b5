/* SPDX-License-Identifier: MIT */
#include "stats/online.h"

#include <criterion/criterion.h>
#include <math.h>

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
