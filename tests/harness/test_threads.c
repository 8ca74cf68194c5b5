/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "base/threads/parallel.h"
#include "harness/run/run.h"
#include "measure/cpu/threads.h"
#include "measure/sampling/sampling.h"

#include "support/staged.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define SECOND UINT64_C(1000000000)

/*
 * The clock of a thread. In call k, thread i starts at k seconds and 10 * i ns, and an execution
 * takes 50 * (i + 1) ns. Before the first call, which takes a second longer, the clock ticks, so
 * that it has a resolution.
 */
typedef struct thread_time {
    uint64_t now;
    uint64_t next; /* the value of the clock after the reading at the end of a call */
    uint64_t calls;
    bool ends;
} thread_time;

static _Thread_local thread_time mine;

static uint64_t thread_now(void *user)
{
    const uint64_t now = mine.now;

    (void)user;
    if (mine.ends)
        mine.now = mine.next;
    else if (mine.calls == 0)
        mine.now += 10;
    mine.ends = false;
    return now;
}

static void no_sleep(void *user, uint64_t nanoseconds)
{
    (void)user;
    (void)nanoseconds;
}

typedef struct script {
    bres_test_stage stage;
    int64_t threads;
    atomic_uint_fast64_t calls;
    atomic_uint_fast64_t executions; /* of all threads */
    uint64_t failing_call;           /* in which threads from failing_thread on fail; 0: none */
    uint32_t failing_thread;
    bool backwards;
} script;

static void execute(void *context, uint32_t thread, uint64_t count)
{
    script *s = context;
    const uint64_t call = ++mine.calls;
    const uint64_t start = call * SECOND + 10 * thread;

    mine.now = start + count * 50 * (thread + 1);
    if (s->backwards && thread == 1)
        mine.now = 0;
    mine.next = (call + 1) * SECOND + 10 * thread;
    mine.ends = true;
    atomic_fetch_add(&s->calls, 1);
    atomic_fetch_add(&s->executions, count);
    if (s->failing_call == call && thread >= s->failing_thread) {
        char reason[32];

        snprintf(reason, sizeof(reason), "thread %u of its own", (unsigned)thread);
        (void)bres_measure_fail(reason);
    }
}

static bres_status body(bres_run *run, void *context)
{
    script *s = (script *)(void *)context; /* the stage is the first member of a script */

    bres_run_add_elements(run, 3, NULL);
    return bres_run_exec_cpu_threads(run, execute, s, s->threads);
}

static bres_status script_prepare(script *s, int64_t threads)
{
    bres_criterion *criterion = NULL;
    bres_clock clock;
    bres_status status;

    *s = (script){ .threads = threads };
    mine = (thread_time){ .now = 0 };
    bres_clock_init(&clock);
    clock.now = thread_now;
    clock.sleep = no_sleep;
    status = bres_test_stage_prepare(&s->stage, body);
    if (status == BRES_OK)
        status = bres_suite_set_clock(s->stage.suite, &clock);
    if (status == BRES_OK)
        status =
            bres_criterion_new(bres_suite_criteria(s->stage.suite), "sample-count", &criterion);
    if (status == BRES_OK)
        status = bres_criterion_set_int64(criterion, "target-samples", 7);
    if (status == BRES_OK)
        status = bres_bench_set_criterion(s->stage.bench, criterion);
    else
        bres_criterion_free(criterion);
    if (status == BRES_OK)
        status = bres_bench_set_min_samples(s->stage.bench, 7);
    if (status == BRES_OK)
        status = bres_bench_set_timeout(s->stage.bench, 1000);
    return status;
}

static void script_run(script *s)
{
    cr_assert_eq(bres_test_stage_run(&s->stage), BRES_OK, "%s", bres_last_error());
}

/* A block takes at least a thousand steps of 10 ns, and a reading of 10 ns is at most a
 * ten-thousandth of it: 1,000 executions of 150 ns in the slowest of three threads. */
