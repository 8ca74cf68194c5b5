/* SPDX-License-Identifier: MIT */
/*
 * bres_suite_run(): runs that return to their caller.
 */
#include "support/staged.h"
#include "support/support.h"

#include <benchresult/nvbench.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static bool is_over(void *user)
{
    const bres_test_stage *s = user;

    return s->measured.calls >= 3;
}

/* Runs the stage's suite, which frees the suite. */
static bres_status run_suite(bres_test_stage *s, const char *option, const char *operand,
                             bool *has_run)
{
    char *argv[] = { "program", "-q", (char *)(uintptr_t)option, (char *)(uintptr_t)operand };
    bres_suite *suite = s->suite;

    s->suite = NULL;
    return bres_suite_run(suite, operand != NULL ? 4 : 3, argv, is_over, s, has_run);
}

static bres_status body_in_this_process(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    s->failed = true; /* not visible here if a child process sets it */
    return bres_run_exec_cpu(run, bres_test_body_run, &s->measured);
}

Test(harness, suite_run_returns_errors)
{
    bres_test_stage s;
    bool has_run = true;

    cr_assert_eq(bres_test_stage_prepare(&s, body_in_this_process), BRES_OK);
    cr_expect_eq(run_suite(&s, "--timeout", "soon", &has_run), BRES_ERROR_VALUE);
    cr_expect_not_null(strstr(bres_last_error(), "soon"), "%s", bres_last_error());
    cr_expect(!has_run);
    cr_expect_eq(bres_suite_run(NULL, 0, NULL, NULL, NULL, NULL), BRES_ERROR_MEMORY);
    cr_assert_eq(bres_test_stage_prepare(&s, body_in_this_process), BRES_OK);
    bres_bench_set_min_samples(s.bench, 0);
    cr_expect_eq(run_suite(&s, "--no-batch", NULL, &has_run), BRES_ERROR_ARGUMENT);
    cr_expect_eq(s.measured.calls, 0);
}

Test(harness, suite_run_measures_in_this_process)
{
    bres_test_stage s;
    bool has_run = false;

    cr_assert_eq(bres_test_stage_prepare(&s, body_in_this_process), BRES_OK);
    cr_expect_eq(run_suite(&s, "--run-once", NULL, &has_run), BRES_OK, "%s", bres_last_error());
    cr_expect(has_run && s.failed && s.measured.calls == 1);
    s.measured.calls = 0;
    cr_assert_eq(bres_test_stage_prepare(&s, body_in_this_process), BRES_OK);
    cr_expect_eq(run_suite(&s, "--version", NULL, &has_run), BRES_OK);
    cr_expect(!has_run && !s.failed);
}

Test(harness, suite_run_writes_what_it_has_when_it_is_interrupted)
{
    char path[4096];
    bres_result *result = NULL;
    bres_test_stage s;
    bool has_run = false;

    snprintf(path, sizeof path, "%s/out.json", bres_test_directory());
    cr_assert_eq(bres_test_stage_prepare(&s, body_in_this_process), BRES_OK);
    bres_bench_add_int64_range(s.bench, "N", 1, 9, 1);
    cr_expect_eq(run_suite(&s, "--jsonbin", path, &has_run), BRES_ERROR_INTERRUPTED, "%s",
                 bres_last_error());
    cr_expect(has_run);
    cr_assert_eq(bres_result_load(path, NULL, &result), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(bres_subbench_state_count(bres_result_subbench(result, "bench")), 1);
    cr_expect_not_null(strstr(bres_result_meta_json(result), "interrupted"));
    bres_result_unref(result);
}
