/* SPDX-License-Identifier: MIT */
#include "harness/run/log.h"
#include "harness/run/planned.h"
#include "harness/run/runner.h"
#include "harness/run/signals.h"
#include "support/support.h"
#include "support/virtual_clock.h"

#include <benchresult/nvbench.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MILLISECOND INT64_C(1000000)

/* A plan of three states, N = 1, 2, 3, in virtual time, with five samples of N ms each. */
typedef struct stage {
    bres_test_clock time;
    bres_suite *suite;
    bres__plan plan;
    bres__planned_states planned;
    bres__log log;
    bres__runner runner;
    char journal_path[4096];
    int64_t misbehaves; /* the N whose body misbehaves as in `how`; 0: none */
    enum { RAISE, KILL, INTERRUPT, FAIL } how;
} stage;

typedef struct execution {
    stage *s;
    int64_t n;
    size_t count;
} execution;

static void execute(void *context)
{
    execution *e = context;

    e->s->time.now += (uint64_t)(e->n * MILLISECOND);
    e->count++;
    if (e->n != e->s->misbehaves)
        return;
    if (e->s->how == RAISE && e->count == 3) /* after a warm-up, in the second sample */
        raise(SIGINT);
    if (e->s->how == INTERRUPT) {
        alarm(60); /* ends the child if no signal arrives */
        kill(getppid(), SIGTERM);
        while (bres__signals_caught() == 0)
            poll(NULL, 0, 0);
    }
    if (e->s->how == KILL || e->s->how == INTERRUPT)
        raise(SIGKILL);
}

static bres_status body(bres_run *run, void *context)
{
    execution e = { .s = context, .n = bres_run_int64(run, "N") };

    /* Only the parent has faults. */
    if (e.s->runner.isolate)
        bres__faults_arm(0, 0, false);
    if (e.n == e.s->misbehaves && e.s->how == FAIL)
        return BRES_ERROR_VALUE;
    return bres_run_exec_cpu(run, execute, &e);
}

static void stage_open(stage *s, bool isolate, bool journal)
{
    const bres__plan_options options = { .repeat = 1, .shards = 1 };
    bres_clock clock;
    bres_criterion *criterion;
    bres_bench *bench;

    *s = (stage){ .suite = bres_suite_new() };
    clock = bres_test_clock_of(&s->time);
    cr_assert_eq(bres_suite_set_clock(s->suite, &clock), BRES_OK);
    bench = bres_suite_add(s->suite, "sleep", body, s);
    cr_assert_eq(bres_bench_add_int64_range(bench, "N", 1, 3, 1), BRES_OK);
    cr_assert_eq(bres_bench_set_min_samples(bench, 5), BRES_OK);
    cr_assert_eq(bres_criterion_new(bres_suite_criteria(s->suite), "sample-count", &criterion),
                 BRES_OK);
    cr_assert_eq(bres_criterion_set_int64(criterion, "target-samples", 5), BRES_OK);
    cr_assert_eq(bres_bench_set_criterion(bench, criterion), BRES_OK);
    cr_assert_eq(
        bres__plan_make(&s->plan, (const bres_bench *const *)s->suite->benches, 1, &options),
        BRES_OK);
    cr_assert_eq(bres__planned_states_make(&s->planned, &s->plan), BRES_OK);
    bres__log_open(&s->log, -1, true, false);
    s->runner = (bres__runner){
        .plan = &s->plan,
        .planned = &s->planned,
        .log = &s->log,
        .clock = &s->suite->clock,
        .isolate = isolate,
    };
    cr_assert_eq(bres_result_new(&s->runner.result), BRES_OK);
    cr_assert_eq(bres__plan_add_benches(&s->plan, s->runner.result), BRES_OK);
    if (!journal)
        return;
    snprintf(s->journal_path, sizeof s->journal_path, "%s/journal", bres_test_directory());
    cr_assert_eq(bres__journal_create(s->journal_path, s->runner.result, false, &s->runner.journal),
                 BRES_OK, "%s", bres_last_error());
}

