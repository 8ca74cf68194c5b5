/* SPDX-License-Identifier: MIT */
#include "stats/stats.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>

/* Equal, or both NaN. */
static bool moments_same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

Test(stats, rank_of_a_percentile)
{
    /* For 1 to 6 values: the ranks of the first quartile, the median and the third quartile. */
    static const size_t ranks[][3] = { { 0, 0, 0 }, { 0, 1, 1 }, { 1, 1, 2 },
                                       { 1, 2, 2 }, { 1, 2, 3 }, { 1, 3, 4 } };

    for (size_t n = 1; n <= 6; n++) {
        for (unsigned q = 0; q < 3; q++)
            cr_assert_eq(bres__percentile_rank(n, 25 * (q + 1)), ranks[n - 1][q],
                         "%zu values, quartile %u", n, q + 1);
    }
    for (size_t n = 1; n < 1000; n++) {
        cr_assert_eq(bres__percentile_rank(n, 0), 0);
        cr_assert_eq(bres__percentile_rank(n, 100), n - 1);
        for (unsigned percent = 0; percent <= 100; percent++)
            cr_assert_eq(bres__percentile_rank(n, percent), (percent * (n - 1) + 50) / 100,
                         "%zu values, percentile %u", n, percent);
    }
    cr_assert_eq(bres__percentile_rank(SIZE_MAX, 100), SIZE_MAX - 1);
    cr_assert_eq(bres__percentile_rank(SIZE_MAX, 50), SIZE_MAX / 2);
}

Test(stats, median_of_values)
{
    double odd[] = { 9, 1, 4 };
    double even[] = { 8, 1, 2, 5 };
    double one[] = { 7 };

    cr_assert_eq(bres__median(odd, 3), 4);
    cr_assert_eq(odd[0], 1, "the values are sorted");
    cr_assert_eq(bres__median(even, 4), 3.5);
    cr_assert_eq(bres__median(one, 1), 7);
}

Test(stats, quartiles_of_sorted_values)
{
    static const struct {
        double values[6];
        size_t count;
        bres__quartiles quartiles;
    } rows[] = {
        { { 0 }, 0, { NAN, NAN, NAN } },
        { { 3 }, 1, { 3, 3, 3 } },
        { { 1, 2 }, 2, { 1, 2, 2 } },
        { { 1, 2, 3, 4, 5, 6 }, 6, { 2, 4, 5 } },
        { { 1, 2, 3, INFINITY }, 4, { 2, 3, 3 } },
        { { 1, 2, 3, 4, 5, NAN }, 6, { NAN, NAN, NAN } },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres__quartiles quartiles;

        bres__quartiles_of_sorted(rows[i].values, rows[i].count, &quartiles);
        cr_assert(moments_same(quartiles.q1, rows[i].quartiles.q1), "row %zu", i);
        cr_assert(moments_same(quartiles.median, rows[i].quartiles.median), "row %zu", i);
        cr_assert(moments_same(quartiles.q3, rows[i].quartiles.q3), "row %zu", i);
    }
}

/* Edge cases 56 to 58. Ranks accept only percents from 0 to 100, so that clamping is not needed. */
Test(stats, ranks_and_moments_of_edge_cases)
{
    static const double sorted[] = { 10, 20, 30, 40 };
    static const double expected[] = { 10, 20, 30, 30, 40 };
    static const double numbers[] = { 1, 2, 3, 4, 5 };
    static const double answer[] = { 42 };
    bres__quartiles quartiles;
    bres__moments moments;

    for (unsigned i = 0; i < 5; i++)
        cr_assert_eq(sorted[bres__percentile_rank(4, 25 * i)], expected[i], "%u percent", 25 * i);
    bres__quartiles_of_sorted(answer, 1, &quartiles);
    cr_assert(quartiles.q1 == 42 && quartiles.median == 42 && quartiles.q3 == 42);
    bres__quartiles_of_sorted(answer, 0, &quartiles);
    cr_assert(isnan(quartiles.q1) && isnan(quartiles.median) && isnan(quartiles.q3));
    bres__quartiles_of_sorted((const double[]){ 1, NAN }, 2, &quartiles);
    cr_assert(isnan(quartiles.q1) && isnan(quartiles.median) && isnan(quartiles.q3));
    bres__moments_of(numbers, 5, &moments);
    cr_assert_float_eq(moments.stdev, 1.58113883, 5e-9);
    bres__moments_of(numbers, 4, &moments);
    cr_assert(isinf(moments.stdev));
}

