/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "harness/suite/suite.h"

#include "support/support.h"
#include "support/virtual_clock.h"

#include <criterion/criterion.h>
#include <string.h>

static bres_status body(bres_run *run, void *context)
{
    (void)run;
    (void)context;
    return BRES_OK;
}

Test(harness, suite_holds_benchmarks_in_their_order)
{
    bres_suite *suite = bres_suite_new();
    char name[] = "copy";
    int context;
    const bres_bench *first = bres_suite_add(suite, name, body, &context);
    const bres_bench *second = bres_suite_add(suite, "sort", body, NULL);

    name[0] = 'x';
    cr_assert_eq(suite->bench_count, 2);
    cr_assert(suite->benches[0] == first && suite->benches[1] == second);
    cr_assert_str_eq(first->name, "copy");
    cr_assert(first->body == body && first->context == &context && first->suite == suite);
    cr_assert_eq(suite->status, BRES_OK);
    cr_assert_not_null(bres_criteria_find(bres_suite_criteria(suite), "stdrel"));
    bres_suite_free(suite);
    bres_suite_free(NULL);
}

/* The program receives its first error. */
Test(harness, suite_keeps_the_first_failure)
{
    bres_suite *suite = bres_suite_new();
    bres_bench *bench = bres_suite_add(suite, "copy", body, NULL);

    cr_assert_null(bres_suite_add(suite, "copy", body, NULL));
    cr_assert_eq(suite->status, BRES_ERROR_CONFLICT);
    cr_assert_str_eq(suite->error.message, "there are two benchmarks 'copy'");
    cr_assert_null(bres_suite_add(suite, "", body, NULL));
    cr_assert_eq(bres_bench_set_min_samples(bench, 0), BRES_ERROR_ARGUMENT);
    cr_assert_eq(suite->status, BRES_ERROR_CONFLICT);
    cr_assert_str_eq(suite->error.message, "there are two benchmarks 'copy'");
    cr_assert_not_null(bres_suite_add(suite, "sort", body, NULL));
    cr_assert_eq(suite->bench_count, 2);
    bres_suite_free(suite);
}

Test(harness, suite_refuses_benchmarks)
{
    static const struct {
        const char *name;
        bres_bench_fn body;
        bres_status status;
        const char *message;
    } rows[] = {
        { NULL, body, BRES_ERROR_ARGUMENT, "a benchmark has no name" },
        { "", body, BRES_ERROR_ARGUMENT, "a benchmark has no name" },
        { "a\xff", body, BRES_ERROR_ARGUMENT, "the name of a benchmark is not UTF-8: 'a\xff'" },
        { "b", NULL, BRES_ERROR_ARGUMENT, "benchmark 'b' has no body" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_suite *suite = bres_suite_new();

        cr_expect_null(bres_suite_add(suite, rows[i].name, rows[i].body, NULL), "row %zu", i);
        cr_expect_eq(suite->status, rows[i].status, "row %zu", i);
        cr_expect_str_eq(suite->error.message, rows[i].message, "row %zu", i);
        bres_suite_free(suite);
    }
}

Test(harness, declaring_on_null)
{
    const int64_t integers[] = { 1 };
    const double reals[] = { 1 };
    const char *const strings[] = { "a" };
    bres_suite *suite = bres_suite_new();
    bres_criterion *criterion = NULL;

    cr_assert_eq(bres_criterion_new(bres_suite_criteria(suite), "stdrel", &criterion), BRES_OK);
    cr_expect_null(bres_suite_add(NULL, "a", body, NULL));
    cr_expect_eq(bres_last_error_status(), BRES_ERROR_ARGUMENT);
    cr_expect_null(bres_suite_criteria(NULL));
    const bres_status statuses[] = {
        bres_suite_set_clock(NULL, NULL),
        bres_bench_add_int64_axis(NULL, "a", integers, 1),
        bres_bench_add_int64_pow2_axis(NULL, "a", integers, 1),
        bres_bench_add_float64_axis(NULL, "a", reals, 1),
        bres_bench_add_string_axis(NULL, "a", strings, 1),
        bres_bench_add_int64_range(NULL, "a", 1, 2, 1),
        bres_bench_add_int64_pow2_range(NULL, "a", 1, 2, 0),
        bres_bench_add_float64_range(NULL, "a", 1, 2, 1),
        bres_bench_set_min_samples(NULL, 1),
        bres_bench_set_warmup_runs(NULL, 1),
        bres_bench_set_max_warmup_time(NULL, 1),
        bres_bench_set_skip_time(NULL, 1),
        bres_bench_set_timeout(NULL, 1),
        bres_bench_set_run_once(NULL, true),
        bres_bench_set_clock_kind(NULL, BRES_CLOCK_THREAD),
        bres_bench_set_criterion(NULL, criterion),
    };
    for (size_t i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++)
        cr_expect_eq(statuses[i], BRES_ERROR_ARGUMENT, "call %zu", i);
    bres_suite_free(suite);
}

Test(harness, suite_measures_by_a_clock_of_the_program)
{
    bres_test_clock virtual = { .now = 5 };
    bres_clock clock = bres_test_clock_of(&virtual);
    bres_suite *suite = bres_suite_new();

    cr_assert_eq(bres_suite_set_clock(suite, &clock), BRES_OK);
    cr_assert_eq(suite->clock.now(suite->clock.user), 5);
    clock.now = NULL;
    cr_assert_eq(bres_suite_set_clock(suite, &clock), BRES_ERROR_ARGUMENT);
    cr_assert_eq(suite->status, BRES_ERROR_ARGUMENT);
    cr_assert_eq(suite->clock.now(suite->clock.user), 5);
    bres_suite_free(suite);
}

Test(harness, bench_has_settings)
{
    bres_suite *suite = bres_suite_new();
    bres_bench *bench = bres_suite_add(suite, "copy", body, NULL);
    const bres__settings *settings = &bench->settings;
    bres_criterion *criterion = NULL;

    cr_assert_eq(bres_bench_set_min_samples(bench, 3), BRES_OK);
    cr_assert_eq(bres_bench_set_warmup_runs(bench, 0), BRES_OK);
    cr_assert_eq(bres_bench_set_max_warmup_time(bench, 0.5), BRES_OK);
    cr_assert_eq(bres_bench_set_skip_time(bench, 1e-6), BRES_OK);
    cr_assert_eq(bres_bench_set_timeout(bench, 2), BRES_OK);
    cr_assert_eq(bres_bench_set_run_once(bench, true), BRES_OK);
    cr_assert_eq(bres_bench_set_clock_kind(bench, BRES_CLOCK_PROCESS), BRES_OK);
    cr_assert_eq(settings->clock_kind, BRES_CLOCK_PROCESS);
    cr_assert(settings->min_samples == 3 && settings->warmup_runs == 0);
    cr_assert(settings->max_warmup_time == 0.5 && settings->skip_time == 1e-6);
    cr_assert(settings->timeout == 2 && settings->run_once);
    cr_assert_null(settings->criterion);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(bres_criterion_new(suite->criteria, "entropy", &criterion), BRES_OK);
        cr_assert_eq(bres_bench_set_criterion(bench, criterion), BRES_OK);
        cr_assert(settings->criterion == criterion);
    }
    cr_assert_eq(suite->status, BRES_OK);
    cr_assert_eq(bres_bench_set_timeout(bench, -1), BRES_ERROR_ARGUMENT);
    cr_assert_str_eq(suite->error.message, "benchmark 'copy': timeout is -1 (expected a finite "
                                           "number of at least 0)");
    cr_assert_eq(bres_bench_set_criterion(bench, NULL), BRES_ERROR_ARGUMENT);
    cr_assert(settings->criterion == criterion && settings->timeout == 2);
    bres_suite_free(suite);
}

