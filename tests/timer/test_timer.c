/* SPDX-License-Identifier: MIT */
/* The methods in virtual time. Numbers in row names are the cases of the specification. */
#include "base/error.h"
#include "support/timed.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define NEVER        (-1.0)
#define MS           INT64_C(1000000)
#define S            INT64_C(1000000000)

typedef struct method_row {
    const char *name;
    bres_timing_method method;
    int64_t durations[2]; /* nanoseconds of executions, in turn; 0 as the second: only one */
    double min_run_time;  /* NEVER: the default */
    double max_run_time;
    double threshold;
    uint64_t number; /* of a block */
    size_t blocks;
} method_row;

static const method_row rows[] = {
    { "the clock shows", BRES_TIMING_BLOCKED, { 30 }, 0.01, NEVER, 0.1, 100000, 4 },
    { "default", BRES_TIMING_BLOCKED, { 30 }, NEVER, NEVER, 0.1, 100000, 67 },
    { "longer", BRES_TIMING_BLOCKED, { 30 }, 2.0, NEVER, 0.1, 100000, 667 },
    { "adaptive", BRES_TIMING_ADAPTIVE, { 30 }, NEVER, NEVER, 0.1, 100000, 4 },
    { "34: one is too long", BRES_TIMING_BLOCKED, { 3 * S }, NEVER, NEVER, 0.1, 1, 1 },
    { "34, adaptive", BRES_TIMING_ADAPTIVE, { 3 * S }, NEVER, NEVER, 0.1, 1, 4 },
    { "never steady", BRES_TIMING_ADAPTIVE, { 1 * MS, 3 * MS }, NEVER, 0.5, 0.1, 1, 250 },
    { "37: no limit", BRES_TIMING_BLOCKED, { 1 * MS }, 0.5, 0, 0.1, 1, 500 },
    { "37: max before min", BRES_TIMING_BLOCKED, { 1 * MS }, 0.5, 0.1, 0.1, 1, 100 },
    { "37, adaptive", BRES_TIMING_ADAPTIVE, { 1 * MS }, 0.5, 0.1, 0.1, 1, 100 },
    { "the last block may be over max", BRES_TIMING_BLOCKED, { 3 * S }, 9, 0.1, 0.1, 1, 1 },
    { "38: four steady ones", BRES_TIMING_ADAPTIVE, { 60 * MS }, NEVER, NEVER, 0.1, 1, 4 },
    { "39: threshold 0", BRES_TIMING_ADAPTIVE, { 60 * MS }, NEVER, 0.6, 0, 1, 10 },
    { "the min of adaptive", BRES_TIMING_ADAPTIVE, { 60 * MS }, 0.6, NEVER, 0.1, 1, 10 },
    { "no min", BRES_TIMING_BLOCKED, { 30 }, 0, NEVER, 0.1, 1, 1 },
    { "one step below a thousandth", BRES_TIMING_BLOCKED, { 1999949 }, 2.0, NEVER, 0.1, 10, 101 },
    { "a thousandth of min", BRES_TIMING_BLOCKED, { 1999950 }, 2.0, NEVER, 0.1, 1, 1000 },
    { "one step below the clock", BRES_TIMING_BLOCKED, { 499949 }, NEVER, NEVER, 0.1, 10, 41 },
    { "ten thousand clocks", BRES_TIMING_BLOCKED, { 499950 }, NEVER, NEVER, 0.1, 1, 400 },
};

/* The block size of an adaptive measurement does not depend on its min_run_time. */
Test(timer, timer_search_of_adaptive)
{
    static const struct {
        int64_t duration;
        uint64_t number;
    } sizes[] = { { 49998, 10 }, { 50000, 1 } };

    for (size_t i = 0; i < COUNT(sizes); i++) {
        bres_measurement *measurement = NULL;
        bres_test_timed timed;

        bres_test_timed_begin(&timed, &sizes[i].duration, 1);
        timed.time.cost = 1;
        timed.options.min_run_time = i == 0 ? 1e-6 : 0.02;
        cr_assert_eq(bres_test_timed_measure(&timed, BRES_TIMING_ADAPTIVE, &measurement), BRES_OK);
        cr_expect_eq(bres_measurement_number_per_run(measurement), sizes[i].number, "row %zu", i);
        bres_measurement_free(measurement);
        bres_test_timed_end(&timed);
    }
}

