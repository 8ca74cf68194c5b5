/* SPDX-License-Identifier: MIT */
#include "support/measured.h"

#include <criterion/criterion.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define MS           INT64_C(1000000)
#define SECOND       INT64_C(1000000000)

typedef struct warning_row {
    int64_t durations[2];
    const char *criterion;
    const char *parameters;
    int64_t min_samples;
    double timeout;
    const char *log;
} warning_row;

/* Case 66 of the criteria: warnings about noise, then min-samples, then min-time. The first two
 * durations are a warm-up and a sample. */
static const warning_row rows[] = {
    { { SECOND, SECOND },
      "stdrel",
      NULL,
      10,
      3,
      "timeout of 3 s: 4 samples are too few to estimate the noise (expected at least 5)\n"
      "timeout of 3 s: 4 samples, fewer than min-samples (10)\n" },
    { { SECOND, 3 * SECOND },
      "stdrel",
      NULL,
      5,
      11,
      "timeout of 11 s: the noise is 54.77 %, above max-noise (0.50 %)\n" },
    { { 3 * MS, MS },
      "stdrel",
      NULL,
      100,
      0.0115,
      "timeout of 0.0115 s: the noise is 54.77 %, above max-noise (0.50 %)\n"
      "timeout of 0.0115 s: 6 samples, fewer than min-samples (100)\n"
      "timeout of 0.0115 s: 0.012 s were measured, less than min-time (0.5 s)\n" },
    /* The noise is low enough, but too little time was measured. */
    { { MS, MS },
      "stdrel",
      NULL,
      5,
      0.0095,
      "timeout of 0.0095 s: 0.01 s were measured, less than min-time (0.5 s)\n" },
    /* Exactly min-time causes no warning, although stdrel is not finished. */
    { { 100 * MS, 100 * MS }, "stdrel", "min-time=0.5", 1, 0.45, "" },
    /* The noise of equal samples is not above a limit of 0. */
    { { SECOND, SECOND }, "stdrel", "max-noise=0", 1, 9.5, "" },
    { { SECOND, SECOND },
      "sample-count",
      NULL,
      10,
      3,
      "timeout of 3 s: 4 samples, fewer than min-samples (10)\n" },
    { { SECOND, SECOND }, "sample-count", NULL, 1, 3, "" },
    { { SECOND, SECOND },
      "any-of(sample-count,stdrel)",
      "max-noise=0",
      1,
      3,
      "timeout of 3 s: 4 samples are too few to estimate the noise (expected at least 5)\n" },
};

Test(measure, measure_warns_of_what_is_missing_after_a_timeout)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_measured measured;

        bres_test_measured_begin(&measured, rows[i].durations, 2);
        bres_test_measured_set_criterion(&measured, rows[i].criterion, rows[i].parameters);
        measured.settings.min_samples = rows[i].min_samples;
        measured.settings.timeout = rows[i].timeout;
        bres_test_measured_run(&measured);
        cr_expect_eq(measured.status, BRES_OK, "row %zu: %s", i, bres_last_error());
        cr_expect_str_eq(measured.log, rows[i].log, "row %zu: %s", i, measured.log);
        bres_test_measured_end(&measured);
    }
}

/* Executions that take no time, each before an idle second that does not count. */
static void idle(bres_stopwatch *watch, void *context)
{
    bres_test_measured *measured = context;

    bres_stopwatch_start(watch);
    bres_stopwatch_stop(watch);
    measured->time.now += SECOND;
}

Test(measure, measure_warns_of_noise_that_cannot_be_estimated)
{
    bres_test_measured measured;

    bres_test_measured_begin(&measured, NULL, 0);
    measured.body = (bres__cpu_body){ .timed = idle, .context = &measured };
    measured.settings.timeout = 10;
    bres_test_measured_run(&measured);
    cr_expect_eq(measured.count, 11);
    cr_expect_str_eq(measured.log,
                     "timeout of 10 s: the noise cannot be estimated\n"
                     "timeout of 10 s: 0 s were measured, less than min-time (0.5 s)\n");
    bres_test_measured_end(&measured);
}
