/* SPDX-License-Identifier: MIT */
/*
 * Measurements in virtual time: the numbers of executions and samples, and the results.
 */
#include "support/measured.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define MS           INT64_C(1000000)
#define SECOND       INT64_C(1000000000)

static int by_value(const void *a, const void *b)
{
    const double left = *(const double *)a;
    const double right = *(const double *)b;

    return (left > right) - (left < right);
}

/* The element at round(percent / 100 * (count - 1)), halves up. */
static double at_rank(const double *sorted, size_t count, double percent)
{
    return sorted[(size_t)floor(percent / 100 * (double)(count - 1) + 0.5)];
}

static void expect_summary(const bres_state *state, size_t index, const char *tag, double expected)
{
    const bres_summary *summary = bres_state_summary_at(state, index);
    double value = NAN;

    cr_assert_str_eq(bres_summary_tag(summary), tag);
    cr_expect(bres_summary_float64(summary, &value));
    cr_expect_eq(value, expected, "%s: %.17g instead of %.17g", tag, value, expected);
}

/* Computes the summaries from the samples by the formulas of the format. */
static void expect_summaries(const bres_state *state, const double *samples, size_t count,
                             double walltime, double elements, double bytes)
{
    double *sorted = malloc(count * sizeof(*sorted));
    double sum = 0;
    double squares = 0;
    double mean;
    double stdev;
    double q1;
    double median;
    double q3;
    size_t row = 0;

    memcpy(sorted, samples, count * sizeof(*sorted));
    qsort(sorted, count, sizeof(*sorted), by_value);
    for (size_t i = 0; i < count; i++)
        sum += samples[i];
    mean = sum / (double)count;
    for (size_t i = 0; i < count; i++)
        squares += (samples[i] - mean) * (samples[i] - mean);
    stdev = sqrt(squares / (double)(count - 1));
    q1 = at_rank(sorted, count, 25);
    median = at_rank(sorted, count, 50);
    q3 = at_rank(sorted, count, 75);
    cr_expect_eq(bres_test_summary_value(state, "bres/cpu_batch/block_size"), 1);
    expect_summary(state, row++, "nv/cpu_only/sample_size", (double)count);
    expect_summary(state, row++, "nv/cpu_only/time/cpu/min", sorted[0]);
    expect_summary(state, row++, "nv/cpu_only/time/cpu/max", sorted[count - 1]);
    expect_summary(state, row++, "nv/cpu_only/time/cpu/mean", mean);
    expect_summary(state, row++, "nv/cpu_only/time/cpu/stdev/absolute", stdev);
    expect_summary(state, row++, "nv/cpu_only/time/cpu/stdev/relative", stdev / mean);
    expect_summary(state, row++, "nv/cpu_only/time/cpu/q1", q1);
    expect_summary(state, row++, "nv/cpu_only/time/cpu/median", median);
    expect_summary(state, row++, "nv/cpu_only/time/cpu/q3", q3);
    expect_summary(state, row++, "nv/cpu_only/time/cpu/iqr/absolute", q3 - q1);
    expect_summary(state, row++, "nv/cpu_only/time/cpu/iqr/relative", (q3 - q1) / median);
    expect_summary(state, row++, "nv/cpu_only/bw/item_rate", elements / mean);
    expect_summary(state, row++, "nv/cpu_only/bw/global/bytes_per_second", bytes / mean);
    expect_summary(state, row++, "nv/cpu_only/walltime", walltime);
    cr_expect_str_eq(bres_summary_tag(bres_state_summary_at(state, row)),
                     "bres/cpu_batch/block_size");
    free(sorted);
}

/* A sample is the time of the body and of one reading of the clock; one more reading is between two
 * samples. The first two durations are those of the warm-ups. */
