/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "harness/run/run.h"
#include "harness/suite/plan.h"

#include "support/staged.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static bres_status body_of_values(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    cr_assert_str_eq(bres_run_name(run), "i=-7 p=2^20 x=0.1 s=text");
    cr_assert(bres_run_state(run) == s->state || s->state == NULL);
    cr_assert_eq(bres_run_int64(run, "i"), -7);
    cr_assert_eq(bres_run_int64(run, "p"), 1 << 20);
    cr_assert_eq(bres_run_float64(run, "x"), 0.1);
    cr_assert_str_eq(bres_run_string(run, "s"), "text");
    cr_assert_eq(bres_run_int64_or(run, "i", 5), -7);
    cr_assert_eq(bres_run_float64_or(run, "x", 5), 0.1);
    cr_assert_str_eq(bres_run_string_or(run, "s", "none"), "text");
    cr_assert_eq(bres_run_int64_or(run, "j", 5), 5);
    cr_assert_eq(bres_run_float64_or(run, "j", 2.5), 2.5);
    cr_assert_str_eq(bres_run_string_or(run, "j", "none"), "none");
    cr_assert_null(bres_run_string_or(run, "j", NULL));
    return bres_run_exec_cpu(run, bres_test_body_run, &s->measured);
}

Test(harness, run_has_axis_values)
{
    bres_test_stage s;

    cr_assert_eq(bres_test_stage_prepare(&s, body_of_values), BRES_OK);
    cr_assert_eq(bres_test_stage_run(&s), BRES_OK);
    cr_assert(!s.failed && !bres_state_is_skipped(s.state), "%s", bres_state_skip_reason(s.state));
    bres_test_stage_free(&s);
}

static bres_status body_of_numbers(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    cr_assert_eq(bres_run_add_elements(run, 1000, NULL), BRES_OK);
    cr_assert_eq(bres_run_add_elements(run, 24, "Items"), BRES_OK);
    cr_assert_eq(bres_run_add_reads(run, 1 << 20, "In"), BRES_OK);
    cr_assert_eq(bres_run_add_writes(run, 1 << 20, "Out"), BRES_OK);
    cr_assert_eq(bres_run_add_writes(run, 2, ""), BRES_OK);
    cr_assert_eq(bres_run_set_min_samples(run, 3), BRES_OK);
    cr_assert_eq(bres_run_set_warmup_runs(run, 2), BRES_OK);
    cr_assert_eq(bres_run_set_skip_time(run, 0.0005), BRES_OK);
    cr_assert_eq(bres_run_set_timeout(run, 4), BRES_OK);
    return bres_run_exec_cpu(run, bres_test_body_run, &s->measured);
}

Test(harness, run_declares_what_an_execution_processes)
{
    static const struct {
        const char *tag;
        const char *name;
        const char *hint;
        int64_t value;
    } columns[] = {
        { "nv/element_count/Items", "Items", NULL, 24 },
        { "nv/gmem/reads/In", "In", "bytes", 1 << 20 },
        { "nv/gmem/writes/Out", "Out", "bytes", 1 << 20 },
    };
    bres_test_stage s;
    double rate = 0;
    double value = 0;

    cr_assert_eq(bres_test_stage_prepare(&s, body_of_numbers), BRES_OK);
    cr_assert_eq(bres_test_stage_run(&s), BRES_OK);
    cr_assert(!s.failed && !bres_state_is_skipped(s.state), "%s", bres_state_skip_reason(s.state));
    /* Before the summaries of the measurement; the empty name has no summary. */
    for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++) {
        const bres_summary *summary = bres_state_summary_at(s.state, i);

        cr_expect_str_eq(bres_summary_tag(summary), columns[i].tag);
        cr_expect_str_eq(bres_summary_name(summary), columns[i].name);
        cr_expect_eq(bres_summary_hint(summary) == NULL, columns[i].hint == NULL);
        if (columns[i].hint != NULL)
            cr_expect_str_eq(bres_summary_hint(summary), columns[i].hint);
        cr_expect(!bres_summary_is_hidden(summary));
        cr_expect_eq(bres_test_stage_int64(&s, columns[i].tag), columns[i].value);
    }
    cr_expect(bres_summary_is_hidden(bres_state_summary(s.state, "bres/median/lower")));
    cr_expect(bres_summary_float64(bres_state_summary(s.state, "nv/cpu_only/bw/item_rate"), &rate));
    cr_expect_float_eq(rate, 1024 / 0.001, 1);
    cr_expect(bres_summary_float64(
        bres_state_summary(s.state, "nv/cpu_only/bw/global/bytes_per_second"), &rate));
    cr_expect_float_eq(rate, ((1 << 21) + 2) / 0.001, 1e3);
    /* The file has the settings of this state. */
    cr_expect(bres_state_setting(s.state, "min_samples", &value) && value == 3);
    cr_expect(bres_state_setting(s.state, "cold_warmup_runs", &value) && value == 2);
    cr_expect(bres_state_setting(s.state, "skip_time", &value) && value == 0.0005);
    cr_expect(bres_state_setting(s.state, "timeout", &value) && value == 4);
    cr_expect_eq(s.measured.calls,
                 (uint64_t)bres_test_stage_int64(&s, "nv/cpu_only/sample_size") + 2);
    /* The settings of the benchmark are unchanged. */
    cr_expect_eq(s.bench->settings.min_samples, 10);
    bres_test_stage_free(&s);
}

