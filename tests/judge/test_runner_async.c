/* SPDX-License-Identifier: MIT */
/* Solutions that go on after they have returned, or speak for their process; and those that look
 * like it and do not. */
#include "judge/solutions/misbehave.h"
#include "support/called.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

Test(judge, runner_allows_threads_and_children_that_end_or_rest)
{
    static const int cases[] = { THREAD_JOINED, THREAD_POOL, CHILD_JOINED, KILL_OTHERS };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres_test_called called;

        bres_test_called_begin(&called, "misbehave", cases[i]);
        if (cases[i] == CHILD_JOINED)
            bres_test_called_with_processes(&called);
        bres_test_called_start(&called, BRES__RUNNER_RETURNED);
        for (size_t k = 0; k < 4; k++) {
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
    size_t calls; /* that are right */
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
    for (size_t k = 0; k < expected->calls; k++)
        bres_test_called_call(&called, 0, BRES__RUNNER_RETURNED);
    bres_test_called_call(&called, 0, expected->outcome);
    cr_expect_not_null(strstr(called.report.message, expected->text), "%d: %s", expected->what,
                       called.report.message);
    bres_test_called_end(&called);
}

Test(judge, runner_sees_work_that_goes_on)
{
    static const work cases[] = {
        { THREAD_DETACHED, 0, BRES__RUNNER_DISTURBED, "CPU time after it returned", false },
        { POOL_DEFERS, 1, BRES__RUNNER_ASYNC,
          "after it returned, its process was killed by SIGSEGV", false },
        { POOL_SPINS, 0, BRES__RUNNER_DISTURBED, "CPU time after it returned", false },
        { CHILD_LEFT, 0, BRES__RUNNER_ASYNC, "it returned and left 1 process running", true },
        { DAEMON_LEFT, 0, BRES__RUNNER_ASYNC, "it returned and left 1 process running", true },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_outcome(&cases[i]);
}

/* How a byte of the shared object is locked, or could be: the lock that is in the way. */
static struct flock lock_byte(int fd, int command, short type, off_t byte)
{
    struct flock lock = { .l_type = type, .l_start = byte, .l_len = 1 };

    cr_assert_eq(fcntl(fd, command, &lock), 0);
    return lock;
}

/* Waits for ten seconds of processor time at most. */
static void await_work(int fd)
{
    const clock_t begin = clock();

    while (clock() - begin < 10 * CLOCKS_PER_SEC &&
           lock_byte(fd, F_OFD_GETLK, F_WRLCK, LOCK_WORKED).l_type == F_UNLCK)
        sched_yield();
}

Test(judge, runner_sees_work_between_calls)
{
    bres_test_called called;
    int fd;

    bres_test_called_begin(&called, "misbehave", WORK_BETWEEN);
    fd = open(called.object, O_RDWR | O_CLOEXEC);
    lock_byte(fd, F_OFD_SETLKW, F_WRLCK, LOCK_TO_WORK);
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    bres_test_called_call(&called, 0, BRES__RUNNER_RETURNED);
    lock_byte(fd, F_OFD_SETLK, F_UNLCK, LOCK_TO_WORK);
    await_work(fd);
    bres_test_called_call(&called, 0, BRES__RUNNER_DISTURBED);
    cr_expect_not_null(strstr(called.report.message, "before it was called"), "%s",
                       called.report.message);
    /* That was once. */
    bres_test_called_call(&called, 0, BRES__RUNNER_RETURNED);
    bres_test_called_expect_output(&called, 0);
    bres_test_called_end(&called);
    close(fd);
}

Test(judge, runner_knows_who_answers)
{
    static const int cases[] = { FORGE_ANSWER, FORGE_NOTHING, FORGE_BY_CHILD };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_outcome(&(work){ cases[i], 0, BRES__RUNNER_FORGED, "another sender",
                                cases[i] == FORGE_BY_CHILD });
}
