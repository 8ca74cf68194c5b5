/* SPDX-License-Identifier: MIT */
/*
 * A function that reports a failure ends the measurement that it is in.
 */
#include "measure/failure.h"
#include "model/model.h"
#include "support/support.h"
#include "support/virtual_clock.h"

#include <benchresult/timer.h>
#include <criterion/criterion.h>

/* Fails at one of its calls; each call takes a millisecond. */
typedef struct failing {
    bres_test_clock time;
    unsigned calls;
    unsigned fails_at;
    bres_status returned;
} failing;

static void fail_at(void *context)
{
    failing *self = context;

    self->time.now += 1000000;
    if (++self->calls < self->fails_at)
        return;
    self->returned = bres_measure_fail("the answer is wrong");
    (void)bres_measure_fail("what follows from that");
}

static void fail_at_block(void *context, uint64_t count)
{
    (void)count;
    fail_at(context);
}

static bres_subbench *bench_new(bres_result **result)
{
    bres_subbench *bench = NULL;

    cr_assert_eq(bres_result_new(result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(*result, "b", &bench), BRES_OK);
    return bench;
}

static void expect_failure(bres_status status, const failing *self, const char *what)
{
    cr_assert_eq(status, BRES_ERROR_VALUE, "%s: %s", what, bres_status_name(status));
    cr_assert_eq(self->returned, BRES_ERROR_VALUE, "%s", what);
    cr_assert_str_eq(bres_last_error(), "the answer is wrong", "%s", what);
    cr_assert_eq(self->calls, self->fails_at, "%s: %u calls", what, self->calls);
}

/* In the warm-up, in the first sample, and later. */
Test(measure, measure_fail_ends_a_measurement)
{
    bres_result *result = NULL;
    bres_subbench *bench = bench_new(&result);

    for (unsigned at = 1; at < 5; at++) {
        failing plain = { .fails_at = at };
        failing batched = { .fails_at = at };
        const bres_clock clock = bres_test_clock_of(&plain.time);
        bres_measure_options options;
        bres_state *state;

        bres_measure_options_init(&options);
        options.clock = &clock;
        expect_failure(bres_measure_cpu(fail_at, &plain, &options, bench, &state), &plain, "plain");
        cr_assert_null(state);
        expect_failure(bres_measure_cpu_batched(fail_at_block, &batched, NULL, bench, &state),
                       &batched, "batched");
        cr_assert_null(state);
    }
    cr_assert_eq(bres_subbench_state_count(bench), 0);
    bres_result_unref(result);
}

static void measure_inside(void *context)
{
    failing *self = context;
    failing inner = { .fails_at = 2 };
    bres_result *result = NULL;
    bres_subbench *bench = bench_new(&result);
    bres_state *state;

    expect_failure(bres_measure_cpu(fail_at, &inner, NULL, bench, &state), &inner, "inner");
    self->calls++;
    bres_result_unref(result);
}

Test(measure, measure_fail_ends_the_innermost_measurement)
{
    failing self = { 0 };
    bres_result *result = NULL;
    bres_subbench *bench = bench_new(&result);
    bres_measure_options options;
    bres_state *state;

    bres_measure_options_init(&options);
    options.flags = BRES_MEASURE_RUN_ONCE;
    cr_assert_eq(bres_measure_cpu(measure_inside, &self, &options, bench, &state), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(self.calls, 1);
    bres_result_unref(result);
}

Test(measure, measure_fail_ends_a_timer)
{
    for (unsigned at = 1; at < 4; at++) {
        failing self = { .fails_at = at };
        bres_timer *timer = NULL;
        bres_measurement *measurement;

        cr_assert_eq(bres_timer_new_batched(fail_at_block, &self, NULL, &timer), BRES_OK);
        expect_failure(bres_timer_measure(timer, BRES_TIMING_BLOCKED, NULL, &measurement), &self,
                       "timer");
        cr_assert_null(measurement);
        bres_timer_free(timer);
    }
}

Test(measure, measure_fail_outside_of_a_measurement_is_an_error_like_any_other)
{
    cr_assert_eq(bres_measure_fail("no reason"), BRES_ERROR_VALUE);
    cr_assert_str_eq(bres_last_error(), "no reason");
    cr_assert_eq(bres_measure_fail(NULL), BRES_ERROR_VALUE);
    cr_assert_str_eq(bres_last_error(), "the function has failed");
}