Test(measure, measure_gives_the_summaries_of_its_samples)
{
    static const int64_t durations[] = { 900000, 800000, 150000, 100000, 170700, 120000, 99000,
                                         133000, 100000, 100100, 400000, 125000, 100300 };
    const uint64_t cost = 30;
    const size_t count = 37;
    double samples[37];
    uint64_t elapsed = 0;
    bres_test_measured measured;

    for (size_t i = 0; i < count; i++) {
        const uint64_t duration = (uint64_t)durations[(i + 2) % COUNT(durations)];

        samples[i] = (double)(duration + cost) * 1e-9;
        elapsed += duration + 2 * cost;
    }
    bres_test_measured_begin(&measured, durations, COUNT(durations));
    bres_test_measured_set_criterion(&measured, "sample-count", "target-samples=37");
    measured.time.cost = cost;
    measured.settings.warmup_runs = 2;
    measured.elements = 4096;
    measured.global_bytes = 1 << 20;
    bres_test_measured_run(&measured);
    cr_assert_eq(measured.status, BRES_OK, "%s", bres_last_error());
    cr_expect_eq(measured.script.executions, count + 2);
    cr_assert_eq(measured.count, count);
    for (size_t i = 0; i < count; i++)
        cr_expect_eq(measured.samples[i], (float)samples[i], "sample %zu", i);
    expect_summaries(measured.state, samples, count, (double)elapsed * 1e-9, 4096, 1 << 20);
    cr_expect_str_empty(measured.log);
    cr_expect_not(measured.skipped);
    cr_expect_str_empty(measured.reason);
    bres_test_measured_end(&measured);
}

typedef struct count_row {
    const char *criterion;
    const char *parameters;
    int64_t duration; /* of each execution */
    int64_t min_samples;
    int64_t warmup_runs;
    double timeout;
    size_t samples;
    bool timed_out;
} count_row;

Test(measure, measure_takes_as_many_samples_as_it_is_told)
{
    static const count_row rows[] = {
        /* The criterion alone: 50 samples of 0.01 s are a sum of 0.5 s, which is not above
         * min-time. */
        { "stdrel", NULL, 125 * MS, 1, 1, 15, 5, false },
        { "stdrel", NULL, 10 * MS, 1, 1, 15, 51, false },
        { "stdrel", NULL, 100 * MS, 1, 1, 15, 6, false },
        { "stdrel", "min-time=2.5", 500 * MS, 1, 1, 15, 6, false },
        { "entropy", NULL, 1000, 1, 1, 15, 2, false },
        { "sample-count", NULL, 1000, 1, 1, 15, 100, false },
        { "sample-count", "target-samples=42", 0, 1, 1, 15, 42, false },
        /* Times of 0 count as measurements; stdrel learns nothing from 64 of them. */
        { "stdrel", NULL, 0, 1, 1, 15, 68, false },
        /* Not before min-samples have been taken. */
        { "stdrel", NULL, 125 * MS, 10, 1, 15, 10, false },
        { "entropy", NULL, 1000, 10, 1, 15, 10, false },
        { "entropy", NULL, 1000, 11, 1, 15, 12, false },
        { "sample-count", "target-samples=5", 1000, 10, 1, 15, 10, false },
        /* The timeout is over when more time has passed; the criterion is asked first. */
        { "sample-count", NULL, SECOND, 1, 1, 3, 4, true },
        { "sample-count", NULL, SECOND, 1, 1, 2.999999999, 3, true },
        { "sample-count", "target-samples=4", SECOND, 1, 1, 3, 4, false },
        { "sample-count", "target-samples=2", SECOND, 10, 1, 3, 4, true },
        { "sample-count", NULL, 1, 1, 1, 0, 1, true },
        { "sample-count", "target-samples=1", 1, 1, 1, 0, 1, false },
        /* Warm-ups do not count for the timeout. */
        { "sample-count", "target-samples=2", SECOND, 1, 100, 3, 2, false },
        { "sample-count", "target-samples=2", SECOND, 1, 0, 3, 2, false },
        /* A timeout beyond the range of nanoseconds in an int64. */
        { "sample-count", "target-samples=3", SECOND, 1, 1, 1e300, 3, false },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        const count_row *row = &rows[i];
        bres_test_measured measured;

        bres_test_measured_begin(&measured, &row->duration, 1);
        bres_test_measured_set_criterion(&measured, row->criterion, row->parameters);
        measured.settings.min_samples = row->min_samples;
        measured.settings.warmup_runs = row->warmup_runs;
        measured.settings.timeout = row->timeout;
        bres_test_measured_run(&measured);
        cr_expect_eq(measured.status, BRES_OK, "row %zu: %s", i, bres_last_error());
        cr_expect_eq(measured.count, row->samples, "row %zu: %zu samples", i, measured.count);
        cr_expect_eq(measured.script.executions, row->samples + (size_t)row->warmup_runs, "row %zu",
                     i);
        /* Only a measurement that timed out may log a warning. */
        cr_expect(row->timed_out || bres_test_measured_is_quiet(&measured), "row %zu: %s", i,
                  measured.log);
        bres_test_measured_end(&measured);
    }
}

