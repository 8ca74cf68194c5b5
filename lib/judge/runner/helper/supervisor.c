/* SPDX-License-Identifier: MIT */
#include "judge/runner/helper/supervisor.h"
#include "judge/runner/helper/sandbox.h"

#include "judge/runner/process_stats.h"

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

static void control_send(bres__wire_kind kind, int value)
{
    const bres__wire_message message = { .kind = (uint32_t)kind, .value = value };

    send(BRES__WIRE_CONTROL, &message, sizeof(message), MSG_NOSIGNAL);
}

/* Waits for children; without children, waits to be killed. */
static _Noreturn void subreaper_watch(pid_t runner)
{
    for (;;) {
        int status;
        const pid_t ended = waitpid(-1, &status, 0);

        if (ended == runner)
            control_send(BRES__WIRE_ENDED, status);
        else if (ended < 0 && errno == ECHILD)
            pause();
    }
}

/* Whether the supervisor has ended before PR_SET_PDEATHSIG tied this process to it. */
static bool supervisor_has_ended(int supervisor_life)
{
    struct pollfd polled = { .fd = supervisor_life, .events = POLLIN };

    return poll(&polled, 1, 0) != 0;
}

static _Noreturn void subreaper_main(unsigned sandbox, bool on_device, int supervisor_life,
                                     char *const *readable)
{
    const pid_t self = getpid();
    pid_t runner;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (supervisor_has_ended(supervisor_life))
        _exit(EXIT_FAILURE);
    /* The driver of a GPU may need files that a container has mounted below /proc. */
    if ((sandbox & BRES__SANDBOX_PROCESSES) != 0 && !on_device)
        sandbox |= sandbox_own_proc();
    control_send(BRES__WIRE_SUBREAPER, (int)sandbox);
    runner = fork();
    if (runner == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != self)
            _exit(EXIT_FAILURE);
        close(supervisor_life);
        close(BRES__WIRE_CONTROL);
        runner_main(readable);
    }
    close(BRES__WIRE_CHANNEL);
    close(BRES__WIRE_OBJECT);
    if (runner < 0)
        _exit(EXIT_FAILURE);
    subreaper_watch(runner);
}

static void child_kill(void *user, pid_t pid)
{
    (void)user;
    kill(pid, SIGKILL);
}

/* Kills all children and the processes that this process then inherits, until no child is left. The
 * subreaper is killed by its number, because some kernels do not list children. */
static void children_end(pid_t subreaper)
{
    pid_t ended;

    if (subreaper > 0)
        kill(subreaper, SIGKILL);
    do {
        bres__process_children(getpid(), child_kill, NULL);
        ended = waitpid(-1, NULL, 0);
    } while (ended > 0 || (ended < 0 && errno == EINTR));
}

/* Waits until the control socket closes, or the judge or the subreaper ends. */
static void supervisor_watch(int judge, int subreaper)
{
    struct pollfd polled[] = { { .fd = BRES__WIRE_CONTROL, .events = POLLIN },
                               { .fd = judge, .events = POLLIN },
                               { .fd = subreaper, .events = POLLIN } };

    while (poll(polled, 3, -1) < 0 && errno == EINTR)
        continue;
}

int supervisor_main(bool on_device, char *const *readable)
{
    const int judge = (int)syscall(SYS_pidfd_open, getppid(), 0);
    int life[2];
    unsigned sandbox;
    pid_t subreaper;

    prctl(PR_SET_CHILD_SUBREAPER, 1);
    sandbox = sandbox_namespaces();
    /* Nothing is written to the pipe; its other end hangs up when this process ends. */
    if (pipe2(life, O_CLOEXEC) != 0)
        return EXIT_FAILURE;
    subreaper = fork();
    if (subreaper == 0) {
        close(life[1]);
        close(judge);
        subreaper_main(sandbox, on_device, life[0], readable);
    }
    close(BRES__WIRE_CHANNEL);
    close(BRES__WIRE_OBJECT);
    if (subreaper > 0)
        supervisor_watch(judge, (int)syscall(SYS_pidfd_open, subreaper, 0));
    children_end(subreaper);
    return subreaper > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