Test(harness, threads_start_together_and_the_last_one_ends_a_sample)
{
    script s;
    const bres_test_stage *stage = &s.stage;
    double median = 0;

    cr_assert_eq(script_prepare(&s, 3), BRES_OK);
    script_run(&s);
    cr_assert(!stage->failed, "%s", bres_state_skip_reason(stage->state));
    cr_expect_eq(bres_test_stage_int64(stage, "nv/cpu_only/sample_size"), 7);
    cr_expect_eq(bres_test_stage_int64(stage, "bres/cpu_batch/block_size"), 1000);
    cr_expect(bres_state_median(stage->state, &median));
    cr_expect_float_eq(median, 150.02e-9, 1e-14);
    cr_expect_eq(bres_test_stage_int64(stage, "bres/threads/count"), 3);
    cr_expect_float_eq(bres_test_stage_float64(stage, "bres/threads/time/min"), 50e-9, 1e-15);
    cr_expect_float_eq(bres_test_stage_float64(stage, "bres/threads/time/median"), 100e-9, 1e-15);
    cr_expect_float_eq(bres_test_stage_float64(stage, "bres/threads/time/max"), 150e-9, 1e-15);
    cr_expect_float_eq(bres_test_stage_float64(stage, "bres/threads/start_skew/mean"), 20e-9,
                       1e-15);
    cr_expect_float_eq(bres_test_stage_float64(stage, "bres/threads/start_skew/max"), 20e-9, 1e-15);
    cr_expect(bres_summary_is_hidden(bres_state_summary(stage->state, "bres/threads/count")));
    cr_expect_float_eq(bres_test_stage_float64(stage, "nv/cpu_only/bw/item_rate"), 3 / 150.02e-9,
                       1);
    cr_expect_eq(s.calls % 3, 0);
    cr_expect_eq(s.executions % 3, 0);
    bres_test_stage_free(&s.stage);
}

Test(harness, one_thread_is_the_calling_one)
{
    script s;

    cr_assert_eq(script_prepare(&s, 1), BRES_OK);
    script_run(&s);
    cr_assert(!s.stage.failed, "%s", bres_state_skip_reason(s.stage.state));
    cr_expect_eq(mine.calls, s.calls);
    cr_expect_eq(bres_test_stage_int64(&s.stage, "bres/threads/count"), 1);
    cr_expect_eq(bres_test_stage_float64(&s.stage, "bres/threads/start_skew/max"), 0);
    bres_test_stage_free(&s.stage);
}

Test(harness, many_threads_on_few_cpus)
{
    script s;

    cr_assert_eq(script_prepare(&s, 64), BRES_OK);
    script_run(&s);
    cr_assert(!s.stage.failed, "%s", bres_state_skip_reason(s.stage.state));
    cr_expect_eq(bres_test_stage_int64(&s.stage, "nv/cpu_only/sample_size"), 7);
    cr_expect_eq(s.calls % 64, 0);
    bres_test_stage_free(&s.stage);
}

static void run_to_failure(script *s, const char *reason)
{
    script_run(s);
    cr_expect(s->stage.failed);
    cr_expect_str_eq(bres_state_skip_reason(s->stage.state), reason, "%s",
                     bres_state_skip_reason(s->stage.state));
    cr_expect_null(bres_state_summary(s->stage.state, "bres/threads/count"));
    bres_test_stage_free(&s->stage);
}

Test(harness, a_failure_of_any_thread_ends_the_measurement)
{
    script s;

    /* The calling thread, another thread, and all other threads at once: the first one is
     * reported. */
    cr_assert_eq(script_prepare(&s, 3), BRES_OK);
    s.failing_call = 5;
    run_to_failure(&s, "thread 0 of its own");
    cr_expect_eq(s.calls, 15);
    cr_assert_eq(script_prepare(&s, 3), BRES_OK);
    s.failing_call = 1;
    s.failing_thread = 2;
    run_to_failure(&s, "thread 2 of its own");
    cr_expect_eq(s.calls, 3);
    cr_assert_eq(script_prepare(&s, 4), BRES_OK);
    s.failing_call = 8;
    s.failing_thread = 1;
    run_to_failure(&s, "thread 1 of its own");
}

