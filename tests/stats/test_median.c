/* SPDX-License-Identifier: MIT */
#include "stats/robust/median.h"
#include "stats/stats.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* The ranks are from tables of the sign test. */
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

/* Selection gives the same interval as sorting, also for few values and for equal values. */
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

/* The rank of the lower end, which equals its value here. 0: no interval. */
static size_t sequence_rank(size_t count, double error_rate)
{
    static double values[400];
    bres__median_interval median;

    for (size_t i = 0; i < count; i++)
        values[i] = (double)(i + 1);
    bres__median_sequence_of(values, count, error_rate, &median);
    if (!isfinite(median.lower))
        return 0;
    cr_expect_eq(median.lower + median.upper, (double)(count + 1), "the ranks are symmetric");
    return (size_t)median.lower;
}

/* The exact probability that an interval of up to 400 values misses the median. */
Test(stats, median_sequence_holds_for_all_counts_at_once)
{
    static const double error_rates[] = { 0.01, 0.05, 0.3 };

    for (size_t i = 0; i < sizeof(error_rates) / sizeof(error_rates[0]); i++) {
        double chance[402] = { 1 }; /* by the number of values above, if no interval has missed */
        double missed = 0;

        for (size_t count = 1; count <= 400; count++) {
            const size_t rank = sequence_rank(count, error_rates[i]);

            for (size_t above = count; above > 0; above--)
                chance[above] = (chance[above] + chance[above - 1]) / 2;
            chance[0] /= 2;
            for (size_t above = 0; above <= count; above++) {
                if (above >= rank && above <= count - rank)
                    continue;
                missed += chance[above];
                chance[above] = 0;
            }
        }
        cr_expect_leq(missed, error_rates[i]);
        cr_expect_geq(missed, error_rates[i] / 4, "%g", missed);
    }
}

Test(stats, median_sequence_of_few_values)
{
    bres__median_interval median;

    bres__median_sequence_of(NULL, 0, 0.05, &median);
    cr_expect(isnan(median.value) && isinf(median.lower) && isinf(median.upper));
    cr_expect_eq(sequence_rank(6, 0.05), 0u);
    cr_expect_eq(sequence_rank(7, 0.05), 1u);
}
