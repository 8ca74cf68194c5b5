/* SPDX-License-Identifier: MIT */
/* That nothing is left of a runner when the judge is killed, or the processes that keep it. */
#include "judge/solutions/misbehave.h"
#include "support/called.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define MANY    16
#define LONG_MS 60000

/* Waits for each of these processes to end. */
static void expect_ends(const int *ends, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct pollfd polled = { .fd = ends[i], .events = POLLIN };

        cr_assert_eq(poll(&polled, 1, LONG_MS), 1, "process %zu of %zu goes on", i, count);
        close(ends[i]);
    }
}

/* A judge that is in the midst of a call; its process number. */
static pid_t judge_fork(bres_test_called *called)
{
    int ready[2];
    char byte;
    pid_t judge;

    cr_assert_eq(pipe(ready), 0);
    judge = fork();
    cr_assert_geq(judge, 0);
    if (judge == 0) {
        if (bres__runner_start(&called->options, &called->runner, &called->report) == BRES_OK &&
            write(ready[1], "", 1) == 1)
            bres__runner_call(called->runner, 0, &called->report);
        _exit(1);
    }
    close(ready[1]);
    cr_assert_eq(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return judge;
}

Test(judge, runner_ends_with_a_judge_that_is_killed)
{
    static const int cases[] = { SLEEP_FOREVER, SPIN_FOREVER, STOP_ITSELF };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres_test_called called;
        int ends[MANY];
        size_t count;
        pid_t judge;

        bres_test_called_begin(&called, "misbehave", cases[i]);
        judge = judge_fork(&called);
        count = bres_test_called_processes(&called, ends, MANY);
        cr_expect_geq(count, 3);
        kill(judge, SIGKILL);
        waitpid(judge, NULL, 0);
        expect_ends(ends, count);
        bres_test_called_end(&called);
    }
}
