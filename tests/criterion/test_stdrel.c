/* SPDX-License-Identifier: MIT */
/*
 * stdrel: edge cases 1 to 22.
 */
#include "support/criteria.h"

#include <criterion/criterion.h>
#include <math.h>

static double eighths(size_t index)
{
    (void)index;
    return 0.125;
}

static double hundredths(size_t index)
{
    (void)index;
    return 0.01;
}

static double tenths(size_t index)
{
    (void)index;
    return 0.1;
}

static double halves(size_t index)
{
    (void)index;
    return 0.5;
}

static double forty_twos(size_t index)
{
    (void)index;
    return 42;
}

static double nearly_equal(size_t index)
{
    return index < 4 ? 100 : 101;
}

static double tens(size_t index)
{
    return 10 * (double)(index + 1);
}

static double half_noise(size_t index)
{
    static const double values[] = { 2, 2, 4, 6, 6 };

    return values[index % 5];
}

static double nan_then_ones(size_t index)
{
    return index == 0 ? NAN : 1;
}

static double zeros_then_one(size_t index)
{
    return index < 67 ? 0 : 1;
}

static double infinite_tenth(size_t index)
{
    if (index == 9)
        return INFINITY;
    return bres_test_two_one(index < 9 ? index : index - 1);
}

static double milliseconds(size_t index)
{
    return index % 2 == 0 ? 0.002 : 0.001;
}

static double slow_ramp(size_t index)
{
    return 1 + 0.001 * (double)index;
}

static double growth(size_t index)
{
    return pow(1.05, (double)index);
}

static double four_zeros(size_t index)
{
    return index < 4 ? 0 : 1;
}

static double overflowing(size_t index)
{
    return index % 2 == 0 ? 2e200 : 1e200;
}

static double huge(size_t index)
{
    (void)index;
    return 1e308;
}

/* Measurements that are negative or not finite are refused and have no effect: 8 (-1, NaN), 9,
 * 11. */
Test(criterion, stdrel_stops_to_the_sample)
{
    static const bres_test_case cases[] = {
        { 2, NULL, bres_test_ones, 10, 5 },
        { 2, NULL, eighths, 10, 5 },
        { 2, NULL, hundredths, 100, 51 },
        { 3, NULL, tenths, 10, 6 },
        { 3, "min-time=2.5", halves, 10, 6 },
        { 4, NULL, forty_twos, 10, 5 },
        { 5, "min-time=0 max-noise=0.1", nearly_equal, 5, 5 },
        { 5, "min-time=0 max-noise=0.1", tens, 5, 0 },
        { 5, "min-time=0 max-noise=0.527", tens, 5, 0 },
        { 5, "min-time=0 max-noise=0.5271", tens, 5, 5 },
        { 6, "min-time=0 max-noise=0.5", half_noise, 5, 0 },
        { 6, "min-time=0 max-noise=0.5000001", half_noise, 5, 5 },
        { 8, NULL, bres_test_zeros, 100, 68 },
        { 8, NULL, bres_test_negative, 1000, 0 },
        { 8, NULL, bres_test_not_a_number, 1000, 0 },
        { 8, "min-time=1.0", bres_test_zeros, 100, 68 },
        { 8, "min-time=1e9", bres_test_zeros, 100, 68 },
        { 9, NULL, nan_then_ones, 100, 5 },
        { 10, NULL, zeros_then_one, 68, 0 },
        { 11, NULL, infinite_tenth, 100, 80 },
        { 13, "min-time=0", bres_test_two_one, 100, 80 },
        { 13, NULL, bres_test_two_one, 100, 80 },
        { 14, NULL, milliseconds, 1000, 336 },
        { 14, "min-time=0.12", milliseconds, 1000, 96 },
        { 14, "min-time=0.1199", milliseconds, 1000, 80 },
        { 15, "min-time=0", bres_test_distinct, 1000, 80 },
        { 15, NULL, slow_ramp, 1000, 5 },
        { 16, "min-time=0", growth, 3000, 1792 },
        { 16, "min-time=0", four_zeros, 3000, 1760 },
        { 17, "max-noise=0 min-time=0", bres_test_ones, 3000, 0 },
        { 18, "max-noise=0 min-time=0", bres_test_two_one, 3000, 80 },
        { 20, NULL, overflowing, 100, 68 },
        { 20, NULL, huge, 5, 0 },
        { 20, NULL, huge, 100, 68 },
    };

    bres_test_cases("stdrel", cases, sizeof(cases) / sizeof(cases[0]));
}

static double sixes(size_t index)
{
    return 6 * (double)(index + 1);
}

