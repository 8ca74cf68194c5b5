/* SPDX-License-Identifier: MIT */
/*
 * Numbers and cells of a comparison's tables.
 */
#include "report/compare/cell.h"
#include "report/rows/number.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define TIMED (BRES_HAS_CENTER | BRES_HAS_INTERVAL)

/* An estimate with all three values, in seconds. */
static bres_estimate interval(double lower, double center, double upper)
{
    return (bres_estimate){ .has = TIMED, .center = center, .lower = lower, .upper = upper };
}

static bres_estimate center_only(double center)
{
    return (bres_estimate){ .has = BRES_HAS_CENTER, .center = center };
}

typedef void (*put_fn)(bres__text *text, const bres_estimate *estimate,
                       const bres__cell_widths *widths);

/* Checks the cells of one side of a table. */
static void check_table(put_fn put, const bres_estimate *estimates, const char *const *expected,
                        size_t count)
{
    bres__cell_widths widths = { 0 };

    for (size_t i = 0; i < count; i++)
        bres__cell_widths_add(&widths, &estimates[i]);
    for (size_t i = 0; i < count; i++) {
        bres__text text = { 0 };

        put(&text, &estimates[i], &widths);
        cr_expect_str_eq(text.data, expected[i], "row %zu: '%s' is not '%s'", i, text.data,
                         expected[i]);
        bres__text_free(&text);
    }
}

static void check_alone(put_fn put, bres_estimate estimate, const char *expected)
{
    const bres__cell_widths widths = { 0 };
    bres__text text = { 0 };

    put(&text, &estimate, &widths);
    cr_expect_str_eq(text.data, expected, "'%s' is not '%s'", text.data, expected);
    bres__text_free(&text);
}

/* Case 101: the center and the ends of the interval have separate units. */
Test(report, compare_interval_cells)
{
    check_alone(bres__put_interval, interval(2.5, 2.6, 2.75), "2.600 s [-100, +150] ms");
    check_alone(bres__put_interval, interval(2.5, 2.6, 4.1), "2.600 [-0.100, +1.500] s");
    check_alone(bres__put_interval, interval(4e-3, 4.5e-3, 4.7e-3), "4.500 ms [-500, +200] us");
    check_alone(bres__put_interval, interval(0.9e-3, 0.95e-3, 1.96e-3),
                "950.000 us [-0.050000, +1.010000] ms");
    check_alone(bres__put_interval, interval(1e-4, 2e-4, 3),
                "200.000 us [-0.000100000, +2.999800000] s");
    check_alone(bres__put_interval, interval(1, 1, 1), "1.000 s [+0, +0] us");
    check_alone(bres__put_interval, center_only(7e-6), "7.000 us");
    check_alone(bres__put_interval, center_only(0), "n/a");
    check_alone(bres__put_interval, center_only(INFINITY), "n/a");
    check_alone(bres__put_interval, (bres_estimate){ .has = 0, .center = 1 }, "n/a");
}

/* Case 102: each cell alone. */
Test(report, compare_range_cells)
{
    check_alone(bres__put_range, interval(1.234e-3, 1.235e-3, 1.236e-3), "1.23[4 / 5 / 6] ms");
    check_alone(bres__put_range, interval(1.3, 1.4, 1.5), "[1.300 / 1.400 / 1.500] s");
    check_alone(bres__put_range, interval(9.95e-6, 10.0e-6, 10.05e-6),
                "[ 9.950 / 10.000 / 10.050] us");
    check_alone(bres__put_range, interval(12.3, 12.4, 12.5), "[12.300 / 12.400 / 12.500] s");
    check_alone(bres__put_range, interval(12.31, 12.34, 12.39), "12.3[10 / 40 / 90] s");
    check_alone(bres__put_range, interval(7e-6, 7e-6, 7e-6), "[7.000 / 7.000 / 7.000] us");
    check_alone(bres__put_range, center_only(7e-6), "7.000 us");
    check_alone(bres__put_range, center_only(NAN), "n/a");
}

/* Case 104, and cells of the same table that are not aligned. */
Test(report, compare_interval_columns)
{
    const bres_estimate estimates[] = {
        interval(9.5e-6, 9.6e-6, 9.9e-6),
        interval(123e-6, 125e-6, 130.5e-6),
        center_only(7e-6),
        interval(4e-3, 4.5e-3, 4.7e-3),
        center_only(-1),
    };
    static const char *const expected[] = {
        "  9.600 [-0.100, +0.300] us",
        "125.000 [-2.000, +5.500] us",
        "  7.000                  us",
        "4.500 ms [-500, +200] us",
        "n/a",
    };

    check_table(bres__put_interval, estimates, expected, 5);
    /* A column without brackets has no space for them, but its centers are aligned. */
    check_table(bres__put_interval, (bres_estimate[]){ center_only(7e-6), center_only(12e-6) },
                (const char *const[]){ " 7.000 us", "12.000 us" }, 2);
    /* A center in another unit also widens the column. */
    check_table(
        bres__put_interval,
        (bres_estimate[]){ interval(9.5e-6, 9.6e-6, 9.9e-6), interval(123.4, 123.5, 123.6) },
        (const char *const[]){ "  9.600 [-0.100, +0.300] us", "123.500 s [-100, +100] ms" }, 2);
}