Test(measure, measure_takes_the_default_criterion)
{
    static const int64_t duration = 10 * MS;
    bres_test_measured measured;

    bres_test_measured_begin(&measured, &duration, 1);
    bres_test_measured_run(&measured);
    cr_expect_eq(measured.status, BRES_OK, "%s", bres_last_error());
    cr_expect_eq(measured.count, 51);
    bres_test_measured_end(&measured);
}

Test(measure, measure_restarts_the_criterion)
{
    static const int64_t duration = 10 * MS;
    bres_test_measured measured;

    bres_test_measured_begin(&measured, &duration, 1);
    bres_test_measured_set_criterion(&measured, "sample-count", "target-samples=20");
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(bres_subbench_add_state(measured.bench, &measured.state), BRES_OK);
        bres_test_measured_run(&measured);
        cr_expect_eq(measured.count, 20, "measurement %d", i);
    }
    bres_test_measured_end(&measured);
}

Test(measure, measure_once)
{
    static const int64_t duration = MS;
    bres_test_measured measured;

    bres_test_measured_begin(&measured, &duration, 1);
    measured.settings.run_once = true;
    measured.settings.warmup_runs = 5;
    measured.settings.skip_time = 1;
    measured.settings.timeout = 0;
    bres_test_measured_run(&measured);
    cr_expect_eq(measured.status, BRES_OK, "%s", bres_last_error());
    cr_expect_not(measured.skipped);
    cr_expect_eq(measured.count, 1);
    cr_expect_eq(measured.script.executions, 1);
    cr_expect_str_empty(measured.log);
    bres_test_measured_end(&measured);
}