/* A time equal to the limit does not exceed it. */
Test(timer, timer_at_its_limit)
{
    static const int64_t duration = S / 4;
    bres_measurement *measurement = NULL;
    bres_test_timed timed;

    bres_test_timed_begin(&timed, &duration, 1);
    timed.time.cost = 0;
    timed.options.min_run_time = 10;
    timed.options.max_run_time = 0.5;
    cr_assert_eq(bres_test_timed_measure(&timed, BRES_TIMING_BLOCKED, &measurement), BRES_OK);
    cr_expect_eq(bres_measurement_count(measurement), 3);
    bres_measurement_free(measurement);
    bres_test_timed_end(&timed);
}

static void row_begin(const method_row *row, bres_test_timed *timed)
{
    bres_test_timed_begin(timed, row->durations, row->durations[1] != 0 ? 2 : 1);
    timed->options.min_run_time = row->min_run_time;
    timed->options.max_run_time = row->max_run_time;
    timed->options.threshold = row->threshold;
}

Test(timer, timer_blocks_by_method)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        const method_row *row = &rows[i];
        bres_measurement *measurement = NULL;
        bres_test_timed timed;
        uint64_t searched = 0;

        row_begin(row, &timed);
        cr_assert_eq(bres_test_timed_measure(&timed, row->method, &measurement), BRES_OK, "%s: %s",
                     row->name, bres_last_error());
        cr_expect_eq(bres_measurement_number_per_run(measurement), row->number, "%s: %llu",
                     row->name, (unsigned long long)bres_measurement_number_per_run(measurement));
        cr_expect_eq(bres_measurement_count(measurement), row->blocks, "%s: %zu", row->name,
                     bres_measurement_count(measurement));
        /* No time contains the executions of the search. */
        for (uint64_t size = 1; size <= row->number; size *= 10)
            searched += size;
        cr_expect_eq(timed.body.executions, searched + row->number * row->blocks, "%s", row->name);
        bres_measurement_free(measurement);
        bres_test_timed_end(&timed);
    }
}

static void check_blocks(const bres_test_timed *timed, const uint64_t *blocks, size_t count)
{
    cr_assert_geq(timed->block_count, count);
    for (size_t i = 0; i < count; i++)
        cr_expect_eq(timed->blocks[i], blocks[i], "block %zu: %llu", i,
                     (unsigned long long)timed->blocks[i]);
}

/* The empty blocks that measure the clock, then each size once. */
Test(timer, timer_search_and_times)
{
    static const uint64_t blocks[] = { 0,   0,    0,     0,      0,      1,      10,
                                       100, 1000, 10000, 100000, 100000, 100000, 100000 };
    static const int64_t duration = 30;
    bres_measurement *measurement = NULL;
    bres_test_timed timed;
    double iqr = NAN;

    bres_test_timed_begin(&timed, &duration, 1);
    timed.options.min_run_time = 0.01;
    cr_assert_eq(bres_test_timed_measure(&timed, BRES_TIMING_BLOCKED, &measurement), BRES_OK);
    check_blocks(&timed, blocks, COUNT(blocks));
    for (size_t i = 0; i < 4; i++) {
        cr_expect_eq(bres_measurement_raw_times(measurement)[i], 3000050 * 1e-9);
        cr_expect_eq(bres_measurement_times(measurement)[i], 3000050 * 1e-9 / 100000);
    }
    cr_expect(bres_measurement_iqr(measurement, &iqr));
    cr_expect_eq(iqr, 0);
    cr_expect_eq(bres_measurement_spec(measurement)->num_threads, 7);
    cr_expect_null(bres_measurement_metadata_json(measurement));
    bres_measurement_free(measurement);
    bres_test_timed_end(&timed);
}

Test(timer, timer_never_steady)
{
    static const int64_t durations[] = { 1 * MS, 3 * MS };
    bres_measurement *measurement = NULL;
    bres_test_timed timed;
    double iqr;
    double median;

    bres_test_timed_begin(&timed, durations, 2);
    timed.time.cost = 1;
    timed.options.max_run_time = 0.5;
    cr_assert_eq(bres_test_timed_measure(&timed, BRES_TIMING_ADAPTIVE, &measurement), BRES_OK);
    cr_assert(bres_measurement_iqr(measurement, &iqr));
    cr_assert(bres_measurement_median(measurement, &median));
    cr_expect_float_eq(iqr / median, 1.0, 1e-5);
    cr_expect_eq(bres_measurement_spread(measurement), BRES_SPREAD_SEVERE);
    bres_measurement_free(measurement);
    bres_test_timed_end(&timed);
}

