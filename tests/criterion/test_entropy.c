/* SPDX-License-Identifier: MIT */
/*
 * entropy: edge cases 24 to 41.
 */
#include "stats/entropy.h"
#include "stats/regression.h"
#include "stats/ring.h"
#include "support/criteria.h"

#include <criterion/criterion.h>
#include <math.h>

static double forty_twos(size_t index)
{
    (void)index;
    return 42;
}

static double signed_zeros(size_t index)
{
    return index % 2 == 0 ? 0.0 : -0.0;
}

static double up_to_five(size_t index)
{
    return index < 5 ? (double)index : 5;
}

static double one_then_twos(size_t index)
{
    return index == 0 ? 1 : 2;
}

static double two_then_threes(size_t index)
{
    return index < 2 ? (double)(index + 1) : 3;
}

static double descending(size_t index)
{
    return 1e6 - (double)index;
}

static double cycle_4(size_t index)
{
    return (double)(index % 4);
}

static double cycle_8(size_t index)
{
    return (double)(index % 8);
}

static double cycle_100(size_t index)
{
    return (double)(index % 100);
}

static double cycle_300(size_t index)
{
    return (double)(index % 300);
}

/* Values that are negative or not finite are refused and have no effect: 25 (inf), 31, 40
 * (negative). */
Test(criterion, entropy_stops_to_the_sample)
{
    static const bres_test_case cases[] = {
        { 24, NULL, forty_twos, 10, 2 },
        { 25, NULL, signed_zeros, 10, 2 },
        { 25, NULL, bres_test_infinite, 5000, 0 },
        { 26, NULL, up_to_five, 100, 38 },
        { 28, "min-r2=0.3 max-angle=-1", up_to_five, 100, 36 },
        { 29, NULL, one_then_twos, 100, 22 },
        { 29, NULL, two_then_threes, 100, 26 },
        { 30, NULL, bres_test_distinct, 3000, 1874 },
        { 30, NULL, descending, 3000, 1874 },
        { 31, NULL, bres_test_not_a_number, 5000, 0 },
        { 32, "max-angle=45", bres_test_distinct, 2, 2 },
        { 32, "max-angle=44.9", bres_test_distinct, 2, 0 },
        { 33, "min-r2=1.0", bres_test_ones, 10, 2 },
        { 33, "min-r2=1.1", bres_test_ones, 1000, 0 },
        { 34, "max-angle=0", bres_test_ones, 10, 2 },
        { 34, "max-angle=-0.001", bres_test_ones, 1000, 0 },
        { 37, NULL, cycle_4, 1000, 346 },
        { 37, NULL, cycle_8, 1000, 336 },
        { 37, NULL, cycle_100, 1000, 368 },
        { 37, NULL, cycle_300, 1000, 508 },
        { 40, NULL, bres_test_zeros, 10, 2 },
        { 40, NULL, bres_test_negative, 5000, 0 },
    };

    bres_test_cases("entropy", cases, sizeof(cases) / sizeof(cases[0]));
}

Test(criterion, entropy_asked_once)
{
    static const struct {
        unsigned number;
        const char *parameters;
        bres_test_stream stream;
        size_t samples;
        bool finished;
    } rows[] = {
        { 24, NULL, forty_twos, 1, false },
        { 24, NULL, forty_twos, 3, false },
        { 24, NULL, forty_twos, 4, true },
        { 24, NULL, forty_twos, 6, true },
        { 26, NULL, up_to_five, 36, false },
        { 27, "min-r2=0.3 max-angle=-1", up_to_five, 50, true },
        { 27, "min-r2=0.7 max-angle=-1", up_to_five, 50, false },
        { 27, "min-r2=0.3 max-angle=-2", up_to_five, 50, false },
        { 30, NULL, bres_test_distinct, 1872, false },
        { 35, NULL, bres_test_ones, 1001, false },
        { 35, NULL, bres_test_ones, 1002, true },
        { 36, "max-angle=0.793164", bres_test_distinct, 300, true },
        { 36, "max-angle=0.793162", bres_test_distinct, 300, false },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_criterion *criterion = bres_test_criterion("entropy", rows[i].parameters);

        cr_expect_eq(bres_test_finished_after(criterion, rows[i].stream, rows[i].samples),
                     rows[i].finished, "edge case %u, row %zu", rows[i].number, i);
        bres_criterion_free(criterion);
    }
}