/* Case 102: a cell with a common prefix does not widen the others. */
Test(report, compare_range_columns)
{
    check_table(bres__put_range,
                (bres_estimate[]){ interval(9.95e-6, 10.0e-6, 10.05e-6),
                                   interval(1.234e-3, 1.235e-3, 1.236e-3),
                                   interval(1.3e-6, 1.4e-6, 1.5e-6) },
                (const char *const[]){ "[9.950 / 10.000 / 10.050] us", "1.23[4 / 5 / 6] ms",
                                       "[1.300 /  1.400 /  1.500] us" },
                3);
}

/* Case 103: noise; and the other kinds of numbers. */
Test(report, compare_numbers)
{
    static const struct {
        double noise;
        const char *text;
    } noises[] = {
        { 0.02345, "2.34%" }, { 0.99999, "100.00%" }, { -0.01, "-1.00%" },  { 0, "0.00%" },
        { NAN, "n/a" },       { INFINITY, "inf" },    { -INFINITY, "inf" },
    };
    bres__text text = { 0 };
    bres_estimate estimate = interval(0.95, 1, 1.1);
    bres_difference difference = { .center = 5 };

    for (size_t i = 0; i < sizeof noises / sizeof *noises; i++) {
        const bres_estimate noisy = { .has = BRES_HAS_NOISE, .noise = noises[i].noise };

        bres__text_clear(&text);
        bres__put_noise(&text, &noisy);
        cr_expect_str_eq(text.data, noises[i].text, "%g", noises[i].noise);
    }
    bres__text_clear(&text);
    bres__put_noise(&text, &estimate);
    bres__text_putc(&text, ' ');
    bres__put_span(&text, &estimate);
    bres__text_putc(&text, ' ');
    estimate.has = BRES_HAS_CENTER;
    bres__put_span(&text, &estimate);
    cr_assert_str_eq(text.data, "n/a 15.0% n/a");

    bres__text_clear(&text);
    bres__put_center_difference(&text, &difference);
    bres__text_putc(&text, ' ');
    bres__put_fraction(&text, &difference);
    bres__text_putc(&text, ' ');
    bres__put_center_change(&text, &difference);
    cr_assert_str_eq(text.data, "n/a n/a n/a");
    difference =
        (bres_difference){ .has = BRES_HAS_DIFFERENCE | BRES_HAS_FRACTION | BRES_HAS_CHANGE,
                           .center = -2.5e-3,
                           .fraction = -0.125,
                           .change = -1e-5 };
    bres__text_clear(&text);
    bres__put_center_difference(&text, &difference);
    bres__text_putc(&text, ' ');
    bres__put_fraction(&text, &difference);
    bres__text_putc(&text, ' ');
    bres__put_center_change(&text, &difference);
    cr_assert_str_eq(text.data, "-2.500 ms -12.50% -0.0%");
    difference.center = 0;
    difference.change = 1;
    bres__text_clear(&text);
    bres__put_center_difference(&text, &difference);
    bres__text_putc(&text, ' ');
    bres__put_center_change(&text, &difference);
    cr_assert_str_eq(text.data, "0.000 ns +100.0%");
    bres__text_free(&text);
}

/* Times at the changes of unit. */
Test(report, compare_times)
{
    static const struct {
        double seconds;
        const char *text;
    } cases[] = {
        { 1, "1.000 s" },
        { 0.9999999, "1000.000 ms" },
        { 1e-3, "1.000 ms" },
        { 0.999e-3, "999.000 us" },
        { 0.999e-6, "999.000 ns" },
        { 4e-10, "0.400 ns" },
        { 0, "n/a" },
        { -1, "n/a" },
        { NAN, "n/a" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const bres_estimate estimate = center_only(cases[i].seconds);
        bres__text text = { 0 };

        bres__put_center(&text, &estimate);
        cr_expect_str_eq(text.data, cases[i].text, "%g", cases[i].seconds);
        bres__text_free(&text);
    }
}

/* The largest double has a short text. */
Test(report, compare_huge_numbers)
{
    const bres_estimate estimate = interval(1e300, 1.5e300, 1.7e308);
    bres__cell_widths widths = { 0 };
    bres__text text = { 0 };

    bres__cell_widths_add(&widths, &estimate);
    bres__put_interval(&text, &estimate, &widths);
    bres__put_range(&text, &estimate, &widths);
    cr_assert_str_eq(text.data, "1.500e+300 [-5.000e+299, +1.700e+308] s"
                                "[1.000e+300 / 1.500e+300 / 1.700e+308] s");
    bres__text_free(&text);
}