Test(timer, timer_timeit)
{
    static const struct {
        uint64_t number;
        uint64_t blocks[2];
    } numbers[] = {
        { 1000, { 10, 1000 } }, { 10, { 2, 10 } },   { 1, { 2, 1 } },
        { 299, { 2, 299 } },    { 300, { 3, 300 } }, { 1000000, { 10000, 1000000 } },
    };
    static const int64_t duration = 30;

    for (size_t i = 0; i < COUNT(numbers); i++) {
        bres_measurement *measurement = NULL;
        bres_test_timed timed;

        bres_test_timed_begin(&timed, &duration, 1);
        /* The last row has the default number. */
        if (i + 1 < COUNT(numbers))
            timed.options.number = numbers[i].number;
        cr_assert_eq(bres_test_timed_measure(&timed, BRES_TIMING_TIMEIT, &measurement), BRES_OK);
        cr_expect_eq(timed.block_count, 2);
        check_blocks(&timed, numbers[i].blocks, 2);
        cr_expect_eq(bres_measurement_count(measurement), 1);
        cr_expect_eq(bres_measurement_number_per_run(measurement), numbers[i].number);
        cr_expect_eq(bres_measurement_raw_times(measurement)[0],
                     (50 + 30 * (double)numbers[i].number) * 1e-9);
        bres_measurement_free(measurement);
        bres_test_timed_end(&timed);
    }
}

/* 33: a block that takes no time counts as a nanosecond, and the search ends. */
Test(timer, timer_clock_that_stands_still)
{
    static const uint64_t blocks[] = { 0,      0,       0,        0,         0,
                                       1,      10,      100,      1000,      10000,
                                       100000, 1000000, 10000000, 100000000, 1000000000 };
    static const int64_t nothing = 0;
    bres_measurement *measurement = NULL;
    bres_test_timed timed;

    bres_test_timed_begin(&timed, &nothing, 1);
    timed.time.cost = 0;
    cr_assert_eq(bres_test_timed_measure(&timed, BRES_TIMING_BLOCKED, &measurement),
                 BRES_ERROR_LIMIT);
    cr_expect_null(measurement);
    cr_expect_eq(timed.block_count, COUNT(blocks));
    check_blocks(&timed, blocks, COUNT(blocks));
    cr_expect_str_eq(bres_last_error(),
                     "the clock stands still: 1000000000 executions took no time");
    timed.options.number = 5;
    cr_assert_eq(bres_test_timed_measure(&timed, BRES_TIMING_TIMEIT, &measurement), BRES_OK);
    cr_expect_eq(bres_measurement_raw_times(measurement)[0], 1e-9);
    bres_measurement_free(measurement);
    bres_test_timed_end(&timed);

    /* As with functions that take time, the next block would exceed the limit. */
    bres_test_timed_begin(&timed, &nothing, 1);
    timed.time.cost = 0;
    timed.options.max_search_time = 1e-9;
    cr_assert_eq(bres_test_timed_measure(&timed, BRES_TIMING_ADAPTIVE, &measurement),
                 BRES_ERROR_LIMIT);
    check_blocks(&timed, blocks, 6);
    cr_expect_not_null(strstr(bres_last_error(), "within a search of 1e-09 s: 1 executions took "
                                                 "1e-09 s"),
                       "%s", bres_last_error());
    timed.options.max_search_time = 0;
    cr_assert_eq(bres_test_timed_measure(&timed, BRES_TIMING_BLOCKED, &measurement),
                 BRES_ERROR_LIMIT);
    cr_expect_eq(timed.blocks[timed.block_count - 1], 1000000000);
    bres_test_timed_end(&timed);
}

/* A coarse clock: blocks shorter than its step take no time. */
Test(timer, timer_coarse_clock)
{
    static const int64_t duration = 1000;
    bres_measurement *measurement = NULL;
    bres_test_timed timed;

    bres_test_timed_begin(&timed, &duration, 1);
    timed.time.tick = 1 * MS;
    cr_assert_eq(bres_test_timed_measure(&timed, BRES_TIMING_BLOCKED, &measurement), BRES_OK, "%s",
                 bres_last_error());
    cr_expect_eq(bres_measurement_number_per_run(measurement), 1000);
    bres_measurement_free(measurement);
    bres_test_timed_end(&timed);
}

