/* SPDX-License-Identifier: MIT */
#include "support/criteria.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define COUNT 5000

static void fill(double *times, float *narrow, bres_test_stream stream)
{
    for (size_t i = 0; i < COUNT; i++) {
        times[i] = stream(i);
        narrow[i] = (float)times[i];
    }
}

static void check_feed(const char *expression, const double *times, const float *narrow)
{
    bres_criterion *criterion = bres_test_criterion(expression, NULL);

    for (size_t min = 0; min < 300; min += 150) {
        const size_t expected = bres_test_stop(criterion, bres_test_distinct, min, COUNT);
        size_t fed;
        bool stopped;

        cr_assert_eq(bres_criterion_start(criterion), BRES_OK);
        cr_assert_eq(bres_criterion_feed(criterion, times, COUNT, min, &fed, &stopped), BRES_OK);
        cr_expect_eq(stopped ? fed : 0, expected, "%s: %zu", expression, fed);
        cr_assert_eq(bres_criterion_start(criterion), BRES_OK);
        cr_assert_eq(bres_criterion_feed_float32(criterion, narrow, COUNT, min, &fed, &stopped),
                     BRES_OK);
        cr_expect_eq(stopped ? fed : 0, expected, "%s: %zu", expression, fed);
        for (size_t piece = 1; piece < 100; piece += 7) {
            size_t total = 0;

            stopped = false;
            cr_assert_eq(bres_criterion_start(criterion), BRES_OK);
            while (!stopped && total + piece <= COUNT) {
                cr_assert_eq(
                    bres_criterion_feed(criterion, times + total, piece, min, &fed, &stopped),
                    BRES_OK);
                total += fed;
            }
            cr_expect_eq(stopped ? total : 0, expected, "%s by %zu: %zu", expression, piece, total);
        }
    }
    bres_criterion_free(criterion);
}

/* A criterion stops at the same sample if it gets all samples at once, pieces of any length, or
 * single samples. */
Test(criterion, feed_is_add_again_and_again)
{
    static double times[COUNT];
    static float narrow[COUNT];
    bres_criteria *criteria;

    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    fill(times, narrow, bres_test_distinct);
    for (size_t i = 0; i < bres_criteria_count(criteria); i++) {
        const bres_criterion_definition *definition = bres_criteria_at(criteria, i);

        if ((definition->flags & BRES_CRITERION_COMBINES) == 0)
            check_feed(definition->name, times, narrow);
    }
    check_feed("all-of(entropy,sample-count)", times, narrow);
    bres_criteria_free(criteria);
}

/* float32 samples are widened, not rounded once more. */
Test(criterion, feed_widens_float32)
{
    static const float narrow[] = { 0.1f, 0.1f, 0.1f, 0.1f, 0.1f, 0.1f };
    bres_criterion *criterion = bres_test_criterion("stdrel", NULL);
    size_t fed;
    bool stopped;

    /* Five of 0.1f are more than half a second, five of 0.1 are not. */
    cr_assert_eq(bres_criterion_start(criterion), BRES_OK);
    cr_assert_eq(bres_criterion_feed_float32(criterion, narrow, 6, 0, &fed, &stopped), BRES_OK);
    cr_assert(stopped && fed == 5, "%zu", fed);
    bres_criterion_free(criterion);
}

Test(criterion, feed_passes_over_what_is_refused)
{
    static const double times[] = { NAN, 1, -1, 1, INFINITY, 1, 1 };
    bres_criterion *criterion = bres_test_criterion("sample-count", "target-samples=3");
    size_t fed;
    bool stopped;

    cr_assert_eq(bres_criterion_add(criterion, 1), BRES_ERROR_STATE);
    cr_assert_eq(bres_criterion_start(criterion), BRES_OK);
    cr_assert_eq(bres_criterion_feed(criterion, times, 7, 0, &fed, &stopped), BRES_OK);
    cr_assert(stopped && fed == 6);
    cr_assert_eq(bres_criterion_count(criterion), 3);
    cr_assert_eq(bres_criterion_refused(criterion), 3);
    /* A call that succeeds leaves the error record alone. */
    cr_assert_eq(bres_last_error_status(), BRES_ERROR_STATE);

    cr_assert_eq(bres_criterion_start(criterion), BRES_OK);
    cr_assert_eq(bres_criterion_refused(criterion), 0);
    cr_assert_eq(bres_criterion_feed(criterion, times, 7, 4, &fed, &stopped), BRES_OK);
    cr_assert(stopped && fed == 7, "min_samples counts those that were refused");
    bres_criterion_free(criterion);
}

Test(criterion, feed_refuses)
{
    static const double times[] = { 1, 1 };
    bres_criterion *criterion = bres_test_criterion("sample-count", NULL);
    size_t fed = 7;
    bool stopped = true;

    cr_assert_eq(bres_criterion_feed(criterion, times, 2, 0, &fed, &stopped), BRES_ERROR_STATE);
    cr_assert(fed == 0 && !stopped);
    cr_assert_eq(bres_criterion_feed(NULL, times, 2, 0, &fed, &stopped), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_start(criterion), BRES_OK);
    cr_assert_eq(bres_criterion_feed(criterion, NULL, 2, 0, &fed, &stopped), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_feed_float32(criterion, NULL, 2, 0, &fed, &stopped),
                 BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_feed(criterion, times, 2, 0, NULL, &stopped), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_feed(criterion, times, 2, 0, &fed, NULL), BRES_ERROR_ARGUMENT);
    fed = 7;
    stopped = true;
    cr_assert_eq(bres_criterion_feed(criterion, NULL, 0, 0, &fed, &stopped), BRES_OK);
    cr_assert(fed == 0 && !stopped);
    cr_assert_eq(bres_criterion_feed(criterion, times, 2, 0, &fed, &stopped), BRES_OK);
    cr_assert(fed == 2 && !stopped);
    bres_criterion_free(criterion);
}
