/* SPDX-License-Identifier: MIT */
/*
 * Lenient benchmarks, whose bodies decide which errors are failures, and the settings of a state.
 */
#include "support/staged.h"

#include <criterion/criterion.h>
#include <string.h>

/* Runs a lenient body. */
static void run_lenient(bres_test_stage *s, bres_bench_fn body)
{
    cr_assert_eq(bres_test_stage_prepare(s, body), BRES_OK);
    cr_assert_eq(bres_bench_set_lenient(s->bench, true), BRES_OK);
    cr_assert_eq(bres_test_stage_run(s), BRES_OK);
}

static void fail(void *context)
{
    bres_test_body_run(context);
    (void)bres_measure_fail("the launcher has failed");
}

static size_t count_summaries(const bres_state *state, const char *tag)
{
    size_t count = 0;

    for (size_t i = 0; i < bres_state_summary_count(state); i++)
        count += strcmp(bres_summary_tag(bres_state_summary_at(state, i)), tag) == 0;
    return count;
}

static void nest(void *context)
{
    bres_test_stage *s = ((void **)context)[0];
    bres_run *run = ((void **)context)[1];

    bres_test_body_run(&s->measured);
    cr_expect_eq(bres_run_exec_cpu(run, bres_test_body_run, &s->measured), BRES_ERROR_STATE);
    cr_expect_eq(bres_run_set_min_samples(run, 5), BRES_ERROR_STATE);
}

/* Failures that the body handles, settings and a second measurement after the first. */
static bres_status body_of_all(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    bres_run_int64(run, "no such axis");
    cr_expect_eq(bres_run_set_min_samples(run, -1), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_run_exec_cpu(run, fail, &s->measured), BRES_ERROR_VALUE);
    cr_expect_eq(count_summaries(s->state, "nv/cpu_only/sample_size"), 0);
    cr_expect_eq(bres_run_exec_cpu(run, bres_test_body_run, &s->measured), BRES_OK);
    cr_expect_eq(bres_run_add_elements(run, 9, "Late"), BRES_OK);
    cr_expect_eq(bres_run_add_buffer_size(run, 4, "app/own", NULL, NULL), BRES_OK);
    cr_expect_eq(bres_run_set_min_samples(run, 3), BRES_OK);
    return bres_run_exec_cpu(run, nest, (void *[]){ s, run });
}

Test(harness, lenient_bodies_decide_what_is_a_failure)
{
    bres_test_stage s;

    run_lenient(&s, body_of_all);
    cr_expect(!s.failed && !bres_state_is_skipped(s.state), "%s", bres_state_skip_reason(s.state));
    cr_expect_eq(count_summaries(s.state, "nv/cpu_only/sample_size"), 1);
    cr_expect_eq(bres_test_stage_int64(&s, "nv/element_count/Late"), 9);
    cr_expect_eq(bres_test_stage_int64(&s, "app/own"), 4);
    cr_expect_float_eq(bres_test_stage_float64(&s, "nv/cpu_only/bw/item_rate"), 9e3, 1);
    bres_test_stage_free(&s);
}

static bres_status body_without_exec(bres_run *run, void *context)
{
    (void)run;
    (void)context;
    return BRES_OK;
}

static bres_status body_that_fails(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    return bres_run_exec_cpu(run, fail, &s->measured);
}

static bres_status body_with_a_long_reason(bres_run *run, void *context)
{
    (void)context;
    bres_run_int64(run, "no such axis");
    bres_run_skip(run, "the whole story");
    return bres_measure_fail("the end of it");
}

Test(harness, lenient_states_end)
{
    static const struct {
        bres_bench_fn body;
        const char *reason; /* NULL: not skipped */
        bool failed;
    } rows[] = {
        { body_without_exec, NULL, false },
        { body_that_fails, "the launcher has failed", true },
        { body_with_a_long_reason, "the whole story", true },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *reason;
        bres_test_stage s;

        run_lenient(&s, rows[i].body);
        reason = bres_state_skip_reason(s.state);
        cr_expect_eq(s.failed, rows[i].failed, "row %zu", i);
        cr_expect_eq(bres_state_is_skipped(s.state), rows[i].reason != NULL, "row %zu", i);
        cr_expect(rows[i].reason == NULL || strcmp(reason, rows[i].reason) == 0, "row %zu: %s", i,
                  reason);
        bres_test_stage_free(&s);
    }
}