static bres_status body_with_criterion(bres_run *run, void *context)
{
    bres_test_stage *s = context;
    bres_criterion *criterion = NULL;

    cr_assert_eq(bres_criterion_new(bres_suite_criteria(s->suite), "sample-count", &criterion),
                 BRES_OK);
    cr_assert_eq(bres_criterion_set_int64(criterion, "target-samples", 17), BRES_OK);
    cr_assert_eq(bres_run_set_criterion(run, criterion), BRES_OK);
    return bres_run_exec_cpu(run, bres_test_body_run, &s->measured);
}

Test(harness, run_has_a_criterion_of_its_own)
{
    bres_test_stage s;

    cr_assert_eq(bres_test_stage_prepare(&s, body_with_criterion), BRES_OK);
    cr_assert_eq(bres_test_stage_run(&s), BRES_OK);
    cr_assert_eq(bres_test_stage_int64(&s, "nv/cpu_only/sample_size"), 17);
    cr_assert_null(s.bench->settings.criterion);
    bres_test_stage_free(&s);
}

static void timed(bres_stopwatch *watch, void *context)
{
    bres_test_body_run(context);
    bres_stopwatch_start(watch);
    bres_test_body_run(context);
    bres_stopwatch_stop(watch);
}

static bres_status body_timed(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    return bres_run_exec_cpu_timed(run, timed, &s->measured);
}

static bres_status body_batched(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    return bres_run_exec_cpu_batched(run, bres_test_body_run_batch, &s->measured);
}

Test(harness, run_measures_in_three_ways)
{
    static const bres_bench_fn bodies[] = { body_with_criterion, body_timed, body_batched };

    for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++) {
        double median = 0;
        bres_test_stage s;

        cr_assert_eq(bres_test_stage_prepare(&s, bodies[i]), BRES_OK);
        cr_assert_eq(bres_test_stage_run(&s), BRES_OK);
        cr_assert(!s.failed, "body %zu: %s", i, bres_state_skip_reason(s.state));
        cr_assert(bres_state_median(s.state, &median));
        cr_assert_float_eq(median, 0.001, 1e-12, "body %zu: %g", i, median);
        bres_test_stage_free(&s);
    }
}

static bres_status body_idle(bres_run *run, void *context)
{
    (void)run;
    (void)context;
    return BRES_OK;
}

static bres_status body_execs_twice(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    cr_assert_eq(bres_run_exec_cpu(run, bres_test_body_run, &s->measured), BRES_OK);
    cr_assert_eq(bres_run_exec_cpu(run, bres_test_body_run, &s->measured), BRES_ERROR_STATE);
    return BRES_OK;
}

static bres_status body_fails(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    cr_assert_eq(bres_run_exec_cpu(run, bres_test_body_run, &s->measured), BRES_OK);
    return BRES_ERROR_VALUE;
}

static bres_status body_fails_with_a_number(bres_run *run, void *context)
{
    (void)run;
    (void)context;
    return (bres_status)77;
}