Test(timer, timer_clock_that_steps_backwards)
{
    static const int64_t durations[] = { 1 * MS, -2 * MS };

    for (int method = BRES_TIMING_TIMEIT; method <= BRES_TIMING_ADAPTIVE; method++) {
        bres_measurement *measurement = NULL;
        bres_test_timed timed;

        bres_test_timed_begin(&timed, durations, 2);
        timed.time.now = (uint64_t)S;
        timed.options.number = 1;
        cr_expect_eq(bres_test_timed_measure(&timed, (bres_timing_method)method, &measurement),
                     BRES_ERROR_VALUE, "method %d", method);
        cr_expect_null(measurement);
        cr_expect_not_null(strstr(bres_last_error(), "the clock stepped backwards in a block of"));
        bres_test_timed_end(&timed);
    }
}

/* 35: the first execution is slow, and no time contains it. */
Test(timer, timer_search_warms_up)
{
    static int64_t durations[200];
    bres_measurement *measurement = NULL;
    bres_test_timed timed;

    for (size_t i = 0; i < COUNT(durations); i++)
        durations[i] = i == 0 ? 80 * MS : 60 * MS;
    bres_test_timed_begin(&timed, durations, COUNT(durations));
    cr_assert_eq(bres_test_timed_measure(&timed, BRES_TIMING_ADAPTIVE, &measurement), BRES_OK);
    for (size_t i = 0; i < bres_measurement_count(measurement); i++)
        cr_expect_eq(bres_measurement_raw_times(measurement)[i], (60 * MS + 50) * 1e-9);
    bres_measurement_free(measurement);
    bres_test_timed_end(&timed);
}

static bres_criterion *criterion_new(const char *expression, const char *name, int64_t value)
{
    bres_criteria *criteria;
    bres_criterion *criterion;

    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    cr_assert_eq(bres_criterion_new(criteria, expression, &criterion), BRES_OK);
    if (name != NULL)
        cr_assert_eq(bres_criterion_set_int64(criterion, name, value), BRES_OK);
    bres_criteria_free(criteria);
    return criterion;
}

static size_t count_with(bres_criterion *criterion, bres_timing_method method, double min_run_time,
                         double max_run_time)
{
    static const int64_t duration = 60 * MS;
    bres_measurement *measurement = NULL;
    bres_test_timed timed;
    size_t count;

    bres_test_timed_begin(&timed, &duration, 1);
    timed.options.criterion = criterion;
    timed.options.min_run_time = min_run_time;
    timed.options.max_run_time = max_run_time;
    cr_assert_eq(bres_test_timed_measure(&timed, method, &measurement), BRES_OK, "%s",
                 bres_last_error());
    count = bres_measurement_count(measurement);
    bres_measurement_free(measurement);
    bres_test_timed_end(&timed);
    return count;
}

Test(timer, timer_stops_by_a_criterion)
{
    bres_criterion *count = criterion_new("sample-count", "target-samples", 25);
    /* Whole blocks of at least half a second in total. */
    bres_criterion *time = criterion_new("stdrel", NULL, 0);

    cr_expect_eq(count_with(count, BRES_TIMING_BLOCKED, NEVER, NEVER), 25);
    cr_expect_eq(count_with(count, BRES_TIMING_ADAPTIVE, NEVER, NEVER), 25);
    cr_expect_eq(count_with(count, BRES_TIMING_BLOCKED, 3.0, NEVER), 50);
    cr_expect_eq(count_with(count, BRES_TIMING_BLOCKED, NEVER, 0.5), 9);
    cr_expect_eq(count_with(time, BRES_TIMING_BLOCKED, NEVER, NEVER), 9);
    cr_expect_eq(bres_criterion_count(count), 0, "a copy has worked");
    bres_criterion_free(count);
    bres_criterion_free(time);
    count = criterion_new("sample-count", "target-samples", 0);
    {
        static const int64_t duration = 1;
        bres_measurement *measurement = NULL;
        bres_test_timed timed;

        bres_test_timed_begin(&timed, &duration, 1);
        timed.options.criterion = count;
        cr_expect_eq(bres_test_timed_measure(&timed, BRES_TIMING_BLOCKED, &measurement),
                     BRES_ERROR_VALUE, "what cannot be started");
        cr_expect_eq(timed.block_count, 0);
        bres_test_timed_end(&timed);
    }
    bres_criterion_free(count);
}

