/* SPDX-License-Identifier: MIT */
/*
 * Executions without a time: wrong use of the stopwatch, and a clock that steps backwards.
 */
#include "support/measured.h"

#include <criterion/criterion.h>
#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* A body in letters: 's' starts and 'p' stops the stopwatch, a digit lets as many microseconds
 * pass, 'b' sets the clock back by five. Odd executions follow the second text. */
typedef struct letters {
    bres_test_measured *measured;
    const char *texts[2];
    uint64_t executions;
} letters;

static void spell(bres_stopwatch *watch, void *context)
{
    letters *body = context;

    for (const char *at = body->texts[body->executions % 2]; *at != '\0'; at++) {
        if (*at == 's')
            bres_stopwatch_start(watch);
        else if (*at == 'p')
            bres_stopwatch_stop(watch);
        else if (*at == 'b')
            body->measured->time.now -= 5000;
        else
            body->measured->time.now += (uint64_t)(*at - '0') * 1000;
    }
    body->executions++;
}

static void begin(bres_test_measured *measured, letters *body, const char *even, const char *odd)
{
    bres_test_measured_begin(measured, NULL, 0);
    bres_test_measured_set_criterion(measured, "sample-count", "target-samples=12");
    *body = (letters){ .measured = measured, .texts = { even, odd } };
    measured->body = (bres__cpu_body){ .timed = spell, .context = body };
}

