/* SPDX-License-Identifier: MIT */
/*
 * Functions that the library calls once per execution, and the blocks in which it measures them.
 */
#include "support/measured.h"

#include <criterion/criterion.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define US           INT64_C(1000)
#define MS           INT64_C(1000000)
#define SAMPLES      20

static void begin(bres_test_measured *measured, const int64_t *durations, size_t count)
{
    bres_test_measured_begin(measured, durations, count);
    bres_test_measured_set_criterion(measured, "sample-count", "target-samples=20");
}

static int64_t block_size_of(const bres_state *state)
{
    return (int64_t)bres_test_summary_value(state, "bres/cpu_batch/block_size");
}

typedef struct block_row {
    int64_t duration; /* of an execution; nanoseconds */
    uint64_t cost;
    uint64_t tick;
    double timeout;
    int64_t block_size;
    uint64_t search; /* executions of the search */
} block_row;

/* A block takes as long as a thousand readings of the clock, or a thousand of its steps. */
static const block_row rows[] = {
    { 10, 20, 1, 15, 2048, 2047 + 3 * 2048 },
    { 1, 20, 1, 15, 32768, 32767 + 3 * 32768 },
    { 10 * US, 20, 1, 15, 2, 1 + 3 * 2 },
    { 19979, 20, 1, 15, 2, 1 + 3 * 2 },
    { 19980, 20, 1, 15, 1, 0 },
    { MS, 20, 1, 15, 1, 0 },
    { 100 * US, 5, 1000, 15, 16, 15 + 3 * 16 },
    /* A clock that stands still has no known step. */
    { 10, 0, 1, 15, 1, 0 },
    /* Ten blocks must fit into the timeout. */
    { 10, 20, 1, 100e-6, 512, 1023 },
};

Test(measure, plain_blocks_are_as_large_as_they_must_be)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        const block_row *row = &rows[i];
        const double block = (double)(row->duration * row->block_size) + (double)row->cost;
        bres_test_measured measured;

        begin(&measured, &row->duration, 1);
        measured.time.cost = row->cost;
        measured.time.tick = row->tick;
        measured.settings.timeout = row->timeout;
        measured.settings.min_samples = 10;
        bres_test_measured_run(&measured);
        cr_assert_eq(measured.status, BRES_OK, "row %zu: %s", i, bres_last_error());
        cr_expect_eq(block_size_of(measured.state), row->block_size, "row %zu: %lld", i,
                     (long long)block_size_of(measured.state));
        cr_expect_eq(measured.script.executions,
                     1 + row->search + measured.count * (uint64_t)row->block_size,
                     "row %zu: %llu executions, %zu samples", i,
                     (unsigned long long)measured.script.executions, measured.count);
        if (row->tick == 1)
            cr_expect_eq(measured.samples[0], (float)(block * 1e-9 / (double)row->block_size),
                         "row %zu", i);
        bres_test_measured_end(&measured);
    }
}

/* The overhead is known: one reading of the clock per block. */
Test(measure, plain_blocks_record_the_cost_of_the_clock)
{
    static const int64_t duration = 10;
    const double block = 2048 * 10 + 20;
    bres_test_measured measured;

    begin(&measured, &duration, 1);
    measured.time.cost = 20;
    bres_test_measured_run(&measured);
    cr_expect_float_eq(bres_test_summary_value(measured.state, "bres/cpu_batch/overhead"),
                       20 / block, 1e-12);
    bres_test_measured_end(&measured);
}

/* An execution that is slow because it loads code or touches memory does not make a function
 * slow. */
Test(measure, plain_first_execution_is_slow)
{
    static const int64_t durations[] = { 50 * US, 30 * US, 10, 10, 10, 10 };

    for (size_t first = 0; first < 2; first++) {
        bres_test_measured measured;
        int64_t script[4096];

        for (size_t i = 0; i < COUNT(script); i++)
            script[i] = 10;
        script[0] = durations[0];
        if (first == 1)
            script[1] = durations[1];
        begin(&measured, script, COUNT(script));
        measured.time.cost = 20;
        bres_test_measured_run(&measured);
        cr_assert_eq(measured.status, BRES_OK, "%s", bres_last_error());
        cr_expect_eq(block_size_of(measured.state), 2048);
        cr_expect_eq(measured.count, SAMPLES);
        bres_test_measured_end(&measured);
    }
}

/* 8 executions of a millisecond, then many of 10 ns. */
static void begin_becoming_fast(bres_test_measured *measured)
{
    static int64_t script[100000];

    for (size_t i = 0; i < COUNT(script); i++)
        script[i] = i < 8 ? MS : 10;
    begin(measured, script, COUNT(script));
    measured->time.cost = 20;
}

/* A function that becomes fast after its first samples is measured again, in blocks. */
Test(measure, plain_function_becomes_fast)
{
    bres_test_measured measured;

    begin_becoming_fast(&measured);
    bres_test_measured_run(&measured);
    cr_assert_eq(measured.status, BRES_OK, "%s", bres_last_error());
    cr_expect_eq(block_size_of(measured.state), 2048);
    cr_expect_eq(measured.count, SAMPLES);
    cr_expect_eq(measured.script.executions, 8 + 8 + 2047 + 3 * 2048 + SAMPLES * 2048);
    cr_expect(bres_test_measured_is_quiet(&measured), "%s", measured.log);
    bres_test_measured_end(&measured);
}