/* After 16 zeros and a one, each value keeps the noise at the square root of 17: the value is a
 * root of a quadratic equation. */
static double constant_noise(size_t index)
{
    static double values[100];
    double sum = 1;
    double squares = 1;

    values[16] = 1;
    for (size_t i = 17; i <= index; i++) {
        const double n = (double)(i + 1);
        const double share = 1 / n + 17 * (n - 1) / n / n;
        const double root = share * sum * share * sum - (1 - share) * (squares - share * sum * sum);

        values[i] = (share * sum + sqrt(root)) / (1 - share);
        sum += values[i];
        squares += values[i] * values[i];
    }
    return values[index];
}

/* Sample 80 has 64 noises, which are too few; sample 96 has 80. */
Test(criterion, stdrel_needs_more_than_64_noises)
{
    static const bres_test_case rows[] = { { 0, "min-time=0", constant_noise, 100, 96 } };

    bres_test_cases("stdrel", rows, 1);
}

/* Edge case 7: the biased ratio, 0.5556, would pass, the unbiased one, 0.5666, does not. */
Test(criterion, stdrel_takes_the_unbiased_deviation)
{
    bres_criterion *criterion = bres_test_criterion("stdrel", "min-time=0 max-noise=0.5611");

    cr_assert(!bres_test_finished_after(criterion, sixes, 26));
    cr_assert_eq(bres_criterion_set_float64(criterion, "max-noise", 0.567), BRES_OK);
    cr_assert(bres_test_finished_after(criterion, sixes, 26));
    bres_criterion_free(criterion);
}

/* Edge cases 1, 21 and 22. */
Test(criterion, stdrel_restarts)
{
    bres_criterion *criterion = bres_test_criterion("stdrel", NULL);

    cr_assert(!bres_criterion_is_finished(criterion), "it has not been started");
    for (unsigned round = 0; round < 2; round++) {
        cr_assert_eq(bres_criterion_start(criterion), BRES_OK);
        for (size_t n = 1; n <= 5; n++) {
            cr_assert(!bres_criterion_is_finished(criterion), "round %u, before %zu", round, n);
            cr_assert_eq(bres_criterion_add(criterion, 1), BRES_OK);
        }
        cr_assert(bres_criterion_is_finished(criterion));
    }
    cr_assert_eq(bres_test_stop(criterion, bres_test_ones, 10, 100), 10);
    bres_criterion_free(criterion);
}

/* Edge case 12 and the end of 10. A NaN does not reach the criterion, so that the decision stays.
 */
Test(criterion, stdrel_does_not_see_what_is_refused)
{
    bres_criterion *criterion = bres_test_criterion("stdrel", NULL);

    cr_assert(bres_test_finished_after(criterion, bres_test_ones, 6));
    cr_assert_eq(bres_criterion_add(criterion, NAN), BRES_ERROR_VALUE);
    cr_assert(bres_criterion_is_finished(criterion));
    cr_assert_eq(bres_criterion_count(criterion), 6);
    cr_assert_eq(bres_criterion_refused(criterion), 1);

    cr_assert(!bres_test_finished_after(criterion, bres_test_zeros, 67));
    cr_assert_eq(bres_criterion_refused(criterion), 0);
    cr_assert_eq(bres_criterion_add(criterion, -INFINITY), BRES_ERROR_VALUE);
    cr_assert(!bres_criterion_is_finished(criterion));
    cr_assert_eq(bres_criterion_add(criterion, 0), BRES_OK);
    cr_assert(bres_criterion_is_finished(criterion));
    bres_criterion_free(criterion);
}

/* Edge cases 17, 18 and 19: limits that NVBench accepts and then never or always meets are refused.
 */
Test(criterion, stdrel_refuses_limits_that_make_no_sense)
{
    static const struct {
        unsigned number;
        const char *name;
        double value;
    } rows[] = {
        { 17, "max-noise", -0.001 },   { 17, "max-noise", -INFINITY }, { 18, "max-noise", NAN },
        { 18, "max-noise", INFINITY }, { 19, "min-time", -1 },         { 19, "min-time", NAN },
        { 19, "min-time", INFINITY },
    };
    bres_criterion *criterion = bres_test_criterion("stdrel", "max-noise=0.25 min-time=3");
    double value;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        cr_assert_eq(bres_criterion_set_float64(criterion, rows[i].name, rows[i].value),
                     BRES_ERROR_VALUE, "edge case %u, row %zu", rows[i].number, i);
    cr_assert(bres_criterion_float64(criterion, "max-noise", &value) && value == 0.25);
    cr_assert(bres_criterion_float64(criterion, "min-time", &value) && value == 3);
    bres_criterion_free(criterion);
}
