/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "judge/solutions/misbehave.h"
#include "support/called.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bres_status run_once(void *context)
{
    bres_test_called *called = context;
    bres_status status = bres__runner_start(&called->options, &called->runner, &called->report);

    if (status != BRES_OK) {
        cr_assert_null(called->runner);
        return status;
    }
    cr_assert_eq(called->report.outcome, BRES__RUNNER_RETURNED, "%s", called->report.message);
    status = bres__runner_call(called->runner, 0, 1, &called->report);
    if (status == BRES_OK)
        cr_assert_eq(called->report.outcome, BRES__RUNNER_RETURNED, "%s", called->report.message);
    bres__runner_end(called->runner);
    called->runner = NULL;
    return status;
}

Test(judge, runner_survives_each_fault)
{
    bres_test_called called;

    bres_test_called_begin(&called, "misbehave", BEHAVE);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, run_once, &called);
    bres_test_sweep(BRES__FAULT_IO, BRES_ERROR_IO, run_once, &called);
    bres_test_called_end(&called);
}

/* Starts a runner with the current BENCHRESULT_LIBEXEC. Expects this status, and a message that
 * contains the text. */
static void expect_status(bres_status expected, const char *text)
{
    bres_test_called called;

    bres_test_called_begin(&called, "misbehave", BEHAVE);
    cr_expect_eq(bres__runner_start(&called.options, &called.runner, &called.report), expected,
                 "%s", bres_last_error());
    cr_expect_not_null(strstr(bres_last_error(), text), "%s", bres_last_error());
    bres_test_called_end(&called);
}

Test(judge, runner_names_the_program_that_is_missing)
{
    const char *libexec = getenv("BENCHRESULT_LIBEXEC");
    char *before = libexec != NULL ? strdup(libexec) : NULL;
    char path[512];

    setenv("BENCHRESULT_LIBEXEC", "/no/such/directory", 1);
    expect_status(BRES_ERROR_NO_FILE, "/no/such/directory/benchresult-judge-runner");
    setenv("BENCHRESULT_LIBEXEC", bres_test_directory(), 1);
    snprintf(path, sizeof(path), "%s/benchresult-judge-runner", getenv("BENCHRESULT_LIBEXEC"));
    cr_assert_eq(symlink("/bin/true", path), 0);
    expect_status(BRES_ERROR_IO, "the supervisor of the solution's process ended");
    cr_assert_eq(chmod(getenv("BENCHRESULT_LIBEXEC"), 0707), 0);
    expect_status(BRES_ERROR_IO, "every user can write to its directory");
    cr_assert_eq(chmod(getenv("BENCHRESULT_LIBEXEC"), 0700), 0);
    if (before != NULL)
        setenv("BENCHRESULT_LIBEXEC", before, 1);
    else
        unsetenv("BENCHRESULT_LIBEXEC");
    free(before);
}