/* Some fast executions between slow ones do not make a function fast. */
Test(measure, plain_slow_function_is_fast_at_times)
{
    bres_test_measured measured;
    int64_t script[1 + SAMPLES];

    for (size_t i = 0; i < COUNT(script); i++)
        script[i] = i > 5 && i % 8 != 0 ? 10 : MS;
    begin(&measured, script, COUNT(script));
    measured.time.cost = 20;
    bres_test_measured_run(&measured);
    cr_expect_eq(measured.script.executions, 1 + SAMPLES);
    cr_expect_eq(measured.count, SAMPLES);
    bres_test_measured_end(&measured);
}

/* The time before the function became fast counts towards the timeout. */
Test(measure, plain_timeout_of_a_function_that_becomes_fast)
{
    bres_test_measured measured;

    begin_becoming_fast(&measured);
    measured.settings.min_samples = 1;
    measured.settings.timeout = 7.1e-3; /* 7 ms have passed when the function becomes fast */
    bres_test_measured_run(&measured);
    cr_expect_eq(block_size_of(measured.state), 2048);
    cr_expect_eq(measured.count, 5, "%zu samples", measured.count);
    bres_test_measured_end(&measured);
}

/* Blocks that are too short for the clock cause a warning. */
Test(measure, plain_short_blocks_warn_of_the_clock)
{
    static const int64_t duration = 30;
    bres_test_measured measured;

    begin(&measured, &duration, 1);
    measured.time.cost = 20;
    measured.settings.timeout = 4e-6;
    measured.settings.min_samples = 10;
    bres_test_measured_run(&measured);
    cr_expect_not_null(strstr(measured.log, "a reading of the clock takes 7.69 % of the median "
                                            "sample, whose block size is 8\n"),
                       "%s", measured.log);
    bres_test_measured_end(&measured);

    begin(&measured, &duration, 1);
    measured.time.cost = 20;
    measured.settings.run_once = true;
    bres_test_measured_run(&measured);
    cr_expect(bres_test_measured_is_quiet(&measured), "%s", measured.log);
    bres_test_measured_end(&measured);
}

/* Without a warm-up the first execution is a sample, if it is long enough. */
Test(measure, plain_without_warm_up)
{
    static const int64_t slow = MS;
    static const int64_t fast = 10;
    bres_test_measured measured;

    begin(&measured, &slow, 1);
    measured.time.cost = 20;
    measured.settings.warmup_runs = 0;
    bres_test_measured_run(&measured);
    cr_expect_eq(measured.script.executions, SAMPLES);
    cr_expect_eq(measured.count, SAMPLES);
    bres_test_measured_end(&measured);

    begin(&measured, &fast, 1);
    measured.time.cost = 20;
    measured.settings.warmup_runs = 0;
    bres_test_measured_run(&measured);
    cr_expect_eq(block_size_of(measured.state), 2048);
    cr_expect_eq(measured.script.executions, 1 + 2047 + 3 * 2048 + SAMPLES * 2048);
    cr_expect_eq(measured.count, SAMPLES);
    bres_test_measured_end(&measured);
}

/* With run_once, which profilers use, there is a single execution. */
Test(measure, plain_run_once_has_no_blocks)
{
    static const int64_t duration = 10;
    bres_test_measured measured;

    begin(&measured, &duration, 1);
    measured.time.cost = 20;
    measured.settings.run_once = true;
    bres_test_measured_run(&measured);
    cr_expect_eq(measured.script.executions, 1);
    cr_expect_eq(measured.samples[0], (float)(30 * 1e-9));
    cr_expect_eq(block_size_of(measured.state), 1);
    bres_test_measured_end(&measured);
}

Test(measure, plain_search_can_be_interrupted)
{
    static const int64_t duration = 10;
    bres_test_measured measured;

    begin(&measured, &duration, 1);
    measured.time.cost = 20;
    measured.interrupt_after = 100;
    bres_test_measured_run(&measured);
    cr_expect_eq(measured.status, BRES_OK, "%s", bres_last_error());
    cr_expect_eq(measured.script.executions, 1 + 127);
    cr_expect_eq(measured.count, 0);
    bres_test_measured_end(&measured);
}

/* A batched function with the block rule of other functions. */
Test(measure, plain_rule_for_batched_functions)
{
    static const int64_t slow = MS;
    static const int64_t fast = 10;
    bres_test_measured measured;

    begin(&measured, &slow, 1);
    measured.body =
        (bres__cpu_body){ .batched = bres_test_body_run_batch, .context = &measured.script };
    measured.time.cost = 20;
    measured.settings.short_blocks = true;
    bres_test_measured_run(&measured);
    cr_expect_eq(measured.script.executions, 1 + SAMPLES);
    bres_test_measured_end(&measured);

    begin(&measured, &fast, 1);
    measured.body =
        (bres__cpu_body){ .batched = bres_test_body_run_batch, .context = &measured.script };
    measured.time.cost = 20;
    measured.settings.short_blocks = true;
    bres_test_measured_run(&measured);
    cr_expect_eq(block_size_of(measured.state), 2048);
    bres_test_measured_end(&measured);
}