static bres_status body_fails_in_the_library(bres_run *run, void *context)
{
    bres_result *result = NULL;

    (void)run;
    (void)context;
    return bres_result_set_meta_json(result, "{}");
}

static bres_status body_skips(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    bres_run_skip(run, "too large");
    bres_run_skip(run, "another reason");
    cr_assert_eq(bres_run_exec_cpu(run, bres_test_body_run, &s->measured), BRES_OK);
    return BRES_ERROR_IO;
}

static bres_status body_skips_without_a_reason(bres_run *run, void *context)
{
    (void)context;
    bres_run_skip(run, NULL);
    return BRES_OK;
}

static bres_status body_skips_with_an_empty_reason(bres_run *run, void *context)
{
    (void)context;
    bres_run_skip(run, "");
    return BRES_OK;
}

static bres_status body_skips_with_bytes(bres_run *run, void *context)
{
    (void)context;
    bres_run_skip(run, "no \xff here");
    return BRES_OK;
}

static bres_status body_skips_after(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    cr_assert_eq(bres_run_exec_cpu(run, bres_test_body_run, &s->measured), BRES_OK);
    bres_run_skip(run, "wrong result");
    return BRES_OK;
}

static bres_status body_has_a_wrong_axis(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    cr_assert_eq(bres_run_int64(run, "I"), 0);
    cr_assert_eq(bres_run_float64(run, "X"), 0);
    cr_assert_str_eq(bres_run_string(run, "S"), "");
    /* Neither of these hides the first error. */
    bres_run_skip(run, "too small");
    cr_assert_eq(bres_run_exec_cpu(run, bres_test_body_run, &s->measured), BRES_ERROR_KEY);
    cr_assert_not_null(strstr(bres_last_error(), "'I'"));
    return BRES_OK;
}

static bres_status body_has_a_wrong_type(bres_run *run, void *context)
{
    (void)context;
    cr_assert_eq(bres_run_int64(run, "x"), 0);
    return BRES_OK;
}

static bres_status body_has_a_wrong_type_of_an_option(bres_run *run, void *context)
{
    (void)context;
    cr_assert_str_eq(bres_run_string_or(run, "p", "none"), "none");
    return BRES_OK;
}

static bres_status body_has_no_axis(bres_run *run, void *context)
{
    (void)context;
    bres_run_float64(run, NULL);
    return BRES_OK;
}

static bres_status body_has_no_function(bres_run *run, void *context)
{
    (void)context;
    cr_assert_eq(bres_run_exec_cpu(run, NULL, NULL), BRES_ERROR_ARGUMENT);
    return BRES_OK;
}

static bres_status body_has_too_much(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    cr_assert_eq(bres_run_add_reads(run, INT64_MAX, NULL), BRES_OK);
    cr_assert_eq(bres_run_add_writes(run, 1, "Out"), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_run_exec_cpu(run, bres_test_body_run, &s->measured), BRES_ERROR_ARGUMENT);
    return BRES_OK;
}

static bres_status body_has_far_too_much(bres_run *run, void *context)
{
    (void)context;
    cr_assert_eq(bres_run_add_elements(run, UINT64_MAX, NULL), BRES_ERROR_ARGUMENT);
    return BRES_OK;
}

static bres_status body_declares_late(bres_run *run, void *context)
{
    bres_test_stage *s = context;
    bres_criterion *criterion = NULL;

    cr_assert_eq(bres_run_exec_cpu(run, bres_test_body_run, &s->measured), BRES_OK);
    cr_assert_eq(bres_run_set_min_samples(run, 1), BRES_ERROR_STATE);
    cr_assert_eq(bres_run_set_warmup_runs(run, 1), BRES_ERROR_STATE);
    cr_assert_eq(bres_run_set_skip_time(run, 1), BRES_ERROR_STATE);
    cr_assert_eq(bres_run_set_timeout(run, 1), BRES_ERROR_STATE);
    bres_criterion_new(bres_suite_criteria(s->suite), "cv", &criterion);
    cr_assert_eq(bres_run_set_criterion(run, criterion), BRES_ERROR_STATE);
    return BRES_OK;
}