Test(measure, stopwatch_sums_up_what_it_is_started_for)
{
    static const struct {
        const char *text;
        float seconds;
        double walltime;
    } rows[] = {
        { "s5p", 5e-6F, 60e-6 }, { "9s5p9", 5e-6F, 276e-6 }, { "3s5p2s4p1", 9e-6F, 180e-6 },
        { "sp", 0, 0 },          { "s5psp", 5e-6F, 60e-6 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_measured measured;
        letters body;

        begin(&measured, &body, rows[i].text, rows[i].text);
        bres_test_measured_run(&measured);
        cr_assert_eq(measured.status, BRES_OK, "%s: %s", rows[i].text, bres_last_error());
        cr_assert_eq(measured.count, 12, "%s", rows[i].text);
        for (size_t j = 0; j < measured.count; j++)
            cr_expect_eq(measured.samples[j], rows[i].seconds, "%s: %g", rows[i].text,
                         (double)measured.samples[j]);
        cr_expect_float_eq(bres_test_summary_value(measured.state, "nv/cpu_only/walltime"),
                           rows[i].walltime, 1e-12, "%s", rows[i].text);
        cr_expect_str_empty(measured.log);
        bres_test_measured_end(&measured);
    }
}

static const struct {
    const char *text;
    const char *why;
} misuses[] = {
    { "5", "the stopwatch was never started" },
    { "s5", "the stopwatch was not stopped" },
    { "s5ps1", "the stopwatch was not stopped" },
    { "s5s5p", "the stopwatch was started while it was running" },
    { "s1s1", "the stopwatch was started while it was running" },
    { "5p", "the stopwatch was stopped while it was not running" },
    { "s5p1p", "the stopwatch was stopped while it was not running" },
    { "ps5p", "the stopwatch was stopped while it was not running" },
    { "ps5s5p", "the stopwatch was stopped while it was not running" },
    { "s5s5pp", "the stopwatch was started while it was running" },
    { "s1bp", "the clock stepped backwards" },
    { "s1bps9p", "the clock stepped backwards" },
};

Test(measure, stopwatch_that_is_never_right_ends_the_measurement)
{
    for (size_t i = 0; i < COUNT(misuses); i++) {
        bres_test_measured measured;
        char expected[160];
        letters body;

        snprintf(expected, sizeof(expected),
                 "64 executions in a row gave no time, the last because %s", misuses[i].why);
        begin(&measured, &body, misuses[i].text, misuses[i].text);
        bres_test_measured_run(&measured);
        cr_expect_eq(measured.status, BRES_ERROR_VALUE, "%s", misuses[i].text);
        cr_expect_str_eq(bres_last_error(), expected, "%s", misuses[i].text);
        cr_expect_eq(body.executions, 1 + 64, "%s", misuses[i].text);
        cr_expect_eq(bres_state_summary_count(measured.state), 0, "%s", misuses[i].text);
        cr_expect_eq(measured.count, 0);
        cr_expect_str_empty(measured.log);
        bres_test_measured_end(&measured);
    }
}

/* The warm-up and every second execution after it use the stopwatch correctly. */
Test(measure, stopwatch_that_is_wrong_now_and_then_costs_samples)
{
    for (size_t i = 0; i < COUNT(misuses); i++) {
        bres_test_measured measured;
        char expected[160];
        letters body;

        snprintf(expected, sizeof(expected),
                 "12 of 24 executions gave no time, the last because %s\n", misuses[i].why);
        begin(&measured, &body, "s7p", misuses[i].text);
        bres_test_measured_run(&measured);
        cr_assert_eq(measured.status, BRES_OK, "%s: %s", misuses[i].text, bres_last_error());
        cr_expect_eq(measured.count, 12, "%s", misuses[i].text);
        for (size_t j = 0; j < measured.count; j++)
            cr_expect_eq(measured.samples[j], 7e-6F, "%s", misuses[i].text);
        cr_expect_str_eq(measured.log, expected, "%s", misuses[i].text);
        bres_test_measured_end(&measured);
    }
}

Test(measure, stopwatch_that_is_wrong_in_the_only_execution)
{
    bres_test_measured measured;
    letters body;

    begin(&measured, &body, "5", "5");
    measured.settings.run_once = true;
    bres_test_measured_run(&measured);
    cr_expect_eq(measured.status, BRES_ERROR_VALUE);
    cr_expect_str_eq(bres_last_error(),
                     "the execution gave no time: the stopwatch was never started");
    cr_expect_eq(body.executions, 1);
    bres_test_measured_end(&measured);
}

/* The timeout ends the measurement before the 64th execution. */
Test(measure, stopwatch_that_is_wrong_until_the_timeout)
{
    bres_test_measured measured;
    letters body;

    begin(&measured, &body, "9", "9");
    measured.settings.timeout = 100e-6;
    bres_test_measured_run(&measured);
    cr_expect_eq(measured.status, BRES_OK, "%s", bres_last_error());
    cr_expect_eq(body.executions, 1 + 12);
    cr_expect_eq(bres_state_summary_count(measured.state), 4);
    cr_expect_eq(bres_test_summary_value(measured.state, "bres/cpu_batch/block_size"), 1);
    cr_expect_eq(bres_test_summary_value(measured.state, "nv/cpu_only/sample_size"), 0);
    cr_expect_float_eq(bres_test_summary_value(measured.state, "nv/cpu_only/walltime"), 108e-6,
                       1e-12);
    cr_expect_str_eq(measured.log,
                     "12 of 12 executions gave no time, the last because the stopwatch was never "
                     "started\n"
                     "timeout of 0.0001 s: no sample was taken\n"
                     "timeout of 0.0001 s: 0 samples, fewer than min-samples (10)\n");
    bres_test_measured_end(&measured);
}

/* A warm-up without a time is not shorter than the skip time. */
Test(measure, stopwatch_that_is_wrong_in_the_warm_up)
{
    bres_test_measured measured;
    letters body;

    begin(&measured, &body, "5", "s5p");
    measured.settings.skip_time = 1;
    bres_test_measured_run(&measured);
    cr_expect_eq(measured.status, BRES_OK, "%s", bres_last_error());
    cr_expect_not(measured.skipped);
    cr_expect_eq(measured.count, 12);
    bres_test_measured_end(&measured);
}

Test(measure, stopwatch_that_is_null)
{
    bres_stopwatch_start(NULL);
    bres_stopwatch_stop(NULL);
}

/* The clock steps backwards more than 64 times, but never twice in a row. */
Test(measure, measure_leaves_out_what_a_clock_took_back)
{
    static const int64_t durations[] = { 1000, 3000, -500, 1000 };
    bres_test_measured measured;

    bres_test_measured_begin(&measured, durations, COUNT(durations));
    bres_test_measured_set_criterion(&measured, "sample-count", "target-samples=300");
    bres_test_measured_run(&measured);
    cr_assert_eq(measured.status, BRES_OK, "%s", bres_last_error());
    cr_assert_eq(measured.count, 300);
    cr_expect_eq(measured.samples[0], 3e-6F);
    cr_expect_eq(measured.samples[1], 1e-6F);
    cr_expect_eq(measured.samples[2], 1e-6F);
    cr_expect_eq(measured.samples[3], 3e-6F);
    /* A hundred rounds of the script; backward steps do not shorten the elapsed time. */
    cr_expect_float_eq(bres_test_summary_value(measured.state, "nv/cpu_only/walltime"), 500e-6,
                       1e-12);
    cr_expect_str_eq(measured.log, "100 of 400 executions gave no time, the last because the clock "
                                   "stepped backwards\n");
    bres_test_measured_end(&measured);
}

Test(measure, measure_ends_when_the_clock_runs_backwards)
{
    static const int64_t durations[] = { 1000, -1 };
    bres_test_measured measured;
    int64_t script[200];

    /* 63 steps in a row are not enough for an error, 64 are. The warm-up takes the first
     * duration. */
    for (size_t steps = 63; steps <= 64; steps++) {
        for (size_t i = 0; i < COUNT(script); i++)
            script[i] = durations[i >= 1 && i < 1 + steps];
        bres_test_measured_begin(&measured, script, COUNT(script));
        bres_test_measured_set_criterion(&measured, "sample-count", "target-samples=10");
        bres_test_measured_run(&measured);
        if (steps == 63) {
            cr_expect_eq(measured.status, BRES_OK, "%s", bres_last_error());
            cr_expect_eq(measured.count, 10);
        } else {
            cr_expect_eq(measured.status, BRES_ERROR_VALUE);
            cr_expect_str_eq(bres_last_error(), "64 executions in a row gave no time, the last "
                                                "because the clock stepped backwards");
            cr_expect_eq(bres_state_summary_count(measured.state), 0);
        }
        bres_test_measured_end(&measured);
    }
}
