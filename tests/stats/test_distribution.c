/* SPDX-License-Identifier: MIT */
/*
 * Student's t distribution against its closed forms and against tables.
 */
#include "stats/distribution.h"

#include <criterion/criterion.h>
#include <math.h>

/* With one and with two degrees of freedom the tail has a closed form. */
Test(stats, distribution_student_closed_forms)
{
    const double pi = 3.14159265358979323846;

    for (double t = 1e-3; t < 1e6; t *= 1.3) {
        const double one = atan2(1, t) / pi;
        const double root = sqrt(2 + t * t);
        const double two = 1 / (root * (root + t));

        cr_assert_lt(fabs(bres__student_tail(t, 1) / one - 1), 1e-12, "t = %g", t);
        cr_assert_lt(fabs(bres__student_tail(t, 2) / two - 1), 1e-12, "t = %g", t);
        cr_assert_lt(fabs(bres__student_tail(-t, 1) - (1 - one)), 1e-12, "t = %g", -t);
        cr_assert_lt(fabs(bres__student_quantile(one, 1) / t - 1), 1e-11, "t = %g", t);
    }
}

/* Quantiles from tables, to ten digits. */
Test(stats, distribution_student_tables)
{
    static const struct {
        double freedom;
        double tail;
        double quantile;
    } rows[] = {
        { 1, .005, 63.65674116 },       { 2, .005, 9.924843201 },
        { 3, .005, 5.840909310 },       { 4, .005, 4.604094871 },
        { 5, .005, 4.032142984 },       { 8, .005, 3.355387331 },
        { 10, .005, 3.169272673 },      { 30, .005, 2.749995654 },
        { 120, .005, 2.617421145 },     { 1, .05, 6.313751515 },
        { 4, .05, 2.131846786 },        { 9, .025, 2.262157163 },
        { 30, .05, 1.697260887 },       { INFINITY, .005, 2.575829304 },
        { INFINITY, .05, 1.644853627 }, { INFINITY, .025, 1.959963985 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const double quantile = bres__student_quantile(rows[i].tail, rows[i].freedom);

        cr_assert_lt(fabs(quantile / rows[i].quantile - 1), 1e-9, "row %zu: %.12g", i, quantile);
        cr_assert_lt(fabs(bres__student_quantile(1 - rows[i].tail, rows[i].freedom) + quantile),
                     1e-9 * quantile, "row %zu", i);
    }
}

/* The tail beyond a quantile has the requested probability, also for fractional degrees of freedom
 * and far out. */
Test(stats, distribution_student_round_trip)
{
    for (double freedom = 0.5; freedom < 1e7; freedom *= 2.7) {
        for (double tail = 0.49; tail > 1e-30; tail /= 17) {
            const double back = bres__student_tail(bres__student_quantile(tail, freedom), freedom);

            cr_assert_lt(fabs(back / tail - 1), 1e-9, "%g, %g: %g", freedom, tail, back);
        }
    }
}

Test(stats, distribution_student_ends)
{
    cr_assert_eq(bres__student_tail(0, 7), 0.5);
    cr_assert_eq(bres__student_tail(INFINITY, 7), 0);
    cr_assert_eq(bres__student_tail(-INFINITY, 7), 1);
    cr_assert_eq(bres__student_quantile(0, 7), INFINITY);
    cr_assert_eq(bres__student_quantile(1, 7), -INFINITY);
    cr_assert_eq(bres__student_quantile(0.5, 7), 0);
}
