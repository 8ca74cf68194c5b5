/* SPDX-License-Identifier: MIT */
/*
 * The processes that see to it that nothing is left: not of a solution that forks, nor of a judge
 * that is killed.
 */
#include "judge/runner/helper/helper.h"

#include "judge/runner/census.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void leash_tell(bres__wire_kind kind, int value)
{
    const bres__wire_message message = { .kind = (uint32_t)kind, .value = value };

    send(BRES__WIRE_LEASH, &message, sizeof(message), MSG_NOSIGNAL);
}

/* --- The process that adopts ---------------------------------------------------------------- */

/* Collects whatever ends. Without children there is nothing to do but to be killed. */
static _Noreturn void adopter_watch(pid_t runner)
{
    for (;;) {
        int status;
        const pid_t ended = waitpid(-1, &status, 0);

        if (ended == runner)
            leash_tell(BRES__WIRE_ENDED, status);
        else if (ended < 0 && errno == ECHILD)
            pause();
    }
}

/* true when the keeper has ended before this process was bound to it. */
static bool keeper_has_ended(int keeper_life)
{
    struct pollfd polled = { .fd = keeper_life, .events = POLLIN };

    return poll(&polled, 1, 0) != 0;
}

static _Noreturn void adopter_main(const char *object, unsigned sandbox, int keeper_life)
{
    const pid_t self = getpid();
    pid_t runner;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (keeper_has_ended(keeper_life))
        _exit(EXIT_FAILURE);
    leash_tell(BRES__WIRE_ADOPTED, (int)sandbox);
    runner = fork();
    if (runner == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != self)
            _exit(EXIT_FAILURE);
        close(keeper_life);
        close(BRES__WIRE_LEASH);
        runner_main(object);
    }
    close(BRES__WIRE_CHANNEL);
    if (runner < 0)
        _exit(EXIT_FAILURE);
    adopter_watch(runner);
}

/* --- The keeper ----------------------------------------------------------------------------- */

static void child_kill(void *user, pid_t pid)
{
    (void)user;
    kill(pid, SIGKILL);
}

/* What is killed leaves its children to this process, until there is nobody. */
static void children_end(void)
{
    pid_t ended;

    do {
        bres__process_children(getpid(), child_kill, NULL);
        ended = waitpid(-1, NULL, 0);
    } while (ended > 0 || (ended < 0 && errno == EINTR));
}

/* Until the leash ends, or the judge or the process that adopts has. */
static void keeper_watch(int judge, int adopter)
{
    struct pollfd polled[] = { { .fd = BRES__WIRE_LEASH, .events = POLLIN },
                               { .fd = judge, .events = POLLIN },
                               { .fd = adopter, .events = POLLIN } };

    while (poll(polled, 3, -1) < 0 && errno == EINTR)
        continue;
}

int keeper_main(const char *object)
{
    const int judge = (int)syscall(SYS_pidfd_open, getppid(), 0);
    int life[2];
    unsigned sandbox;
    pid_t adopter;

    prctl(PR_SET_CHILD_SUBREAPER, 1);
    sandbox = sandbox_namespaces();
    /* Nothing is written to it: its other end hangs up when this process ends. */
    if (pipe2(life, O_CLOEXEC) != 0)
        return EXIT_FAILURE;
    adopter = fork();
    if (adopter == 0) {
        close(life[1]);
        close(judge);
        adopter_main(object, sandbox, life[0]);
    }
    close(BRES__WIRE_CHANNEL);
    if (adopter > 0)
        keeper_watch(judge, (int)syscall(SYS_pidfd_open, adopter, 0));
    children_end();
    return adopter > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