Test(measure, measure_limits_its_warm_ups)
{
    static const int64_t duration = SECOND;
    static const struct {
        int64_t runs;
        double limit;
        uint64_t warm_ups;
    } rows[] = {
        { 10, 2.5, 3 }, { 10, 3, 4 }, { 10, 0.5, 1 },   { 2, 100, 2 },
        { 10, 0, 10 },  { 0, 1, 0 },  { 10, -0.5, 10 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_measured measured;

        bres_test_measured_begin(&measured, &duration, 1);
        bres_test_measured_set_criterion(&measured, "sample-count", "target-samples=1");
        measured.settings.min_samples = 1;
        measured.settings.warmup_runs = rows[i].runs;
        measured.settings.max_warmup_time = rows[i].limit;
        bres_test_measured_run(&measured);
        cr_expect_eq(measured.count, 1, "row %zu", i);
        cr_expect_eq(measured.script.executions, rows[i].warm_ups + 1, "row %zu", i);
        bres_test_measured_end(&measured);
    }
}

Test(measure, measure_skips_what_is_too_short)
{
    static const int64_t durations[] = { 5000, 1234 };
    static const struct {
        int64_t runs;
        double skip_time;
        bool skipped;
    } rows[] = {
        /* The last warm-up decides. */
        { 2, 2e-6, true },
        { 1, 2e-6, false },
        { 1, 6e-6, true },
        /* Less than the skip time, not equal to it. */
        { 2, 1.234e-6, false },
        { 2, 1.235e-6, true },
        { 0, 1, false },
        { 2, 0, false },
        { 2, -1, false },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_measured measured;

        bres_test_measured_begin(&measured, durations, 2);
        measured.settings.warmup_runs = rows[i].runs;
        measured.settings.skip_time = rows[i].skip_time;
        bres_test_measured_run(&measured);
        cr_expect_eq(measured.status, BRES_OK, "row %zu: %s", i, bres_last_error());
        cr_expect_eq(measured.skipped, rows[i].skipped, "row %zu", i);
        if (rows[i].skipped) {
            cr_expect_eq(bres_state_summary_count(measured.state), 0, "row %zu", i);
            cr_expect_eq(measured.script.executions, (uint64_t)rows[i].runs, "row %zu", i);
        }
        if (i == 0)
            cr_expect_str_eq(measured.reason, "the last warm-up took 1.234 us, less than the skip "
                                              "time of 2.000 us");
        bres_test_measured_end(&measured);
    }
}

Test(measure, measure_tells_how_it_stands_every_tenth_of_a_second)
{
    static const int64_t durations[] = { 30 * MS, 20 * MS, 40 * MS, 30 * MS };
    /* At least 0.1 s after the previous report; the warm-up takes the first duration. */
    static const struct {
        int64_t samples;
        double elapsed;
    } expected[] = { { 4, 0.12 }, { 8, 0.24 }, { 12, 0.36 }, { 16, 0.48 }, { 20, 0.6 } };
    bres_test_measured measured;

    bres_test_measured_begin(&measured, durations, COUNT(durations));
    bres_test_measured_set_criterion(&measured, "sample-count", "target-samples=23");
    bres_test_measured_run(&measured);
    cr_assert_eq(measured.progress_count, COUNT(expected), "%zu", measured.progress_count);
    for (size_t i = 0; i < COUNT(expected); i++) {
        const bres_test_progress *progress = &measured.progress[i];
        double squares = 0;

        cr_expect_eq(progress->samples, expected[i].samples, "call %zu", i);
        cr_expect_float_eq(progress->elapsed, expected[i].elapsed, 1e-12, "call %zu", i);
        if (i == 0) {
            cr_expect_lt(progress->noise, 0, "four samples say nothing");
            continue;
        }
        for (int64_t j = 1; j <= progress->samples; j++)
            squares += pow((double)durations[j % 4] * 1e-9 - 0.03, 2);
        cr_expect_float_eq(progress->noise, sqrt(squares / (double)(progress->samples - 1)) / 0.03,
                           1e-12, "call %zu", i);
    }
    bres_test_measured_end(&measured);
}

/* Samples taken before the interrupt count; nothing is logged. */
Test(measure, measure_can_be_interrupted)
{
    static const int64_t duration = SECOND;
    static const struct {
        uint64_t after; /* executions, five of which are warm-ups */
        size_t samples;
    } rows[] = { { 1, 0 }, { 5, 0 }, { 6, 1 }, { 9, 4 }, { 40, 35 } };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_measured measured;

        bres_test_measured_begin(&measured, &duration, 1);
        bres_test_measured_set_criterion(&measured, "stdrel", "max-noise=0");
        measured.settings.warmup_runs = 5;
        measured.settings.min_samples = 1000;
        measured.settings.timeout = 1e6;
        measured.interrupt_after = rows[i].after;
        bres_test_measured_run(&measured);
        cr_expect_eq(measured.status, BRES_OK, "row %zu: %s", i, bres_last_error());
        cr_expect_eq(measured.count, rows[i].samples, "row %zu: %zu", i, measured.count);
        cr_expect_eq(measured.script.executions, rows[i].after, "row %zu", i);
        cr_expect_eq(bres_test_summary_value(measured.state, "nv/cpu_only/sample_size"),
                     (double)rows[i].samples, "row %zu", i);
        cr_expect_eq(bres_test_summary_value(measured.state, "nv/cpu_only/walltime"),
                     (double)rows[i].samples, "row %zu", i);
        cr_expect_str_empty(measured.log, "row %zu", i);
        bres_test_measured_end(&measured);
    }
}

Test(measure, measure_needs_no_hooks)
{
    static const int64_t duration = 200 * MS;
    const bres__measure_hooks empty = { 0 };
    const bres__measure_hooks *const hooks[] = { NULL, &empty };

    for (size_t i = 0; i < COUNT(hooks); i++) {
        bres_test_measured measured;
        bres_clock clock;
        bool skipped;

        bres_test_measured_begin(&measured, &duration, 1);
        measured.settings.timeout = 0.5;
        clock = bres_test_clock_of(&measured.time);
        cr_expect_eq(bres__measure_cpu(measured.state, &measured.body, &measured.settings, &clock,
                                       0, 0, hooks[i], &skipped, measured.reason),
                     BRES_OK);
        cr_expect_eq(bres_test_summary_value(measured.state, "nv/cpu_only/sample_size"), 3);
        bres_test_measured_end(&measured);
    }
}
