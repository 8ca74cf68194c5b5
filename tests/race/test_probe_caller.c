/* SPDX-License-Identifier: MIT */
/*
 * The interface of the probe: options, progress, names, and errors.
 */
#include "base/fault.h"
#include "support/probed.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct caller {
    unsigned calls;
    unsigned last; /* the call that interrupts; 0: none */
    double fraction;
    bool falls;
} caller;

static bool interrupt(void *user)
{
    caller *self = user;

    return ++self->calls == self->last;
}

static void progress(void *user, double fraction)
{
    caller *self = user;

    self->falls = self->falls || !(fraction >= self->fraction) || fraction > 1;
    self->fraction = fraction;
}

Test(race, probe_reports_progress_and_stops)
{
    const unsigned last[] = { 0, 1, 4, 20 };

    for (size_t i = 0; i < sizeof(last) / sizeof(last[0]); i++) {
        caller called = { .last = last[i] };
        bres_test_probed s;

        bres_test_probed_open(&s, 0.0005);
        s.options.is_interrupted = interrupt;
        s.options.interrupt_user = &called;
        s.options.progress = progress;
        s.options.progress_user = &called;
        cr_expect_eq(bres_test_probed_run(&s), last[i] == 0 ? BRES_OK : BRES_ERROR_INTERRUPTED);
        cr_expect_not(called.falls);
        if (last[i] == 0)
            cr_expect(called.calls > 64 && called.fraction > 0.8);
        else
            cr_expect(called.calls == last[i] && s.probe == NULL);
        bres_probe_free(s.probe);
    }
}

Test(race, probe_refuses_options)
{
    static const struct {
        size_t offset;
        double value;
    } rows[] = {
        { offsetof(bres_probe_options, max_time), 0 },
        { offsetof(bres_probe_options, max_time), NAN },
        { offsetof(bres_probe_options, min_effect), -0.1 },
        { offsetof(bres_probe_options, error_rate), 1 },
        { offsetof(bres_probe_options, error_rate), 0 },
    };
    bres_test_probed s;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_probed_open(&s, 0);
        memcpy((char *)&s.options + rows[i].offset, &rows[i].value, sizeof(double));
        cr_expect_eq(bres_test_probed_run(&s), BRES_ERROR_ARGUMENT, "row %zu", i);
        cr_expect_null(s.probe);
    }
    bres_test_probed_open(&s, 0);
    s.options.pairs = 1;
    cr_expect_eq(bres_test_probed_run(&s), BRES_ERROR_ARGUMENT);
    bres_test_probed_open(&s, 0);
    s.options.flags = 2;
    cr_expect_eq(bres_test_probed_run(&s), BRES_ERROR_ARGUMENT);
    bres_test_probed_open(&s, 0);
    s.options.size = 1;
    cr_expect_eq(bres_test_probed_run(&s), BRES_ERROR_VERSION);
    cr_expect_eq(bres_probe_run(NULL, NULL), BRES_ERROR_ARGUMENT);
    bres_probe_options_init(NULL);
}

Test(race, probe_run_that_fails)
{
    bres_test_probed s;

    bres_test_probed_open(&s, 0);
    s.machine.fails = true;
    cr_expect_eq(bres_test_probed_run(&s), BRES_ERROR_VALUE);
    cr_expect_str_eq(bres_last_error(), "the run has failed");
    cr_expect_null(s.probe);
}

Test(race, probe_names)
{
    cr_expect_str_eq(bres_probe_work_name(BRES_PROBE_SPIN), "spin");
    cr_expect_str_eq(bres_probe_work_name(BRES_PROBE_MEMORY), "memory");
    cr_expect_str_eq(bres_probe_work_name(BRES_PROBE_SYSTEM_CALLS), "system calls");
    cr_expect_str_eq(bres_probe_work_name((bres_probe_work)9), "unknown work");
    cr_expect_str_eq(bres_probe_class_name(BRES_PROBE_UNKNOWN), "not known");
    cr_expect_str_eq(bres_probe_class_name(BRES_PROBE_FIT_1), "fit for 1 %");
    cr_expect_str_eq(bres_probe_class_name(BRES_PROBE_FIT_20), "not fit for 10 %");
    cr_expect_str_eq(bres_probe_class_name(BRES_PROBE_UNFIT), "not fit for 50 %");
    cr_expect_null(bres_probe_outcome_of(NULL));
    cr_expect_null(bres_probe_idle_of(NULL, BRES_PROBE_SPIN));
    cr_expect_null(bres_probe_race_of(NULL, BRES_PROBE_SPIN));
    cr_expect_not(bres_probe_is_fit(NULL, 1));
    bres_probe_free(NULL);
}

static bres_status probe_once(void *context)
{
    bres_test_probed s;
    bres_status status;

    (void)context;
    bres_test_probed_open(&s, 0.0005);
    s.options.max_time = 2;
    status = bres_test_probed_run(&s);
    bres_probe_free(s.probe);
    return status;
}

Test(race, probe_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, probe_once, NULL);
}