static void stage_close(stage *s)
{
    bres__journal_close(s->runner.journal);
    bres_result_unref(s->runner.result);
    bres__log_free(&s->log);
    bres__planned_states_free(&s->planned);
    bres__plan_free(&s->plan);
    bres_suite_free(s->suite);
}

/* Writes each state with its number of samples or its skip reason: "N=1:5 N=2:killed by ...". */
static void describe(const bres_result *result, char *text, size_t size)
{
    const bres_subbench *bench = bres_result_subbench_at(result, 0);

    text[0] = '\0';
    for (size_t i = 0; i < bres_subbench_state_count(bench); i++) {
        const bres_state *state = bres_subbench_state_at(bench, i);
        const size_t used = strlen(text);
        const float *times;
        size_t count;

        cr_assert_eq(bres_state_samples(state, &times, &count), BRES_OK);
        if (bres_state_is_skipped(state))
            snprintf(text + used, size - used, "%s:%s ", bres_state_name(state),
                     bres_state_skip_reason(state));
        else
            snprintf(text + used, size - used, "%s:%zu ", bres_state_name(state), count);
    }
}

static void expect_result(const stage *s, const char *expected)
{
    char text[512];

    describe(s->runner.result, text, sizeof text);
    cr_expect_str_eq(text, expected);
}

/* Closes the journal and compares its states. */
static void expect_journal(stage *s, const char *expected)
{
    bres_result *result;
    char text[512];

    bres__journal_close(s->runner.journal);
    s->runner.journal = NULL;
    cr_assert_eq(bres_result_load(s->journal_path, NULL, &result), BRES_OK, "%s",
                 bres_last_error());
    describe(result, text, sizeof text);
    cr_expect_str_eq(text, expected);
    bres_result_unref(result);
}

Test(harness, runner_carries_out_a_plan)
{
    for (int isolate = 0; isolate < 2; isolate++) {
        stage s;

        stage_open(&s, isolate != 0, true);
        cr_assert_eq(bres__runner_run(&s.runner), BRES_OK, "%s", bres_last_error());
        cr_expect_not(s.runner.cut);
        cr_expect_eq(s.runner.journaled, 3);
        cr_expect_eq(s.time.now == 0, isolate != 0, "time passes where a state is measured");
        expect_result(&s, "N=1:5 N=2:5 N=3:5 ");
        expect_journal(&s, "N=1:5 N=2:5 N=3:5 ");
        stage_close(&s);
    }
}

Test(harness, runner_measures_what_the_clock_says)
{
    for (int isolate = 0; isolate < 2; isolate++) {
        const bres_subbench *bench;
        stage s;

        stage_open(&s, isolate != 0, false);
        cr_assert_eq(bres__runner_run(&s.runner), BRES_OK);
        bench = bres_result_subbench_at(s.runner.result, 0);
        for (size_t i = 0; i < 3; i++) {
            double median = 0;

            cr_expect(bres_state_median(bres_subbench_state_at(bench, i), &median));
            cr_expect_eq(median, (double)(i + 1) * 1e-3);
        }
        stage_close(&s);
    }
}

Test(harness, runner_leaves_out_what_is_done)
{
    stage s;

    stage_open(&s, false, false);
    s.planned.done[1] = true;
    s.planned.done_count = 1;
    cr_assert_eq(bres__runner_run(&s.runner), BRES_OK);
    cr_expect_eq(s.log.progress.line.to_run, 2);
    expect_result(&s, "N=1:5 N=3:5 ");
    stage_close(&s);
}

Test(harness, runner_keeps_a_state_that_is_cut_short_out_of_the_journal)
{
    for (int isolate = 0; isolate < 2; isolate++) {
        stage s;

        stage_open(&s, isolate != 0, true);
        s.misbehaves = 2;
        s.how = RAISE;
        bres__signals_install();
        cr_assert_eq(bres__runner_run(&s.runner), BRES_OK);
        bres__signals_restore();
        cr_expect(s.runner.cut);
        cr_expect_eq(s.runner.journaled, 1);
        expect_result(&s, "N=1:5 N=2:2 ");
        expect_journal(&s, "N=1:5 ");
        stage_close(&s);
    }
}

