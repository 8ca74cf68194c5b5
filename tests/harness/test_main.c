/* SPDX-License-Identifier: MIT */
/*
 * bres_main() in virtual time and within one process; tests/tools/test_bench.py has the other
 * tests.
 */
#include "harness/cli/program.h"
#include "support/support.h"
#include "support/virtual_clock.h"

#include <benchresult/nvbench.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MILLISECOND INT64_C(1000000)

/* A program with two states, whose samples take N ms. */
typedef struct stage {
    char directory[4096];
    char output[4096 + 16];
    char journal[4096 + 32];
    char errors[4096 + 16];
    bres_test_clock time;
    int64_t duration; /* nanoseconds of the next sample */
    int standard_error;
} stage;

static void execute(void *context)
{
    stage *s = context;

    s->time.now += (uint64_t)s->duration;
}

static bres_status body(bres_run *run, void *context)
{
    stage *s = context;

    s->duration = bres_run_int64(run, "N") * MILLISECOND;
    return bres_run_exec_cpu(run, execute, s);
}

static void declare(bres_suite *suite, stage *s)
{
    const bres_clock clock = bres_test_clock_of(&s->time);
    bres_bench *bench;

    bres_suite_set_clock(suite, &clock);
    bench = bres_suite_add(suite, "sleep", body, s);
    bres_bench_add_int64_range(bench, "N", 1, 2, 1);
}

/* Redirects the standard error of the program to a file. */
static void stage_open(stage *s)
{
    int errors;

    *s = (stage){ .time = { .cost = 25 } };
    snprintf(s->directory, sizeof s->directory, "%s", bres_test_directory());
    snprintf(s->output, sizeof s->output, "%s/out.json", s->directory);
    snprintf(s->journal, sizeof s->journal, "%s.partial", s->output);
    snprintf(s->errors, sizeof s->errors, "%s/errors", s->directory);
    fflush(stderr);
    s->standard_error = dup(STDERR_FILENO);
    errors = open(s->errors, O_WRONLY | O_CREAT | O_APPEND, 0666);
    cr_assert(errors >= 0 && dup2(errors, STDERR_FILENO) == STDERR_FILENO);
    close(errors);
}

static void stage_close(stage *s)
{
    fflush(stderr);
    dup2(s->standard_error, STDERR_FILENO);
    close(s->standard_error);
}

/* Runs the program with the options of every test and with `options`, which end with NULL. */
static int run(stage *s, const char *const *options)
{
    char *argv[16] = { "/usr/bin/sleeper",     "-q",           "--no-isolate",
                       "--stopping-criterion", "sample-count", "--target-samples=4",
                       "--min-samples=4" };
    bres_suite *suite = bres_suite_new();
    int argc = 7;

    for (; *options != NULL; options++)
        argv[argc++] = (char *)(uintptr_t)*options;
    if (suite != NULL)
        declare(suite, s);
    return bres_main(suite, argc, argv);
}

static int run_json(stage *s)
{
    return run(s, (const char *const[]){ "--jsonbin", s->output, NULL });
}

static void expect_errors(const stage *s, const char *expected)
{
    char *text = bres_test_read_file(s->errors, NULL);

    cr_expect_str_eq(text, expected);
    free(text);
}

/* Expects a complete result: each state has the samples that the clock gave. */
static void expect_whole(const stage *s, const char *what)
{
    bres_result *result;
    const bres_subbench *bench;

    cr_assert_eq(bres_result_load(s->output, NULL, &result), BRES_OK, "%s: %s", what,
                 bres_last_error());
    bench = bres_result_subbench(result, "sleep");
    cr_assert_eq(bres_subbench_state_count(bench), 2, "%s", what);
    for (size_t i = 0; i < 2; i++) {
        const float *times;
        size_t count;

        cr_assert_eq(bres_state_samples(bres_subbench_state_at(bench, i), &times, &count), BRES_OK,
                     "%s: %s", what, bres_last_error());
        cr_assert_eq(count, 4, "%s", what);
        cr_assert_float_eq(times[3], (double)(i + 1) * 1e-3, 1e-6, "%s", what);
    }
    bres_result_unref(result);
}

Test(harness, main_measures_and_writes)
{
    stage s;

    stage_open(&s);
    cr_assert_eq(run_json(&s), 0);
    expect_whole(&s, "the result");
    cr_expect_neq(access(s.journal, F_OK), 0, "the journal is left behind");
    expect_errors(&s, "");
    stage_close(&s);
}

Test(harness, main_reports_what_the_declarations_did_wrong)
{
    char *argv[] = { "program", NULL };
    bres_suite *suite = bres_suite_new();
    stage s;

    stage_open(&s);
    bres_bench_add_int64_range(bres_suite_add(suite, "b", body, NULL), "N", 1, 2, 0);
    cr_expect_eq(bres_main(suite, 1, argv), 2);
    cr_expect_eq(bres_main(NULL, 0, argv), 2);
    char *text = bres_test_read_file(s.errors, NULL);
    cr_expect(strncmp(text, "program: benchmark 'b'", 22) == 0, "%s", text);
    cr_expect_not_null(strstr(text, "\nbenchmark: out of memory\n"), "%s", text);
    free(text);
    stage_close(&s);
}

Test(harness, main_leaves_signals_as_they_were)
{
    struct sigaction before;
    struct sigaction after;
    stage s;

    stage_open(&s);
    sigaction(SIGINT, NULL, &before);
    cr_assert_eq(run_json(&s), 0);
    sigaction(SIGINT, NULL, &after);
    cr_expect_eq(before.sa_handler, after.sa_handler);
    stage_close(&s);
}

/* After any failure the result is the old one or the new one, and a remaining journal can be
 * resumed. */
static void sweep(unsigned kinds)
{
    stage s;
    size_t n = 1;

    stage_open(&s);
    cr_assert_eq(run_json(&s), 0);
    for (bool hit = true; hit; n++) {
        char what[32];
        int status;

        snprintf(what, sizeof what, "fault %zu", n);
        bres__faults_arm(kinds, n, false);
        status = run_json(&s);
        hit = bres__faults_hit();
        bres__faults_arm(0, 0, false);
        cr_assert(status == 0 || (hit && status == 2), "%s: status %d", what, status);
        if (status == 0 && hit && access(s.journal, F_OK) == 0)
            cr_assert_fail("%s: success, and a journal", what);
        if (access(s.journal, F_OK) == 0)
            cr_assert_eq(run(&s, (const char *const[]){ "--jsonbin", s.output, "--resume", NULL }),
                         0, "%s", what);
        /* A failure within a state loses only this state. */
        else if (status == 0 && hit)
            cr_assert_eq(run_json(&s), 0, "%s", what);
        expect_whole(&s, what);
    }
    cr_expect_gt(n, 20);
    stage_close(&s);
}

Test(harness, main_survives_every_failing_allocation)
{
    sweep(BRES__FAULT_ALLOC);
}

Test(harness, main_survives_every_failing_system_call)
{
    sweep(BRES__FAULT_IO);
}
