/* SPDX-License-Identifier: MIT */
/*
 * sample-count, cv and iqr: edge cases 42 to 44 and 67 to 69.
 */
#include "support/criteria.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* Edge case 42. */
Test(criterion, sample_count_stops_to_the_sample)
{
    static const bres_test_case cases[] = {
        { 42, NULL, bres_test_two_one, 99, 0 },
        { 42, NULL, bres_test_two_one, 200, 100 },
        { 42, "target-samples=3", bres_test_two_one, 10, 3 },
        { 42, "target-samples=1", bres_test_two_one, 10, 1 },
        { 43, "target-samples=3", bres_test_zeros, 10, 3 },
        { 0, "target-samples=9223372036854775807", bres_test_ones, 1000, 0 },
    };
    bres_criterion *criterion = bres_test_criterion("sample-count", "target-samples=1");

    bres_test_cases("sample-count", cases, sizeof(cases) / sizeof(cases[0]));
    cr_assert_eq(bres_criterion_start(criterion), BRES_OK);
    cr_assert(!bres_criterion_is_finished(criterion));
    bres_criterion_free(criterion);
}

/* Edge case 43. Setting a target below zero fails; a NaN does not count as a sample. */
Test(criterion, sample_count_needs_a_target)
{
    bres_criterion *criterion = bres_test_criterion("sample-count", "target-samples=2");

    cr_assert_eq(bres_criterion_set_int64(criterion, "target-samples", -1), BRES_ERROR_VALUE);
    cr_assert_eq(bres_test_stop(criterion, bres_test_not_a_number, 0, 10), 0);
    cr_assert_eq(bres_test_stop(criterion, bres_test_ones, 0, 10), 2);

    cr_assert_eq(bres_criterion_set_int64(criterion, "target-samples", 0), BRES_OK);
    cr_assert_eq(bres_criterion_start(criterion), BRES_ERROR_VALUE);
    cr_assert_not_null(strstr(bres_last_error(), "target-samples"));
    cr_assert(!bres_criterion_is_finished(criterion), "a failed start leaves it finished");
    cr_assert_eq(bres_criterion_add(criterion, 1), BRES_ERROR_STATE);
    cr_assert_eq(bres_criterion_set_int64(criterion, "target-samples", 1), BRES_OK);
    cr_assert_eq(bres_test_stop(criterion, bres_test_ones, 0, 10), 1);
    bres_criterion_free(criterion);
}

/* Edge case 44. */
Test(criterion, sample_count_and_the_least_number)
{
    bres_criterion *criterion = bres_test_criterion("sample-count", "target-samples=123");

    cr_assert_eq(bres_test_stop(criterion, bres_test_ones, 7, 1000), 123);
    cr_assert_eq(bres_criterion_set_int64(criterion, "target-samples", 42), BRES_OK);
    cr_assert_eq(bres_test_stop(criterion, bres_test_ones, 50, 1000), 50);
    bres_criterion_free(criterion);
}

static double nearly_ones(size_t index)
{
    static const double values[] = { 1, 1.01, 0.99, 1, 1 };

    return 0.5 * values[index % 5];
}

static double one_off(size_t index)
{
    return index == 1 ? 0.525 : 0.5;
}

static double spread(size_t index)
{
    static const double values[] = { 1, 1.04, 1, 0.97, 1.02 };

    return 0.5 * values[index % 5];
}

static double halves_and_quarters(size_t index)
{
    return index % 2 == 0 ? 0.5 : 0.25;
}

static double zeros_among(size_t index)
{
    return index < 63 ? 0 : bres_test_two_one(index) * 0.25;
}

/* Edge cases 67 and 68. The times of the cases are halved, because the number of samples is fixed
 * if the first time is at least 1 s. A zero has no rate: the zero counts as a sample, but not
 * towards the spread. */
