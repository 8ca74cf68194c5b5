/* SPDX-License-Identifier: MIT */
/* The functions that are called around the timed one, and their failures. */
#include "base/fault.h"
#include "support/support.h"
#include "support/timed.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define MS INT64_C(1000000)

static const int64_t duration = 60 * MS;

Test(timer, timer_hooks_in_their_order)
{
    static const char expected[] = "threads=7 "
                                   "setup synchronize run=2 synchronize teardown "
                                   "setup synchronize run=5 synchronize teardown block=5 "
                                   "threads=3";
    bres_measurement *measurement = NULL;
    bres_test_timed timed;

    bres_test_timed_begin(&timed, &duration, 1);
    bres_test_timed_hook(&timed);
    timed.options.number = 5;
    cr_assert_eq(bres_test_timed_measure(&timed, BRES_TIMING_TIMEIT, &measurement), BRES_OK);
    cr_expect_str_eq(timed.log, expected);
    cr_expect_eq(timed.threads, 3);
    bres_measurement_free(measurement);
    bres_test_timed_end(&timed);
}

/* Setup runs for every block, including blocks of the search and empty blocks. */
Test(timer, timer_hooks_of_a_search)
{
    bres_measurement *measurement = NULL;
    bres_test_timed timed;

    bres_test_timed_begin(&timed, &duration, 1);
    bres_test_timed_hook(&timed);
    cr_assert_eq(bres_test_timed_measure(&timed, BRES_TIMING_BLOCKED, &measurement), BRES_OK);
    cr_expect_eq(timed.block_count, 5 + 1 + 4);
    cr_expect_eq(timed.counted, 4);
    cr_expect_eq(timed.counted, bres_measurement_count(measurement));
    bres_measurement_free(measurement);
    bres_test_timed_end(&timed);
}

static size_t count_word(const bres_test_timed *timed, const char *word)
{
    size_t count = 0;

    for (const char *at = timed->log; (at = strstr(at, word)) != NULL; at += strlen(word))
        count++;
    return count;
}

/* 36 and 41: a hook that fails ends the measurement. The teardown of a completed setup runs, and
 * the number of threads is restored, unless that call fails. */
static void check_failing_call(bres_timing_method method, unsigned fail, bool *hit)
{
    bres_measurement *measurement = (bres_measurement *)1;
    bres_test_timed timed;
    char message[64];
    bres_status status;

    bres_test_timed_begin(&timed, &duration, 1);
    bres_test_timed_hook(&timed);
    timed.options.number = 5;
    timed.fail = fail;
    status = bres_test_timed_measure(&timed, method, &measurement);
    *hit = timed.calls >= fail;
    if (*hit) {
        const bool at_end = timed.calls == fail && fail > 1;

        snprintf(message, sizeof(message), "call %u fails", fail);
        cr_expect_eq(status, BRES_ERROR_CONFLICT, "call %u: %s", fail, bres_status_name(status));
        cr_expect_str_eq(bres_last_error(), message);
        cr_expect_null(measurement);
        cr_expect_eq(timed.threads, at_end ? 7 : 3, "call %u: %d threads", fail, timed.threads);
        cr_expect_leq(count_word(&timed, "setup") - count_word(&timed, "teardown"), 1);
        if (fail == 1)
            cr_expect_str_eq(timed.log, "threads=7", "nothing is executed");
    } else {
        cr_expect_eq(status, BRES_OK);
        bres_measurement_free(measurement);
    }
    bres_test_timed_end(&timed);
}

Test(timer, timer_hooks_that_fail)
{
    for (int method = BRES_TIMING_TIMEIT; method <= BRES_TIMING_ADAPTIVE; method++) {
        bool hit = true;

        for (unsigned fail = 1; hit; fail++) {
            check_failing_call((bres_timing_method)method, fail, &hit);
            cr_assert(hit || fail > 10);
        }
    }
}

