/* SPDX-License-Identifier: MIT */
/*
 * Findings about the samples of a measurement: stable noise, two phases, preemptions, and the
 * confidence interval of the median.
 */
#include "measure/os_counts.h"
#include "support/measured.h"

#include <criterion/criterion.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define MS           INT64_C(1000000)

/* Measures with these durations in turn, without a warm-up, until a criterion with these parameters
 * is finished. */
static void run_samples(bres_test_measured *measured, const int64_t *durations, size_t count,
                        const char *expression, const char *parameters)
{
    bres_test_measured_begin(measured, durations, count);
    bres_test_measured_set_criterion(measured, expression, parameters);
    measured->settings.warmup_runs = 0;
    bres_test_measured_run(measured);
    cr_assert_eq(measured->status, BRES_OK, "%s", bres_last_error());
}

Test(measure, measure_warns_of_noise_that_is_stable)
{
    static const int64_t durations[] = { MS, 3 * MS };
    static const struct {
        const char *expression;
        const char *parameters;
        const char *log;
    } rows[] = {
        { "stdrel", NULL, "the noise is stable at 50.10 %, above max-noise (0.50 %)\n" },
        { "at-least-time(stdrel)", NULL,
          "the noise is stable at 50.10 %, above max-noise (0.50 %)\n" },
        { "any-of(sample-count,stdrel)", "target-samples=100",
          "the criterion stopped at a noise of 50.25 %, above max-noise (0.50 %)\n" },
        { "sample-count", "target-samples=100", "" },
        { "stdrel", "max-noise=0.6", "" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_measured measured;

        run_samples(&measured, durations, 2, rows[i].expression, rows[i].parameters);
        cr_expect_str_eq(measured.log, rows[i].log, "row %zu: %s", i, measured.log);
        bres_test_measured_end(&measured);
    }
}

Test(measure, measure_warns_of_two_phases)
{
    static const struct {
        size_t from;
        size_t to;
        const char *log;
        double change;
    } rows[] = {
        { 0, 60, "two phases: samples 1 to 60 took 5.0 % longer than the later samples\n",
          -5.0 / 105 },
        { 140, 200, "two phases: samples 141 to 200 took 5.0 % longer than the earlier samples\n",
          0.05 },
        { 50, 100, "two phases: samples 51 to 100 took 5.0 % longer than the earlier samples\n",
          0.05 },
        { 100, 150, "two phases: samples 101 to 150 took 5.0 % longer than the later samples\n",
          -5.0 / 105 },
        { 0, 4, "", 0 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        int64_t durations[200];
        bres_test_measured measured;

        for (size_t k = 0; k < COUNT(durations); k++)
            durations[k] =
                10 * MS + (int64_t)(k % 3) + (k >= rows[i].from && k < rows[i].to ? MS / 2 : 0);
        run_samples(&measured, durations, COUNT(durations), "sample-count", "target-samples=200");
        cr_expect_str_eq(measured.log, rows[i].log, "row %zu: %s", i, measured.log);
        if (rows[i].log[0] == '\0')
            cr_expect_null(bres_state_summary(measured.state, "bres/phases/change"));
        else
            cr_expect_float_eq(bres_test_summary_value(measured.state, "bres/phases/change"),
                               rows[i].change, 1e-6, "row %zu", i);
        bres_test_measured_end(&measured);
    }
}

Test(measure, measure_says_where_two_phases_are)
{
    int64_t durations[200];
    bres_test_measured measured;

    for (size_t k = 0; k < COUNT(durations); k++)
        durations[k] = k >= 100 && k < 150 ? 2 * MS : MS;
    run_samples(&measured, durations, COUNT(durations), "sample-count", "target-samples=200");
    cr_expect_eq(bres_test_summary_value(measured.state, "bres/phases/begin"), 100);
    cr_expect_eq(bres_test_summary_value(measured.state, "bres/phases/change_at"), 150);
    cr_expect_eq(bres_test_summary_value(measured.state, "bres/phases/end"), 200);
    cr_expect_eq(bres_test_summary_value(measured.state, "bres/phases/change"), -0.5);
    cr_expect(bres_summary_is_hidden(bres_state_summary(measured.state, "bres/phases/change")));
    bres_test_measured_end(&measured);
}

/* Counts of the system: a preemption in every sample whose number is a multiple of `period`. */
typedef struct preemptions {
    uint64_t period; /* 0: none */
    uint64_t readings;
    uint64_t count;
} preemptions;

static bool count_preemptions(void *user, bres__os_counts *counts, uint64_t *migrations)
{
    preemptions *self = user;

    if (counts == NULL) {
        *migrations = 0;
        return true;
    }
    self->readings++;
    if (self->period != 0 && self->readings % (2 * self->period) == 0)
        self->count++;
    *counts = (bres__os_counts){ .involuntary_switches = self->count };
    return true;
}

/* Two of 40 samples are a twentieth, which causes a warning. Fewer than 20 samples cause none. */
Test(measure, measure_warns_of_preempted_samples)
{
    static const struct {
        uint64_t period;
        const char *samples;
        const char *log;
    } rows[] = {
        { 20, "target-samples=40", "2 of 40 samples were preempted\n" },
        { 40, "target-samples=40", "" },
        { 0, "target-samples=40", "" },
        { 1, "target-samples=12", "" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        static const int64_t duration = MS;
        preemptions counts = { .period = rows[i].period };
        bres_test_measured measured;

        bres__os_counts_set(count_preemptions, &counts);
        run_samples(&measured, &duration, 1, "sample-count", rows[i].samples);
        bres__os_counts_set(NULL, NULL);
        cr_expect_str_eq(measured.log, rows[i].log, "row %zu: %s", i, measured.log);
        bres_test_measured_end(&measured);
    }
}

/* The median in the file is one of the samples; so are the ends of its confidence interval. */
Test(measure, measure_gives_the_interval_of_the_median)
{
    static const int64_t durations[] = { 6 * MS, 2 * MS, 4 * MS, 1 * MS, 3 * MS, 5 * MS };

    for (int64_t count = 5; count <= 6; count++) {
        bres_test_measured measured;

        bres_test_measured_begin(&measured, durations, COUNT(durations));
        bres_test_measured_set_criterion(&measured, "sample-count",
                                         count == 5 ? "target-samples=5" : "target-samples=6");
        measured.settings.min_samples = 1;
        measured.settings.warmup_runs = 0;
        bres_test_measured_run(&measured);
        if (count == 5) {
            cr_expect_null(bres_state_summary(measured.state, "bres/median/lower"));
        } else {
            cr_expect_eq(bres_test_summary_value(measured.state, "bres/median/lower"), 0.001);
            cr_expect_eq(bres_test_summary_value(measured.state, "bres/median/upper"), 0.006);
        }
        bres_test_measured_end(&measured);
    }
}
