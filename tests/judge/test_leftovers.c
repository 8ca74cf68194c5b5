/* SPDX-License-Identifier: MIT */
/*
 * A judge that is killed at any moment leaves nothing behind.
 */
#include "support/solutions.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* A moment at which the judge's process kills itself. */
typedef struct moment {
    const char *name;
    const char *problem;
    const char *solution;
    int kind; /* kind of the first event that kills; -1: the call of is_interrupted() kills */
} moment;

static void event_kill(void *user, const bres_judge_event *event)
{
    const moment *when = user;

    if ((int)event->kind == when->kind)
        raise(SIGKILL);
}

static bool asked_kill(void *user)
{
    const moment *when = user;

    if (when->kind < 0)
        raise(SIGKILL);
    return false;
}

static void judge_killed(const moment *when)
{
    const bres_test_solution solution = { .status = "BENCHMARKED" };
    bres_judge_options options;
    const bres_problem *problem;
    bres_judgement *judgement;

    bres_test_solution_options(&solution, &options);
    options.event = event_kill;
    options.event_user = (void *)(uintptr_t)when;
    options.is_interrupted = asked_kill;
    options.interrupt_user = (void *)(uintptr_t)when;
    if (bres_problem_find(when->problem, &problem) == BRES_OK)
        bres_judge(problem, when->solution, &options, &judgement);
    _exit(1);
}

/* Waits for all child processes; hangs if one does not end. */
static void wait_for_all(void)
{
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
        continue;
    cr_assert_eq(errno, ECHILD);
}

Test(judge, leftovers_of_a_killed_judge)
{
    const char *const product = bres_test_build("solutions/product_naive.so");
    const moment moments[] = {
        { "compiling", "matrix-multiplication",
          bres_test_source("tests/judge/solutions/product_naive.c"), BRES_JUDGE_EVENT_COMPILING },
        { "checking", "matrix-multiplication", product, BRES_JUDGE_EVENT_TEST_RESULT },
        { "timing", "matrix-multiplication", product, BRES_JUDGE_EVENT_SAMPLE },
        { "a solution that hangs", "vector-addition", bres_test_build("solutions/hangs.so"), -1 },
        { "a solution that stops", "vector-addition", bres_test_build("solutions/stops.so"), -1 },
        { "a solution with children", "vector-addition",
          bres_test_build("solutions/leaves_children_and_hangs.so"), -1 },
    };
    bres_test_leftovers before;

    bres_test_leftovers_begin(&before);
    for (size_t i = 0; i < sizeof(moments) / sizeof(*moments); i++) {
        int status = 0;
        const pid_t judge = fork();

        cr_assert_geq(judge, 0);
        if (judge == 0)
            judge_killed(&moments[i]);
        cr_assert_eq(waitpid(judge, &status, 0), judge);
        cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL, "%s: status %x",
                  moments[i].name, (unsigned)status);
        wait_for_all();
        bres_test_leftovers_check(&before, moments[i].name);
    }
    bres_test_leftovers_end();
}