Test(criterion, cv_stops_to_the_sample)
{
    static const bres_test_case cases[] = {
        { 67, NULL, halves_and_quarters, 100, 15 },
        { 67, "cv-long-time=1e9", bres_test_ones, 100, 5 },
        { 67, NULL, nearly_ones, 100, 5 },
        { 67, "max-cv=0.0070", nearly_ones, 5, 0 },
        { 67, "max-cv=0.0071", nearly_ones, 5, 5 },
        { 67, NULL, one_off, 5, 0 },
        { 67, "max-cv=0.0216", one_off, 5, 5 },
        { 68, NULL, spread, 5, 0 },
        { 68, "max-cv=0.0261", spread, 5, 5 },
        { 68, NULL, bres_test_ones, 100, 10 },
        { 68, NULL, bres_test_two_one, 100, 10 },
        { 68, "cv-min-samples=4 cv-max-samples=7", bres_test_two_one, 100, 5 },
        { 0, NULL, bres_test_zeros, 100, 15 },
        { 0, "cv-max-samples=1000", bres_test_zeros, 100, 64 },
        { 0, "cv-max-samples=1000", zeros_among, 100, 0 },
        { 0, "cv-min-samples=9223372036854775807 cv-max-samples=9223372036854775807",
          bres_test_ones, 100, 0 },
    };
    bres_criterion *criterion = bres_test_criterion("cv", "cv-max-samples=0");

    bres_test_cases("cv", cases, sizeof(cases) / sizeof(cases[0]));
    cr_assert_eq(bres_criterion_start(criterion), BRES_ERROR_VALUE);
    bres_criterion_free(criterion);
}

static double fourth_higher(size_t index)
{
    return index < 3 ? 1 : 1.2;
}

static double last_ones_higher(size_t index)
{
    static const double values[] = { 1, 1, 1.2, 1.4 };

    return values[index % 4];
}

static double pairs(size_t index)
{
    return index % 4 < 2 ? 1 : 1.1;
}

static double milliseconds(size_t index)
{
    (void)index;
    return 0.001;
}

/* Edge case 69, and how both kinds of quartiles differ on the same samples. */
Test(criterion, iqr_stops_to_the_sample)
{
    static const bres_test_case cases[] = {
        { 69, NULL, bres_test_ones, 3, 0 },
        { 69, NULL, fourth_higher, 4, 4 },
        { 69, "max-rel-iqr=0.0499999", fourth_higher, 4, 0 },
        { 69, "max-rel-iqr=0.0500001", fourth_higher, 4, 4 },
        { 69, NULL, last_ones_higher, 4, 0 },
        { 69, "max-rel-iqr=0.2272", last_ones_higher, 4, 0 },
        { 69, "max-rel-iqr=0.2273", last_ones_higher, 4, 4 },
        { 69, NULL, milliseconds, 100, 10 },
        { 0, "iqr-interpolate=0 max-rel-iqr=0", fourth_higher, 4, 0 },
        { 0, "iqr-interpolate=0 max-rel-iqr=1e-9", fourth_higher, 4, 4 },
        { 0, "iqr-interpolate=0 max-rel-iqr=0.1666", last_ones_higher, 4, 0 },
        { 0, "iqr-interpolate=0 max-rel-iqr=0.1667", last_ones_higher, 4, 4 },
        { 0, "max-rel-iqr=0.0952", pairs, 4, 0 },
        { 0, "max-rel-iqr=0.0953", pairs, 4, 4 },
        { 0, "iqr-interpolate=0 max-rel-iqr=0.0909", pairs, 4, 0 },
        { 0, "iqr-interpolate=0 max-rel-iqr=0.0910", pairs, 4, 4 },
        { 0, "max-rel-iqr=0 iqr-max-time=10", bres_test_two_one, 100, 7 },
        { 0, "iqr-min-time=0", bres_test_zeros, 1000, 0 },
    };
    bres_criterion *criterion = bres_test_criterion("iqr", "iqr-interpolate=2");

    bres_test_cases("iqr", cases, sizeof(cases) / sizeof(cases[0]));
    cr_assert_eq(bres_criterion_start(criterion), BRES_ERROR_VALUE);
    cr_assert_not_null(strstr(bres_last_error(), "iqr-interpolate"));
    bres_criterion_free(criterion);
}