Test(stats, moments_of_values)
{
    static const struct {
        double values[8];
        size_t count;
        bres__moments moments;
    } rows[] = {
        { { 0 }, 0, { .mean = NAN, .stdev = INFINITY, .min = NAN, .max = NAN, .sum = 0 } },
        { { 2 }, 1, { .mean = 2, .stdev = INFINITY, .min = 2, .max = 2, .sum = 2 } },
        { { 4, 1, 3, 2 }, 4, { .mean = 2.5, .stdev = INFINITY, .min = 1, .max = 4, .sum = 10 } },
        { { 2, 4, 4, 4, 5, 5, 7, 9 },
          8,
          { .mean = 5, .stdev = 2.138089935299395, .min = 2, .max = 9, .sum = 40 } },
        { { -1, -2, -3, -4, -5 },
          5,
          { .mean = -3, .stdev = 1.5811388300841898, .min = -5, .max = -1, .sum = -15 } },
        { { 1, 2, NAN, 4, 5 },
          5,
          { .mean = NAN, .stdev = NAN, .min = NAN, .max = NAN, .sum = NAN } },
        { { 1, 2, INFINITY, 4, 5 },
          5,
          { .mean = INFINITY, .stdev = NAN, .min = 1, .max = INFINITY, .sum = INFINITY } },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const bres__moments *expected = &rows[i].moments;
        bres__moments moments;

        bres__moments_of(rows[i].values, rows[i].count, &moments);
        cr_assert(moments_same(moments.mean, expected->mean), "row %zu: %g", i, moments.mean);
        cr_assert(moments_same(moments.stdev, expected->stdev), "row %zu: %.17g", i, moments.stdev);
        cr_assert(moments_same(moments.min, expected->min), "row %zu: %g", i, moments.min);
        cr_assert(moments_same(moments.max, expected->max), "row %zu: %g", i, moments.max);
        cr_assert(moments_same(moments.sum, expected->sum), "row %zu: %g", i, moments.sum);
    }
}

/* The sums of most numbers are rounded, and therefore the means, too. */
Test(stats, moments_of_equal_values)
{
    static const double values[] = { 0.1, 1.0 / 3, 1e-7, 3.3e300, 5e-324, -0.7, 0 };
    double equal[1000];

    for (size_t v = 0; v < sizeof(values) / sizeof(values[0]); v++) {
        for (size_t count = 1; count <= 1000; count += 37) {
            bres__moments moments;

            for (size_t i = 0; i < count; i++)
                equal[i] = values[v];
            bres__moments_of(equal, count, &moments);
            cr_assert_eq(moments.mean, values[v], "%zu of %g", count, values[v]);
            cr_assert_eq(moments.stdev, count < 5 ? INFINITY : 0, "%zu of %g", count, values[v]);
        }
    }
}

/* One pass would lose the spread in the squares of the offset. */
Test(stats, moments_with_a_large_offset)
{
    double values[1000];
    bres__moments moments;

    for (size_t i = 0; i < 1000; i++)
        values[i] = 1e9 + (i % 2 == 0 ? 1e-3 : -1e-3);
    bres__moments_of(values, 1000, &moments);
    cr_assert_float_eq(moments.stdev, 1.0005003753127737e-3, 1e-7);
}
