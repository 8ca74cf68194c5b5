/* SPDX-License-Identifier: MIT */
#include "stats/robust/median.h"
#include "stats/stats.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* The ranks are those of tables of the sign test. */
Test(stats, median_interval)
{
    static const struct {
        size_t count;
        double confidence;
        double median;
        double lower; /* 0: too few values */
        double upper;
    } rows[] = {
        { 1, 0.5, 1, 0, 0 },
        { 5, 0.95, 3, 0, 0 },
        { 6, 0.95, 3.5, 1, 6 },
        { 7, 0.99, 4, 0, 0 },
        { 8, 0.99, 4.5, 1, 8 },
        { 9, 0.95, 5, 2, 8 },
        { 10, 0.95, 5.5, 2, 9 },
        { 10, 0.99, 5.5, 1, 10 },
        { 20, 0.95, 10.5, 6, 15 },
        { 100, 0.95, 50.5, 40, 61 },
        { 100, 0.99, 50.5, 37, 64 },
        { 25, 1, 13, 0, 0 },
        { 2000, 0.95, 1000.5, 956, 1045 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        double values[2000];
        bres__median_interval median;

        for (size_t v = 0; v < rows[i].count; v++)
            values[v] = (double)(v + 1);
        bres__median_interval_of(values, rows[i].count, rows[i].confidence, &median);
        cr_expect_eq(median.value, rows[i].median, "%zu values", rows[i].count);
        if (rows[i].lower == 0) {
            cr_expect(isinf(median.lower) && isinf(median.upper), "%zu values", rows[i].count);
            continue;
        }
        cr_expect_eq(median.lower, rows[i].lower, "%zu values: %g", rows[i].count, median.lower);
        cr_expect_eq(median.upper, rows[i].upper, "%zu values: %g", rows[i].count, median.upper);
    }
}

Test(stats, median_without_values)
{
    bres__median_interval median;

    bres__median_interval_of(NULL, 0, 0.95, &median);
    cr_expect(isnan(median.value) && isinf(median.lower) && isinf(median.upper));
}

/* Selecting gives what sorting gives, also of few and of equal values. */
Test(stats, median_interval_select)
{
    static const size_t counts[] = { 0, 1, 2, 5, 6, 7, 24, 25, 26, 100, 101, 2000, 2001 };

    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        for (size_t kinds = 1; kinds <= 4096; kinds *= 8) {
            double values[2001];
            double sorted[2001];
            bres__median_interval expected;
            bres__median_interval median;

            for (size_t v = 0; v < counts[i]; v++)
                sorted[v] = values[v] = (double)(v * 7919 % kinds);
            bres__sort_float64(sorted, counts[i]);
            bres__median_interval_of(sorted, counts[i], 0.95, &expected);
            bres__median_interval_select(values, counts[i], 0.95, &median);
            cr_expect(memcmp(&median, &expected, sizeof(median)) == 0, "%zu values of %zu kinds",
                      counts[i], kinds);
        }
    }
}