Test(harness, threads_that_are_refused)
{
    static const struct {
        int64_t threads;
        const char *reason;
    } rows[] = {
        { 0, "0 threads (expected 1 to 65536)" },
        { -4, "-4 threads (expected 1 to 65536)" },
        { 65537, "65537 threads (expected 1 to 65536)" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        script s;

        cr_assert_eq(script_prepare(&s, rows[i].threads), BRES_OK);
        run_to_failure(&s, rows[i].reason);
        cr_expect_eq(s.calls, 0);
    }
    cr_expect_eq(bres_run_exec_cpu_threads(NULL, execute, NULL, 1), BRES_ERROR_ARGUMENT);
}

static bres_status body_without_function(bres_run *run, void *context)
{
    (void)context;
    return bres_run_exec_cpu_threads(run, NULL, NULL, 1);
}

Test(harness, threads_need_a_function)
{
    bres_test_stage stage;

    cr_assert_eq(bres_test_stage_prepare(&stage, body_without_function), BRES_OK);
    cr_assert_eq(bres_test_stage_run(&stage), BRES_OK);
    cr_expect_str_eq(bres_state_skip_reason(stage.state), "the function to measure is NULL");
    bres_test_stage_free(&stage);
}

Test(harness, a_clock_that_steps_backwards_in_a_thread)
{
    script s;

    cr_assert_eq(script_prepare(&s, 2), BRES_OK);
    s.backwards = true;
    run_to_failure(&s, "64 executions in a row gave no time, the last because the clock stepped "
                       "backwards");
}

static bres_status body_that_is_short(bres_run *run, void *context)
{
    script *s = (script *)(void *)context;

    bres_run_set_skip_time(run, 5);
    return bres_run_exec_cpu_threads(run, execute, s, 2);
}

Test(harness, threads_below_the_skip_time)
{
    script s;

    cr_assert_eq(script_prepare(&s, 2), BRES_OK);
    s.stage.bench->body = body_that_is_short;
    script_run(&s);
    cr_expect(!s.stage.failed && bres_state_is_skipped(s.stage.state));
    cr_expect_eq(bres_state_summary_count(s.stage.state), 0);
    bres_test_stage_free(&s.stage);
}

Test(harness, a_thread_that_cannot_be_started)
{
    script s;

    cr_assert_eq(script_prepare(&s, 4), BRES_OK);
    bres__faults_arm(BRES__FAULT_IO, 2, false);
    run_to_failure(&s, "thread 3 of 4: cannot start a thread: Resource temporarily unavailable");
    bres__faults_arm(0, 0, false);
    cr_expect_eq(s.calls, 0);
}

typedef struct heard {
    unsigned warnings;
    unsigned looks; /* checks until the measurement is interrupted; 0: never */
    char last[256];
} heard;

static void hear(void *user, bres_log_level level, const char *message)
{
    heard *h = user;

    h->warnings += level == BRES_LOG_WARNING;
    snprintf(h->last, sizeof(h->last), "%s", message);
}

static bool interrupt(void *user)
{
    heard *h = user;

    return h->looks != 0 && --h->looks == 0;
}

/* Measures into `state`, with the hooks of `h`. */
static bres_status measure(script *s, heard *h, bres_state *state)
{
    const bres__measure_hooks hooks = { .log = hear, .interrupted = interrupt, .user = h };
    const bres__threads_body threads = { .fn = execute, .context = s, .threads = s->threads };
    char reason[BRES__SKIP_REASON];
    bool skipped;

    return bres__measure_cpu_threads(state, &threads, &s->stage.bench->settings,
                                     &s->stage.suite->clock, &hooks, &skipped, reason);
}

static bres_status measure_once(script *s, heard *h)
{
    bres_result *result = NULL;
    bres_subbench *bench = NULL;
    bres_state *state = NULL;
    bres_status status = bres_result_new(&result);

    if (status == BRES_OK)
        status = bres_result_add_subbench(result, "threads", &bench);
    if (status == BRES_OK)
        status = bres_subbench_add_state(bench, &state);
    if (status == BRES_OK)
        status = measure(s, h, state);
    bres_result_unref(result);
    return status;
}

Test(harness, more_threads_than_cpus_are_warned_of)
{
    const int64_t cpus = (int64_t)bres__usable_cpus();
    heard h = { .warnings = 0 };
    char expected[128];
    script s;

    cr_assert_eq(script_prepare(&s, cpus), BRES_OK);
    cr_assert_eq(measure_once(&s, &h), BRES_OK);
    cr_expect_eq(h.warnings, 0, "%s", h.last);
    bres_test_stage_free(&s.stage);
    cr_assert_eq(script_prepare(&s, cpus + 1), BRES_OK);
    cr_assert_eq(measure_once(&s, &h), BRES_OK);
    cr_expect_eq(h.warnings, 1);
    snprintf(expected, sizeof(expected),
             "%d threads share %d CPUs: they cannot all run at the same time", (int)cpus + 1,
             (int)cpus);
    cr_expect_str_eq(h.last, expected);
    bres_test_stage_free(&s.stage);
}

/* At the first check no samples exist, at later checks some do. */
Test(harness, threads_can_be_interrupted)
{
    for (unsigned looks = 1; looks <= 20; looks++) {
        heard h = { .looks = looks };
        script s;

        cr_assert_eq(script_prepare(&s, 2), BRES_OK);
        cr_assert_eq(measure_once(&s, &h), BRES_OK, "look %u", looks);
        cr_expect_eq(s.calls % 2, 0, "look %u", looks);
        bres_test_stage_free(&s.stage);
    }
}

static bres_status thread_once(void *context)
{
    heard h = { .warnings = 0 };
    script s;
    bres_status status = script_prepare(&s, 3);

    (void)context;
    if (status == BRES_OK)
        status = measure_once(&s, &h);
    bres_test_stage_free(&s.stage);
    return status;
}

Test(harness, threads_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, thread_once, NULL);
}