/* A clock with scripted readings: `steps` are the times between them. */
typedef struct scripted_clock {
    const uint64_t *steps;
    size_t count;
    size_t at;
    uint64_t now;
} scripted_clock;

static uint64_t scripted_now(void *user)
{
    scripted_clock *clock = user;

    clock->now += clock->at < clock->count ? clock->steps[clock->at] : 0;
    clock->at++;
    return clock->now;
}

static void do_nothing(void *context)
{
    (void)context;
}

/* Five pairs of an empty block, of 50 ns, and a block of 100,000 calls of 2 ns; the median
 * counts. */
Test(timer, timer_subtracts_the_call)
{
    static const uint64_t steps[] = {
        0,
        0,
        50,
        0,
        200050,
        0,
        50,
        0,
        900000,
        0,
        50,
        0,
        200050,
        0,
        50,
        0,
        100,
        0,
        50,
        0,
        200050,
        /* The blocks of timeit, of 2 and of 10 executions. */
        0,
        500,
        0,
        120,
    };
    scripted_clock script = { .steps = steps, .count = COUNT(steps) };
    bres_clock clock;
    bres_timer_options options;
    bres_measurement *measurement = NULL;

    bres_clock_init(&clock);
    clock.now = scripted_now;
    clock.user = &script;
    bres_timer_options_init(&options);
    options.clock = &clock;
    options.number = 10;
    options.flags = BRES_TIMER_SUBTRACT_CALL;
    cr_assert_eq(bres_timer_timeit(do_nothing, NULL, NULL, &options, &measurement), BRES_OK);
    cr_expect_eq(script.at, COUNT(steps));
    cr_expect_float_eq(bres_measurement_raw_times(measurement)[0], 100e-9, 1e-15);
    bres_measurement_free(measurement);
    /* A call cannot cost more than the whole execution. */
    script = (scripted_clock){ .steps = steps, .count = COUNT(steps) - 1 };
    cr_assert_eq(bres_timer_timeit(do_nothing, NULL, NULL, &options, &measurement), BRES_OK);
    cr_expect_eq(bres_measurement_raw_times(measurement)[0], 1e-9);
    bres_measurement_free(measurement);
}

static bres_status measure_with(const bres_timer_options *options)
{
    bres_measurement *measurement = (bres_measurement *)1;
    const bres_status status =
        bres_timer_blocked_autorange(do_nothing, NULL, NULL, options, &measurement);

    cr_expect_null(measurement);
    return status;
}

Test(timer, timer_options_out_of_range)
{
    static const struct {
        const char *name;
        size_t offset;
        double values[4];
    } times[] = {
        { "min_run_time", offsetof(bres_timer_options, min_run_time), { -2, NAN, INFINITY, -0.1 } },
        { "max_run_time", offsetof(bres_timer_options, max_run_time), { -2, NAN, INFINITY, -0.1 } },
        { "threshold", offsetof(bres_timer_options, threshold), { -1, NAN, INFINITY, -0.1 } },
        { "max_search_time",
          offsetof(bres_timer_options, max_search_time),
          { -1, NAN, INFINITY, -2 } },
    };
    static const uint64_t numbers[] = { 0 /* 6 */, (uint64_t)INT64_MAX + 1 };
    bres_timer_options options;

    for (size_t i = 0; i < COUNT(times); i++) {
        for (size_t k = 0; k < COUNT(times[i].values); k++) {
            bres_timer_options_init(&options);
            memcpy((char *)&options + times[i].offset, &times[i].values[k], sizeof(double));
            cr_expect_eq(measure_with(&options), BRES_ERROR_ARGUMENT, "%s %g", times[i].name,
                         times[i].values[k]);
            cr_expect_not_null(strstr(bres_last_error(), times[i].name), "%s", bres_last_error());
        }
    }
    for (size_t i = 0; i < COUNT(numbers); i++) {
        bres_timer_options_init(&options);
        options.number = numbers[i];
        cr_expect_eq(measure_with(&options), BRES_ERROR_ARGUMENT);
        cr_expect_not_null(strstr(bres_last_error(), "number is"), "%s", bres_last_error());
    }
}

