/* SPDX-License-Identifier: MIT */
#include "harness/run/signals.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static sighandler_t handler_of(int number)
{
    struct sigaction action;

    cr_assert_eq(sigaction(number, NULL, &action), 0);
    return action.sa_handler;
}

static void own_handler(int number)
{
    (void)number;
}

Test(harness, signals_are_noted_and_handlers_restored)
{
    static const int numbers[] = { SIGINT, SIGTERM };

    signal(SIGINT, own_handler);
    signal(SIGTERM, SIG_DFL);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        bres__signals_install();
        cr_expect_eq(bres__signals_caught(), 0, "a new run begins without a signal");
        raise(numbers[i]);
        cr_expect_eq(bres__signals_caught(), numbers[i]);
        cr_expect_eq(handler_of(SIGPIPE), SIG_IGN);
        bres__signals_restore();
        bres__signals_restore();
        cr_expect_eq(handler_of(SIGINT), own_handler);
        cr_expect_eq(handler_of(SIGTERM), SIG_DFL);
        cr_expect_eq(handler_of(SIGPIPE), SIG_DFL);
    }
    signal(SIGINT, SIG_DFL);
}

Test(harness, signals_that_are_ignored_stay_ignored)
{
    signal(SIGINT, SIG_IGN);
    bres__signals_install();
    raise(SIGINT);
    cr_expect_eq(bres__signals_caught(), 0);
    bres__signals_restore();
    cr_expect_eq(handler_of(SIGINT), SIG_IGN);
    signal(SIGINT, SIG_DFL);
}

static int wait_status_of(pid_t child)
{
    int status = 0;

    cr_assert_eq(waitpid(child, &status, 0), child);
    return status;
}

Test(harness, signals_end_the_process_when_they_repeat)
{
    static const struct {
        int first;
        int second;
        int exit_status;
    } rows[] = {
        { SIGINT, SIGINT, 130 },
        { SIGTERM, SIGTERM, 143 },
        { SIGINT, SIGTERM, 143 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const pid_t child = fork();
        int status;

        if (child == 0) {
            bres__signals_install();
            raise(rows[i].first);
            raise(rows[i].second);
            _exit(0);
        }
        status = wait_status_of(child);
        cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == rows[i].exit_status, "row %zu", i);
    }
}

/* The result is the same with and without installed handlers. */
Test(harness, signals_fork_gives_the_child_its_sigpipe)
{
    for (int installed = 0; installed < 2; installed++) {
        pid_t child;
        int status;

        if (installed != 0)
            bres__signals_install();
        child = bres__signals_fork();
        if (child == 0)
            _exit(handler_of(SIGPIPE) == SIG_DFL ? 7 : 1);
        status = wait_status_of(child);
        bres__signals_forget_child();
        cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 7, "installed: %d", installed);
    }
    bres__signals_restore();
}

Test(harness, signals_reach_the_child_until_it_is_forgotten)
{
    int ends[2];
    pid_t child;
    int status;
    char byte;

    cr_assert_eq(pipe(ends), 0);
    bres__signals_install();
    child = bres__signals_fork();
    if (child == 0) {
        close(ends[1]);
        alarm(60); /* ends the child if no signal arrives */
        while (bres__signals_caught() == 0)
            poll(NULL, 0, 0);
        raise(SIGINT); /* the second signal does not end a child */
        _exit(read(ends[0], &byte, 1) == 0 && bres__signals_caught() == SIGINT ? 7 : 1);
    }
    close(ends[0]);
    raise(SIGINT);
    bres__signals_forget_child();
    close(ends[1]);
    status = wait_status_of(child);
    bres__signals_restore();
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}