Test(harness, runner_starts_nothing_after_a_signal)
{
    stage s;

    stage_open(&s, false, false);
    bres__signals_install();
    raise(SIGTERM);
    cr_assert_eq(bres__runner_run(&s.runner), BRES_OK);
    bres__signals_restore();
    cr_expect(s.runner.cut);
    expect_result(&s, "");
    stage_close(&s);
}

/* A signal in the last sample of the last state does not cut the run short. */
Test(harness, runner_that_has_come_to_its_end_was_not_cut)
{
    stage s;

    stage_open(&s, false, true);
    s.planned.done[0] = true;
    s.planned.done[2] = true;
    s.planned.done_count = 2;
    s.misbehaves = 2;
    s.how = RAISE;
    s.suite->benches[0]->settings.min_samples = 2;
    cr_assert_eq(
        bres_criterion_set_int64(s.suite->benches[0]->settings.criterion, "target-samples", 2),
        BRES_OK);
    bres__signals_install();
    cr_assert_eq(bres__runner_run(&s.runner), BRES_OK);
    bres__signals_restore();
    cr_expect_not(s.runner.cut);
    expect_journal(&s, "N=2:2 ");
    stage_close(&s);
}

Test(harness, runner_continues_after_a_failure)
{
    static const char failed[] = "N=1:5 N=2:the body of the benchmark returned 8 "
                                 "(BRES_ERROR_VALUE) N=3:5 ";
    static const char killed[] = "N=1:5 N=2:killed by signal 9 (Killed) N=3:5 ";

    for (int isolate = 0; isolate < 3; isolate++) {
        stage s;

        stage_open(&s, isolate > 0, true);
        s.misbehaves = 2;
        s.how = isolate < 2 ? FAIL : KILL;
        cr_assert_eq(bres__runner_run(&s.runner), BRES_OK);
        expect_result(&s, isolate < 2 ? failed : killed);
        expect_journal(&s, isolate < 2 ? failed : killed);
        stage_close(&s);
    }
}

/* After a signal, the reason for the end of a child is unknown, so its state is run again. */
Test(harness, runner_runs_a_state_again_whose_process_ended_after_a_signal)
{
    stage s;

    stage_open(&s, true, true);
    s.misbehaves = 2;
    s.how = INTERRUPT;
    bres__signals_install();
    cr_assert_eq(bres__runner_run(&s.runner), BRES_OK);
    bres__signals_restore();
    cr_expect(s.runner.cut);
    expect_result(&s, "N=1:5 N=2:killed by signal 9 (Killed) ");
    expect_journal(&s, "N=1:5 ");
    stage_close(&s);
}

Test(harness, runner_ends_when_the_journal_fails)
{
    for (int isolate = 0; isolate < 2; isolate++) {
        stage s;

        stage_open(&s, isolate != 0, true);
        bres__faults_arm(BRES__FAULT_IO, isolate != 0 ? 3 : 1, false);
        cr_expect_eq(bres__runner_run(&s.runner), BRES_ERROR_IO);
        cr_expect(bres__faults_hit());
        bres__faults_arm(0, 0, false);
        cr_expect_eq(s.runner.journaled, 0);
        expect_journal(&s, "");
        stage_close(&s);
    }
}

static bres_status run_once(void *context)
{
    stage *s = context;
    bres_status status = bres_result_new(&s->runner.result);

    if (status == BRES_OK)
        status = bres__plan_add_benches(&s->plan, s->runner.result);
    if (status == BRES_OK)
        status = bres__runner_run(&s->runner);
    bres_result_unref(s->runner.result);
    s->runner.result = NULL;
    return status;
}

Test(harness, runner_survives_every_failing_allocation)
{
    for (int isolate = 0; isolate < 2; isolate++) {
        stage s;

        stage_open(&s, isolate != 0, false);
        bres_result_unref(s.runner.result);
        s.runner.result = NULL;
        /* One state is enough to reach all allocations. */
        s.planned.done[1] = s.planned.done[2] = true;
        s.planned.done_count = 2;
        /* A state that cannot be measured is skipped, with the reason. */
        bres_test_sweep_partial(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, run_once, &s);
        stage_close(&s);
    }
}