static bres_status body_of_settings(bres_run *run, void *context)
{
    static const struct {
        const char *key;
        double value;
    } rows[] = {
        { "min_samples", 10 },
        { "cold_warmup_runs", 1 },
        { "cold_max_warmup_walltime", 0.25 },
        { "batch_target_time", 0.5 },
        { "skip_time", -1 },
        { "timeout", 15 },
        { "throttle_threshold", 0.75 },
        { "throttle_recovery_delay", 0.05 },
        { "blocking_limit", 30 },
        { "clock_kind", BRES_CLOCK_WALL },
        { "run_once", 1 },
        { "no_batch", 0 },
        { "no_blocking", 1 },
        { "strict_streams", 0 },
    };
    bres_test_stage *s = context;
    bres_criterion *criterion = NULL;
    double value = -7;

    cr_expect_eq(bres_run_set_max_warmup_time(run, 0.25), BRES_OK);
    cr_expect_eq(bres_run_set_run_once(run, true), BRES_OK);
    cr_expect_eq(bres_run_set_no_blocking(run, true), BRES_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_expect(bres_run_setting(run, rows[i].key, &value), "%s", rows[i].key);
        cr_expect_eq(value, rows[i].value, "%s: %g", rows[i].key, value);
    }
    value = -7;
    cr_expect(!bres_run_setting(run, "unknown", &value) && value == -7);
    cr_expect(!bres_run_setting(run, NULL, &value) && !bres_run_setting(NULL, "timeout", &value) &&
              !bres_run_setting(run, "timeout", NULL));
    cr_expect_null(bres_run_criterion(run));
    cr_expect_null(bres_run_criterion(NULL));
    cr_assert_eq(bres_criterion_new(bres_suite_criteria(s->suite), "entropy", &criterion), BRES_OK);
    cr_assert_eq(bres_run_set_criterion(run, criterion), BRES_OK);
    cr_expect_str_eq(bres_criterion_name(bres_run_criterion(run)), "entropy");
    cr_expect_eq(bres_run_add_elements(run, 7, NULL), BRES_OK);
    cr_expect_eq(bres_run_set_elements(run, 1000), BRES_OK);
    cr_expect_eq(bres_run_set_elements(NULL, 1), BRES_ERROR_ARGUMENT);
    return bres_run_exec_cpu(run, bres_test_body_run, &s->measured);
}

Test(harness, run_reads_and_changes_settings)
{
    bres_test_stage s;

    cr_assert_eq(bres_test_stage_prepare(&s, body_of_settings), BRES_OK);
    cr_assert_eq(bres_test_stage_run(&s), BRES_OK);
    cr_expect(!s.failed, "%s", bres_state_skip_reason(s.state));
    cr_expect_eq(s.measured.calls, 1);
    cr_expect_float_eq(bres_test_stage_float64(&s, "nv/cpu_only/bw/item_rate"), 1e6, 1);
    bres_test_stage_free(&s);
}

static bres_status body_too_late(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    cr_expect_eq(bres_run_exec_cpu(run, bres_test_body_run, &s->measured), BRES_OK);
    cr_expect_eq(bres_run_set_max_warmup_time(run, 1), BRES_ERROR_STATE);
    cr_expect_eq(bres_run_set_run_once(run, true), BRES_ERROR_STATE);
    cr_expect_eq(bres_run_set_no_blocking(run, true), BRES_ERROR_STATE);
    cr_expect_eq(bres_run_set_elements(run, UINT64_MAX), BRES_ERROR_ARGUMENT);
    return BRES_OK;
}

Test(harness, run_refuses_settings_after_the_measurement)
{
    bres_test_stage s;

    cr_assert_eq(bres_test_stage_prepare(&s, body_too_late), BRES_OK);
    cr_assert_eq(bres_test_stage_run(&s), BRES_OK);
    cr_expect(s.failed);
    cr_expect_eq(bres_bench_set_lenient(NULL, true), BRES_ERROR_ARGUMENT);
    bres_test_stage_free(&s);
}
