/* SPDX-License-Identifier: MIT */
/* Solutions that keep working after they have returned, or answer in place of the runner; and
 * solutions that only seem to do so. */
#include "judge/runner/inside.h"
#include "judge/solutions/misbehave.h"
#include "support/called.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <time.h>

Test(judge, runner_allows_children_that_end_and_threads)
{
    static const int cases[] = { THREAD_JOINED,    THREAD_POOL, POOL_SPINS, CHILD_JOINED,
                                 THREADS_DETACHED, POOL_GROWS,  KILL_OTHERS };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres_test_called called;

        bres_test_called_begin(&called, "misbehave", cases[i]);
        if (cases[i] == CHILD_JOINED)
            bres_test_called_with_processes(&called);
        bres_test_called_start(&called, BRES__RUNNER_RETURNED);
        for (size_t k = 0; k < 12; k++) {
            bres_test_called_call(&called, k % 3, BRES__RUNNER_RETURNED);
            bres_test_called_expect_output(&called, k % 3);
            if (cases[i] == THREAD_JOINED)
                cr_expect_gt(called.report.cpu, 0);
        }
        bres_test_called_end(&called);
    }
}

typedef struct work {
    int what;
    bres__runner_outcome outcome;
    const char *text;
    bool with_processes;
} work;

static void expect_outcome(const work *expected)
{
    bres_test_called called;

    bres_test_called_begin(&called, "misbehave", expected->what);
    if (expected->with_processes)
        bres_test_called_with_processes(&called);
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    bres_test_called_call(&called, 0, expected->outcome);
    cr_expect_not_null(strstr(called.report.message, expected->text), "%d: %s", expected->what,
                       called.report.message);
    bres_test_called_end(&called);
}

Test(judge, runner_sees_processes_that_are_left)
{
    expect_outcome(
        &(work){ CHILD_LEFT, BRES__RUNNER_ASYNC, "it returned and left 1 process running", true });
    expect_outcome(
        &(work){ DAEMON_LEFT, BRES__RUNNER_ASYNC, "it returned and left 1 process running", true });
}

/* Continues the process, and waits until its work is detected: at most ten seconds of CPU time of
 * this process. */
static void await_work(bres_test_called *called)
{
    const clock_t begin = clock();

    cr_assert_eq(kill(called->runner->process, SIGCONT), 0);
    do {
        cr_assert_eq(bres__runner_check_rest(called->runner, &called->report), BRES_OK, "%s",
                     bres_last_error());
        sched_yield();
    } while (called->report.outcome == BRES__RUNNER_RETURNED &&
             clock() - begin < 10 * CLOCKS_PER_SEC);
    cr_expect_eq(called->report.outcome, BRES__RUNNER_ASYNC);
}

Test(judge, runner_sees_work_between_calls)
{
    static const char text[] = "of CPU time while it was stopped";
    bres_test_called called;

    bres_test_called_begin(&called, "misbehave", POOL_SPINS);
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    bres_test_called_call(&called, 0, BRES__RUNNER_RETURNED);
    await_work(&called);
    cr_expect_not_null(strstr(called.report.message, text), "%s", called.report.message);
    bres_test_called_call(&called, 0, BRES__RUNNER_ASYNC);
    cr_expect_not_null(strstr(called.report.message, text), "%s", called.report.message);
    bres_test_called_end(&called);
}

Test(judge, runner_knows_who_answers)
{
    static const int cases[] = { FORGE_ANSWER, FORGE_NOTHING, FORGE_BY_CHILD };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_outcome(
            &(work){ cases[i], BRES__RUNNER_FORGED, "another sender", cases[i] == FORGE_BY_CHILD });
}