Test(harness, bench_copy_is_independent)
{
    bres_suite *suite = bres_suite_new();
    bres_bench *bench = bres_suite_add(suite, "copy", body, &suite);
    bres_criterion *criterion = NULL;
    bres_bench *copy = NULL;

    bres_bench_add_int64_axis(bench, "i", (const int64_t[]){ 1, 2 }, 2);
    bres_bench_add_string_axis(bench, "s", (const char *const[]){ "a" }, 1);
    bres_criterion_new(suite->criteria, "entropy", &criterion);
    bres_bench_set_criterion(bench, criterion);
    bres_bench_set_timeout(bench, 3);
    cr_assert_eq(bres__bench_copy(bench, &copy), BRES_OK);
    bres_bench_set_timeout(bench, 4);
    bres_bench_add_int64_axis(bench, "more", NULL, 0);
    bench->axes[0].integers[0] = 9;
    bench->axes[1].strings[0][0] = 'z';

    cr_assert_str_eq(copy->name, "copy");
    cr_assert(copy->body == body && copy->context == &suite && copy->suite == suite);
    cr_assert_eq(copy->axis_count, 2);
    cr_assert(copy->axes[0].integers[0] == 1 && copy->axes[0].integers[1] == 2);
    cr_assert_str_eq(copy->axes[1].strings[0], "a");
    cr_assert_eq(copy->settings.timeout, 3);
    cr_assert_str_eq(bres_criterion_name(copy->settings.criterion), "entropy");
    cr_assert(copy->settings.criterion != criterion);
    cr_assert_eq(bres_bench_add_int64_axis(copy, "own", NULL, 0), BRES_OK);
    bres__bench_free(copy);
    bres__bench_free(NULL);
    bres_suite_free(suite);
}

static bres_status declare_all(bres_suite *suite)
{
    bres_bench *bench = bres_suite_add(suite, "copy", body, NULL);
    bres_criterion *criterion = NULL;

    bres_bench_add_int64_axis(bench, "i", (const int64_t[]){ 1, 2 }, 2);
    bres_bench_add_int64_pow2_range(bench, "p", 1, 9, 2);
    bres_bench_add_float64_range(bench, "x", 0, 1, 0.5);
    bres_bench_add_string_axis(bench, "s", (const char *const[]){ "a", "b" }, 2);
    if (bres_criterion_new(suite->criteria, "any-of(stdrel,entropy)", &criterion) != BRES_OK)
        return BRES_ERROR_MEMORY;
    bres_bench_set_criterion(bench, criterion);
    for (int i = 0; i < 9; i++)
        bres_suite_add(suite, (const char[]){ (char)('a' + i), '\0' }, body, NULL);
    return suite->status;
}

static bres_status declare_once(void *context)
{
    bres_suite *suite = bres_suite_new();
    bres_bench *copy = NULL;
    bres_status status;

    (void)context;
    if (suite == NULL)
        return bres_last_error_status();
    status = declare_all(suite);
    if (status == BRES_OK) {
        status = bres__bench_copy(suite->benches[0], &copy);
        cr_assert_eq(copy == NULL, status != BRES_OK);
    }
    bres__bench_free(copy);
    bres_suite_free(suite);
    return status;
}

Test(harness, declaring_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, declare_once, NULL);
}