Test(timer, timer_options_that_do_not_fit)
{
    bres_timer_options options;

    bres_timer_options_init(&options);
    options.flags = 8;
    cr_expect_eq(measure_with(&options), BRES_ERROR_ARGUMENT);
    options.flags = BRES_TIMER_CUDA_EVENTS;
    cr_expect_eq(measure_with(&options), BRES_ERROR_ARGUMENT);
    bres_timer_options_init(&options);
    options.reserved = 1;
    cr_expect_eq(measure_with(&options), BRES_ERROR_ARGUMENT);
    bres_timer_options_init(&options);
    options.reserved2 = 1;
    cr_expect_eq(measure_with(&options), BRES_ERROR_ARGUMENT);
    bres_timer_options_init(&options);
    options.size = 8;
    cr_expect_eq(measure_with(&options), BRES_ERROR_VERSION);
    bres_timer_options_init(&options);
    options.clock = &(const bres_clock){ .size = sizeof(bres_clock) };
    cr_expect_eq(measure_with(&options), BRES_ERROR_ARGUMENT);
    bres_timer_options_init(NULL);
}

static void do_nothing_often(void *context, uint64_t count)
{
    (void)context;
    (void)count;
}

Test(timer, timer_arguments)
{
    bres_timer *timer = (bres_timer *)1;
    bres_measurement *measurement = (bres_measurement *)1;
    bres_task_spec spec;
    bres_timer_options options;

    cr_expect_eq(bres_timer_new(NULL, NULL, NULL, &timer), BRES_ERROR_ARGUMENT);
    cr_expect_null(timer);
    cr_expect_eq(bres_timer_new_batched(NULL, NULL, NULL, &timer), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_timer_new(do_nothing, NULL, NULL, NULL), BRES_ERROR_ARGUMENT);
    bres_task_spec_init(&spec);
    spec.num_threads = 0;
    cr_expect_eq(bres_timer_new(do_nothing, NULL, &spec, &timer), BRES_ERROR_ARGUMENT);
    cr_expect_null(timer);
    cr_expect_eq(bres_timer_measure(NULL, BRES_TIMING_TIMEIT, NULL, &measurement),
                 BRES_ERROR_ARGUMENT);
    cr_expect_null(measurement);
    measurement = (bres_measurement *)1;
    cr_expect_eq(bres_timer_timeit(NULL, NULL, NULL, NULL, &measurement), BRES_ERROR_ARGUMENT);
    cr_expect_null(measurement);
    cr_expect_eq(bres_timer_timeit(do_nothing, NULL, NULL, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_timer_new_batched(do_nothing_often, NULL, NULL, &timer), BRES_OK);
    cr_expect_eq(bres_timer_measure(timer, (bres_timing_method)3, NULL, &measurement),
                 BRES_ERROR_ARGUMENT);
    bres_timer_options_init(&options);
    options.flags = BRES_TIMER_SUBTRACT_CALL;
    cr_expect_eq(bres_timer_measure(timer, BRES_TIMING_TIMEIT, &options, &measurement),
                 BRES_ERROR_ARGUMENT);
    bres_timer_free(timer);
    bres_timer_free(NULL);
}

static void count_one(void *context)
{
    uint64_t *count = context;

    (*count)++;
}

Test(timer, timer_keeps_its_spec)
{
    char stmt[] = "\n  x=1\n    y=2\n  ";
    bres_task_spec spec;
    bres_timer *timer;
    bres_measurement *measurement;
    bres_timer_options options;
    uint64_t count = 0;

    bres_task_spec_init(&spec);
    spec.stmt = stmt;
    spec.setup = "\n\n  z=1\n";
    spec.label = "a label";
    cr_assert_eq(bres_timer_new(count_one, &count, &spec, &timer), BRES_OK);
    memset(stmt, 'z', sizeof(stmt) - 1);
    bres_timer_options_init(&options);
    options.number = 200;
    /* A timer can measure more than once. */
    for (uint64_t i = 1; i <= 2; i++) {
        cr_assert_eq(bres_timer_measure(timer, BRES_TIMING_TIMEIT, &options, &measurement),
                     BRES_OK);
        cr_expect_eq(count, i * 202);
        cr_expect_str_eq(bres_measurement_spec(measurement)->stmt, "x=1\n  y=2");
        cr_expect_str_eq(bres_measurement_spec(measurement)->setup, "\nz=1");
        cr_expect_str_eq(bres_measurement_title(measurement), "a label");
        bres_measurement_free(measurement);
    }
    bres_timer_free(timer);
}

/* With the system's clock. */
Test(timer, timer_real_time)
{
    bres_measurement *measurement = NULL;
    bres_timer_options options;
    uint64_t count = 0;
    double median = 0;

    bres_timer_options_init(&options);
    options.min_run_time = 0.001;
    options.max_run_time = 0.01;
    options.flags = BRES_TIMER_SUBTRACT_CALL;
    cr_assert_eq(bres_timer_adaptive_autorange(count_one, &count, NULL, &options, &measurement),
                 BRES_OK, "%s", bres_last_error());
    cr_expect(bres_measurement_median(measurement, &median));
    cr_expect_gt(median, 0);
    cr_expect_gt(count, bres_measurement_number_per_run(measurement) *
                            bres_measurement_count(measurement));
    bres_measurement_free(measurement);
}

typedef struct timed_blocks {
    uint64_t numbers[BRES_TEST_TIMED_BLOCKS];
    size_t count;
    double seconds; /* of an execution */
    size_t fail;    /* the block that fails; 0: none */
} timed_blocks;

static bres_status take_block(void *context, uint64_t number, double *seconds)
{
    timed_blocks *blocks = context;

    cr_assert_lt(blocks->count, BRES_TEST_TIMED_BLOCKS);
    blocks->numbers[blocks->count++] = number;
    *seconds = 50e-9 + blocks->seconds * (double)number;
    return blocks->count == blocks->fail ? bres__error(BRES_ERROR_CONFLICT, "no block") : BRES_OK;
}

static bres_status take_blocks(timed_blocks *blocks, bres_timer_options *options,
                               bres_measurement **measurement)
{
    bres_timer *timer = NULL;
    bres_status status;

    cr_assert_eq(bres_timer_new_timed(take_block, blocks, NULL, &timer), BRES_OK);
    status = bres_timer_measure(timer, BRES_TIMING_BLOCKED, options, measurement);
    bres_timer_free(timer);
    return status;
}

Test(timer, timer_of_a_timed_function)
{
    static const uint64_t probes[] = { 0, 0, 0, 0, 0, 1, 10, 100, 1000, 10000, 100000 };
    timed_blocks blocks = { .seconds = 30e-9 };
    bres_measurement *measurement;

    cr_assert_eq(take_blocks(&blocks, NULL, &measurement), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(bres_measurement_number_per_run(measurement), 100000);
    cr_expect_eq(bres_measurement_count(measurement), 67);
    cr_expect_eq(blocks.count, COUNT(probes) + 67);
    for (size_t i = 0; i < COUNT(probes); i++)
        cr_expect_eq(blocks.numbers[i], probes[i], "probe %zu", i);
    bres_measurement_free(measurement);
}

static bres_status wait_for_nothing(void *user)
{
    (void)user;
    return BRES_OK;
}

Test(timer, timer_of_a_timed_function_failures)
{
    static const double wrong[] = { -1.0, NAN, INFINITY };
    timed_blocks blocks = { .seconds = 1.0, .fail = 6 };
    bres_measurement *measurement = (bres_measurement *)1;
    bres_timer_options options;
    bres_timer *timer = (bres_timer *)1;

    cr_expect_eq(take_blocks(&blocks, NULL, &measurement), BRES_ERROR_CONFLICT);
    cr_expect_null(measurement);
    cr_expect_str_eq(bres_last_error(), "no block");
    cr_expect_eq(blocks.count, 6);
    for (size_t i = 0; i < COUNT(wrong); i++) {
        blocks = (timed_blocks){ .seconds = wrong[i] };
        cr_expect_eq(take_blocks(&blocks, NULL, &measurement), BRES_ERROR_VALUE, "%g", wrong[i]);
    }
    bres_timer_options_init(&options);
    options.synchronize = wait_for_nothing;
    cr_expect_eq(take_blocks(&blocks, &options, &measurement), BRES_ERROR_ARGUMENT);
    bres_timer_options_init(&options);
    options.flags = BRES_TIMER_SUBTRACT_CALL;
    cr_expect_eq(take_blocks(&blocks, &options, &measurement), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_timer_new_timed(NULL, NULL, NULL, &timer), BRES_ERROR_ARGUMENT);
    cr_expect_null(timer);
}
