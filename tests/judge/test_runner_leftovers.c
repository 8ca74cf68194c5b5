/* SPDX-License-Identifier: MIT */
/* Nothing is left of a runner when the judge, the supervisor or the subreaper is killed. */
#include "judge/runner/inside.h"
#include "judge/solutions/misbehave.h"
#include "support/called.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LIMIT_SECONDS 60

/* Polls until the runner's processes are gone: the test is not notified when a process ends that is
 * not its child. */
static void expect_end(const bres_test_called *called)
{
    const time_t begin = time(NULL);

    while (bres_test_called_processes(called) > 0)
        cr_assert_lt(time(NULL) - begin, LIMIT_SECONDS, "processes go on");
}

/* Forks a judge that is in the middle of a call. Returns its process number. */
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
            bres__runner_call(called->runner, 0, 1, &called->report);
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
        pid_t judge;

        bres_test_called_begin(&called, "misbehave", cases[i]);
        judge = judge_fork(&called);
        cr_expect_geq(bres_test_called_processes(&called), 3);
        kill(judge, SIGKILL);
        waitpid(judge, NULL, 0);
        expect_end(&called);
        bres_test_called_end(&called);
    }
}

/* A system without free memory may kill the supervisor or the subreaper. The judge continues, but
 * its runner is gone. */
Test(judge, runner_ends_with_the_processes_that_keep_it)
{
    for (int i = 0; i < 2; i++) {
        bres_test_called called;

        bres_test_called_begin(&called, "misbehave", DAEMON_LEFT);
        bres_test_called_with_processes(&called);
        bres_test_called_start(&called, BRES__RUNNER_RETURNED);
        bres_test_called_call(&called, 0, BRES__RUNNER_ASYNC);
        if (i == 0 && (bres__runner_sandbox(called.runner) & BRES__SANDBOX_PROCESSES) == 0) {
            fprintf(stderr, "without a process namespace the supervisor must survive\n");
            bres_test_called_end(&called);
            continue;
        }
        kill(i == 0 ? called.runner->supervisor : called.runner->subreaper, SIGKILL);
        expect_end(&called);
        cr_expect_eq(bres__runner_call(called.runner, 0, 1, &called.report), BRES_ERROR_IO);
        bres_test_called_end(&called);
    }
}