static bres_status body_sets_nonsense(bres_run *run, void *context)
{
    (void)context;
    cr_assert_eq(bres_run_set_timeout(run, -1), BRES_ERROR_ARGUMENT);
    return BRES_OK;
}

static bres_status body_has_no_criterion(bres_run *run, void *context)
{
    (void)context;
    cr_assert_eq(bres_run_set_criterion(run, NULL), BRES_ERROR_ARGUMENT);
    return BRES_OK;
}

static bres_status body_is_too_fast(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    bres_run_set_skip_time(run, 0.5);
    return bres_run_exec_cpu(run, bres_test_body_run, &s->measured);
}

static bres_status body_runs_out_of_memory(bres_run *run, void *context)
{
    (void)run;
    (void)context;
    return bres__error_memory();
}

Test(harness, run_says_what_became_of_a_state)
{
    static const struct {
        bres_bench_fn body;
        const char *reason; /* NULL: not skipped */
        bool failed;
        bool measured;
    } rows[] = {
        { body_with_criterion, NULL, false, true },
        { body_idle, "nothing was measured: the body called no bres_run_exec function", true,
          false },
        { body_execs_twice,
          "the state has been measured: a body can call one bres_run_exec "
          "function, once",
          true, true },
        { body_fails, "the body of the benchmark returned 8 (BRES_ERROR_VALUE)", true, true },
        { body_fails_with_a_number, "the body of the benchmark returned 77 (unknown status)", true,
          false },
        { body_fails_in_the_library, "the result is NULL", true, false },
        { body_skips, "too large", false, false },
        { body_skips_without_a_reason, "skipped", false, false },
        { body_skips_with_an_empty_reason, "skipped", false, false },
        { body_skips_with_bytes, "no \xEF\xBF\xBD here", false, false },
        { body_skips_after, "wrong result", false, true },
        { body_has_a_wrong_axis, "benchmark 'bench' has no axis 'I'; expected i, p, x, s", true,
          false },
        { body_has_a_wrong_type,
          "axis 'x' of benchmark 'bench' has float64 values, but the body asked for int64 values",
          true, false },
        { body_has_a_wrong_type_of_an_option,
          "axis 'p' of benchmark 'bench' has int64 values, but the body asked for string values",
          true, false },
        { body_has_no_axis, "the name of an axis is NULL", true, false },
        { body_has_no_function, "the function to measure is NULL", true, false },
        { body_has_too_much, "the sum of what one execution processes does not fit in int64", true,
          false },
        { body_has_far_too_much, "the sum of what one execution processes does not fit in int64",
          true, false },
        { body_declares_late, "the state has been measured: settings come before bres_run_exec",
          true, true },
        { body_sets_nonsense, "timeout is -1 (expected a finite number of at least 0)", true,
          false },
        { body_has_no_criterion, "the stopping criterion is NULL", true, false },
        { body_is_too_fast,
          "the last warm-up took 1000.000 us, less than the skip time of "
          "500000.000 us",
          false, false },
        { body_runs_out_of_memory, "out of memory", true, false },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_stage s;

        cr_assert_eq(bres_test_stage_prepare(&s, rows[i].body), BRES_OK);
        bres__error(BRES_ERROR_SYNTAX, "an older error");
        cr_assert_eq(bres_test_stage_run(&s), BRES_OK, "row %zu", i);
        cr_expect_eq(s.failed, rows[i].failed, "row %zu", i);
        cr_expect_eq(bres_state_is_skipped(s.state), rows[i].reason != NULL, "row %zu", i);
        if (rows[i].reason != NULL)
            cr_expect_str_eq(bres_state_skip_reason(s.state), rows[i].reason, "row %zu: %s", i,
                             bres_state_skip_reason(s.state));
        cr_expect_eq(bres_state_summary(s.state, "nv/cpu_only/sample_size") != NULL,
                     rows[i].measured, "row %zu", i);
        bres_test_stage_free(&s);
    }
}