/* A setup that fails has no teardown. */
Test(timer, timer_teardown_belongs_to_setup)
{
    bres_measurement *measurement = NULL;
    bres_test_timed timed;

    bres_test_timed_begin(&timed, &duration, 1);
    bres_test_timed_hook(&timed);
    timed.fail = 2;
    cr_assert_eq(bres_test_timed_measure(&timed, BRES_TIMING_BLOCKED, &measurement),
                 BRES_ERROR_CONFLICT);
    cr_expect_str_eq(timed.log, "threads=7 setup threads=3");
    bres_test_timed_end(&timed);

    bres_test_timed_begin(&timed, &duration, 1);
    bres_test_timed_hook(&timed);
    timed.fail = 4;
    cr_assert_eq(bres_test_timed_measure(&timed, BRES_TIMING_TIMEIT, &measurement),
                 BRES_ERROR_CONFLICT);
    cr_expect_str_eq(timed.log,
                     "threads=7 setup synchronize run=10000 synchronize teardown threads=3");
    bres_test_timed_end(&timed);
}

/* The first error is reported, even if other calls fail after it. */
Test(timer, timer_hooks_that_fail_one_after_the_other)
{
    for (unsigned fail = 1; fail <= 5; fail++) {
        bres_measurement *measurement = NULL;
        bres_test_timed timed;
        char message[64];

        bres_test_timed_begin(&timed, &duration, 1);
        bres_test_timed_hook(&timed);
        timed.fail = fail;
        timed.lasting = true;
        cr_assert_eq(bres_test_timed_measure(&timed, BRES_TIMING_BLOCKED, &measurement),
                     BRES_ERROR_CONFLICT);
        snprintf(message, sizeof(message), "call %u fails", fail);
        cr_expect_str_eq(bres_last_error(), message);
        bres_test_timed_end(&timed);
    }
}

static bres_status sweep_measure(bres_test_timed *timed, bres_timing_method method)
{
    bres_measurement *measurement = NULL;
    bres_status status;

    timed->block_count = 0;
    status = bres_test_timed_measure(timed, method, &measurement);
    cr_assert_eq(measurement == NULL, status != BRES_OK);
    cr_assert_eq(timed->threads, 3);
    bres_measurement_free(measurement);
    return status;
}

static bres_status sweep_timeit(void *context)
{
    return sweep_measure(context, BRES_TIMING_TIMEIT);
}

static bres_status sweep_blocked(void *context)
{
    return sweep_measure(context, BRES_TIMING_BLOCKED);
}

static bres_status sweep_adaptive(void *context)
{
    return sweep_measure(context, BRES_TIMING_ADAPTIVE);
}

static void do_nothing(void *context)
{
    (void)context;
}

static bres_status sweep_new(void *context)
{
    bres_timer *timer = NULL;
    const bres_status status = bres_timer_new(do_nothing, NULL, context, &timer);

    cr_assert_eq(timer == NULL, status != BRES_OK);
    bres_timer_free(timer);
    return status;
}

Test(timer, timer_survives_every_failure)
{
    bres_criteria *criteria;
    bres_criterion *criterion;
    bres_task_spec spec;
    bres_test_timed timed;

    bres_task_spec_init(&spec);
    spec.stmt = "x";
    spec.label = "label";
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, sweep_new, &spec);
    bres_test_timed_begin(&timed, &duration, 1);
    bres_test_timed_hook(&timed);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, sweep_timeit, &timed);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, sweep_adaptive, &timed);
    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    cr_assert_eq(bres_criterion_new(criteria, "any-of(entropy, sample-count)", &criterion),
                 BRES_OK);
    cr_assert_eq(bres_criterion_set_int64(criterion, "target-samples", 20), BRES_OK);
    timed.options.criterion = criterion;
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, sweep_blocked, &timed);
    bres_criterion_free(criterion);
    bres_criteria_free(criteria);
    bres_test_timed_end(&timed);
}