/* The figures of cases 26, 30 and 36: the line through the last entropies. */
Test(criterion, entropy_figures)
{
    static const struct {
        unsigned number;
        bres_test_stream stream;
        size_t samples;
        double angle;
        double r2;
    } rows[] = {
        { 26, up_to_five, 38, NAN, 0.3654 },
        { 26, up_to_five, 36, NAN, 0.3265 },
        { 26, up_to_five, 50, -1.63207, 0.526384 },
        { 30, bres_test_distinct, 1872, 0.04805, NAN },
        { 30, bres_test_distinct, 1874, NAN, 0.9995 },
        { 36, bres_test_distinct, 299, 0.813915, NAN },
        { 36, bres_test_distinct, 300, 0.793163, NAN },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres__entropy entropy = { 0 };
        bres__regression line = { 0 };
        double storage[299];
        bres__ring ring;
        double angle;
        double r2;

        bres__ring_init(&ring, storage, 299);
        for (size_t n = 0; n < rows[i].samples; n++) {
            double bits;

            cr_assert(bres__entropy_reserve(&entropy));
            bres__entropy_add(&entropy, rows[i].stream(n));
            bits = entropy.bits;
            if (bres__ring_is_full(&ring))
                bres__regression_slide(&line, bres__ring_at(&ring, 0), bits);
            else
                bres__regression_add(&line, (double)n, bits);
            bres__ring_push(&ring, bits);
        }
        angle = bres__slope_degrees(bres__regression_slope(&line));
        r2 = bres__regression_r2(&line);
        cr_expect(!(fabs(angle - rows[i].angle) > 1e-5), "edge case %u, row %zu: %.8g degrees",
                  rows[i].number, i, angle);
        cr_expect(!(fabs(r2 - rows[i].r2) > 5e-5), "edge case %u, row %zu: r2 %.8g", rows[i].number,
                  i, r2);
        bres__entropy_free(&entropy);
    }
}

/* Edge case 34: a parameter that is not a number is refused, instead of switching its test off. */
Test(criterion, entropy_refuses_parameters_that_are_no_numbers)
{
    bres_criterion *criterion = bres_test_criterion("entropy", NULL);

    cr_assert_eq(bres_criterion_set_float64(criterion, "max-angle", NAN), BRES_ERROR_VALUE);
    cr_assert_eq(bres_criterion_set_float64(criterion, "min-r2", NAN), BRES_ERROR_VALUE);
    cr_assert_eq(bres_criterion_set_float64(criterion, "min-r2", INFINITY), BRES_ERROR_VALUE);
    cr_assert_eq(bres_test_stop(criterion, bres_test_ones, 0, 10), 2);
    bres_criterion_free(criterion);
}

/* Edge case 39. */
Test(criterion, entropy_restarts)
{
    bres_criterion *criterion = bres_test_criterion("entropy", NULL);

    cr_assert_eq(bres_test_stop(criterion, bres_test_distinct, 0, 1000), 0);
    cr_assert_eq(bres_test_stop(criterion, bres_test_ones, 0, 10), 2);
    cr_assert_eq(bres_test_stop(criterion, bres_test_distinct, 0, 3000), 1874);
    bres_criterion_free(criterion);
}

/* Edge case 41: the number of samples depends on rounding. */
Test(criterion, entropy_ends_two_values_in_turn)
{
    bres_criterion *criterion = bres_test_criterion("entropy", NULL);

    cr_assert_gt(bres_test_stop(criterion, bres_test_two_one, 0, 100000), 300);
    bres_criterion_free(criterion);
}