Test(harness, run_of_null)
{
    bres_suite *suite = bres_suite_new();
    bres_criterion *criterion = NULL;

    cr_assert_eq(bres_criterion_new(bres_suite_criteria(suite), "stdrel", &criterion), BRES_OK);
    const bres_status statuses[] = {
        bres_run_add_elements(NULL, 1, NULL),
        bres_run_add_reads(NULL, 1, NULL),
        bres_run_add_writes(NULL, 1, NULL),
        bres_run_set_min_samples(NULL, 1),
        bres_run_set_warmup_runs(NULL, 1),
        bres_run_set_skip_time(NULL, 1),
        bres_run_set_timeout(NULL, 1),
        bres_run_set_criterion(NULL, criterion),
        bres_run_exec_cpu(NULL, bres_test_body_run, NULL),
        bres_run_exec_cpu_timed(NULL, timed, NULL),
        bres_run_exec_cpu_batched(NULL, bres_test_body_run_batch, NULL),
    };

    for (size_t i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++)
        cr_expect_eq(statuses[i], BRES_ERROR_ARGUMENT, "call %zu", i);
    cr_expect_null(bres_run_name(NULL));
    cr_expect_null(bres_run_state(NULL));
    bres_run_skip(NULL, "a reason");
    bres__error_restore(&(bres__error_record){ .offset = -1 });
    cr_expect_eq(bres_run_int64(NULL, "i"), 0);
    cr_expect_eq(bres_last_error_status(), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_run_float64_or(NULL, "x", 2), 2);
    cr_expect_str_eq(bres_run_string(NULL, "s"), "");
    bres_suite_free(suite);
}

static bres_status body_of_everything(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    bres_run_add_elements(run, 1, "Items");
    bres_run_set_min_samples(run, 5);
    bres_run_set_timeout(run, 0.01);
    bres_run_int64_or(run, "none", 0);
    return bres_run_exec_cpu(run, bres_test_body_run, &s->measured);
}

/* If memory runs out, either the state or the run fails. */
static bres_status run_once(void *context)
{
    bres_test_stage s;
    bres_status status = bres_test_stage_prepare(&s, body_of_everything);

    (void)context;
    if (status == BRES_OK)
        status = bres_test_stage_run(&s);
    if (status == BRES_OK && s.failed) {
        cr_assert(bres_state_is_skipped(s.state));
        cr_assert_str_eq(bres_state_skip_reason(s.state), "out of memory");
        status = BRES_ERROR_MEMORY;
    }
    bres_test_stage_free(&s);
    return status;
}

Test(harness, running_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, run_once, NULL);
}

/* A lack of memory for a message about names, or for a skip reason, is reported. */
static bres_status run_wrong_once(void *context)
{
    const bres_bench_fn *body = context;
    bres_test_stage s;
    bres_status status = bres_test_stage_prepare(&s, *body);

    if (status == BRES_OK)
        status = bres_test_stage_run(&s);
    if (status == BRES_OK) {
        cr_assert(bres_state_is_skipped(s.state));
        if (strcmp(bres_state_skip_reason(s.state), "out of memory") == 0)
            status = BRES_ERROR_MEMORY;
    }
    bres_test_stage_free(&s);
    return status;
}

Test(harness, failing_and_skipping_without_memory)
{
    static const bres_bench_fn bodies[] = { body_has_a_wrong_type, body_skips_with_bytes,
                                            body_idle };

    for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++)
        bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, run_wrong_once, (void *)&bodies[i]);
}

/* The set-up of the body takes 5 s, its clean-up 2 s. */
static bres_status body_with_set_up(bres_run *run, void *context)
{
    bres_test_stage *s = context;
    bres_status status;

    s->clock.now += UINT64_C(5000000000);
    status = bres_run_exec_cpu(run, bres_test_body_run, &s->measured);
    s->clock.now += UINT64_C(2000000000);
    return status;
}

Test(harness, run_records_the_time_of_the_body)
{
    bres_test_stage s;
    double measurement;

    cr_assert_eq(bres_test_stage_prepare(&s, body_with_set_up), BRES_OK);
    s.clock.now = UINT64_C(9000000000);
    cr_assert_eq(bres_test_stage_run(&s), BRES_OK);
    measurement = bres_test_stage_float64(&s, "bres/elapsed/measurement");
    cr_expect_geq(measurement, bres_test_stage_float64(&s, "nv/cpu_only/walltime"));
    cr_expect_float_eq(bres_test_stage_float64(&s, "bres/elapsed/body"), measurement + 7, 1e-3);
    bres_test_stage_free(&s);
}
