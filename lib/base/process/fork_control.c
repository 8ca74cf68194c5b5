/* SPDX-License-Identifier: MIT */
#include "base/process/fork_control.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/process/children.h"
#include "base/process/forked.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_MS UINT64_C(1000000)

typedef struct fork_control {
    int fd;
    const bres__fork_task *task;
    /* The program's signal settings, for the forked processes. */
    struct sigaction child_action;
    sigset_t mask;
    pid_t *processes; /* the processes that end_process() has not ended yet */
    size_t process_capacity;
    size_t process_count;
} fork_control;

/* Blocks SIGCHLD, because the server waits for it. The program's handler does not receive it. */
static void take_signals(fork_control *control)
{
    const struct sigaction action = { .sa_handler = SIG_DFL };
    sigset_t block;

    sigemptyset(&block);
    sigaddset(&block, SIGCHLD);
    sigprocmask(SIG_BLOCK, &block, &control->mask);
    sigaction(SIGCHLD, &action, &control->child_action);
}

static _Noreturn void process_run(const fork_control *control, int fd, pid_t server, unsigned slot)
{
    setpgid(0, 0);
    bres__forked_begin(server);
    sigaction(SIGCHLD, &control->child_action, NULL);
    sigprocmask(SIG_SETMASK, &control->mask, NULL);
    control->task->run(control->task->context, fd, slot);
    _exit(0);
}

/* Forks a process. *fd is the program's end of the connection to it. */
static void make(fork_control *control, unsigned slot, bres__fork_reply *reply, int *fd)
{
    const pid_t self = getpid();
    int ends[2];

    if (!BRES__RESERVE(&control->processes, &control->process_capacity,
                       control->process_count + 1) ||
        !bres__fork_connect(SOCK_STREAM, ends)) {
        reply->error = errno;
        return;
    }
    reply->pid = fork();
    if (reply->pid == 0) {
        close(control->fd);
        close(ends[0]);
        process_run(control, ends[1], self, slot);
    }
    reply->error = reply->pid < 0 ? errno : 0;
    close(ends[1]);
    *fd = ends[0];
    if (reply->pid > 0) {
        setpgid(reply->pid, reply->pid);
        control->processes[control->process_count++] = reply->pid;
    }
}

static bres__forked_state look(pid_t pid)
{
    siginfo_t info = { .si_pid = 0 };

    if (waitid(P_PID, (id_t)pid, &info, WEXITED | WSTOPPED | WNOHANG | WNOWAIT) != 0)
        return BRES__FORKED_ENDED;
    if (info.si_pid == 0)
        return BRES__FORKED_RUNS;
    return info.si_code == CLD_STOPPED ? BRES__FORKED_STOPPED : BRES__FORKED_ENDED;
}

/* Waits until the process has ended (true) or the time has expired (false). */
static bool wait_for_end(pid_t pid, uint32_t wait_ms)
{
    const uint64_t begin = bres__steady_now();
    const uint64_t limit = wait_ms * NS_PER_MS;
    sigset_t child;

    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    while (!bres__forked_has_ended(pid, WNOHANG)) {
        const uint64_t spent = bres__steady_now() - begin;
        const uint64_t left = spent < limit ? limit - spent : 0;
        const struct timespec timeout = { .tv_sec = (time_t)(left / BRES__NS_PER_SECOND),
                                          .tv_nsec = (long)(left % BRES__NS_PER_SECOND) };

        if (wait_ms == BRES__FORKED_WAIT)
            (void)sigwaitinfo(&child, NULL);
        else if (left == 0)
            return false;
        else
            (void)sigtimedwait(&child, NULL, &timeout);
    }
    return true;
}

static void forget(fork_control *control, pid_t pid)
{
    for (size_t i = 0; i < control->process_count; i++) {
        if (control->processes[i] == pid) {
            control->processes[i] = control->processes[--control->process_count];
            return;
        }
    }
}

/* Ends a process and its descendants. Its orphans become children of the server, regardless of
 * their process group and session. */
static bres__forked_end end_process(fork_control *control, pid_t pid, uint32_t wait_ms)
{
    bres__forked_end end = { .by_itself = wait_for_end(pid, wait_ms) };

    if (!end.by_itself)
        kill(pid, SIGKILL);
    kill(-pid, SIGKILL);
    while (waitpid(pid, &end.wait_status, 0) < 0 && errno == EINTR)
        ;
    forget(control, pid);
    bres__children_end(control->processes, control->process_count);
    return end;
}

/* Sends a reply, and the descriptor `fd` unless it is -1. */
static bool send_reply(int control, bres__fork_reply *reply, int fd)
{
    struct iovec part = { .iov_base = reply, .iov_len = sizeof(*reply) };
    union {
        char room[CMSG_SPACE(sizeof(int))];
        struct cmsghdr aligned;
    } rights = { .room = { 0 } };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };

    if (fd >= 0) {
        struct cmsghdr *header;

        message.msg_control = rights.room;
        message.msg_controllen = sizeof(rights.room);
        header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &fd, sizeof(fd));
    }
    return sendmsg(control, &message, MSG_NOSIGNAL) == (ssize_t)sizeof(*reply);
}

static bool serve(fork_control *control, const bres__fork_request *request)
{
    bres__fork_reply reply = { .error = 0 };
    int fd = -1;
    bool sent;

    switch (request->kind) {
    case BRES__FORK_MAKE:
        make(control, request->slot, &reply, &fd);
        break;
    case BRES__FORK_LOOK:
        reply.state = look(request->pid);
        break;
    case BRES__FORK_END:
        reply.end = end_process(control, request->pid, request->wait_ms);
        break;
    }
    sent = send_reply(control->fd, &reply, fd);
    if (fd >= 0)
        close(fd);
    return sent;
}

void bres__fork_control_run(int control, pid_t program, const bres__fork_task *task)
{
    fork_control self = { .fd = control, .task = task };
    bres__fork_request request;
    ssize_t got;

    /* Only the program receives the signals of the terminal. */
    setpgid(0, 0);
    bres__forked_begin(program);
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
    take_signals(&self);
    if (task->begin != NULL)
        task->begin(task->context);
    do {
        got = recv(control, &request, sizeof(request), 0);
    } while ((got < 0 && errno == EINTR) ||
             (got == (ssize_t)sizeof(request) && serve(&self, &request)));
    bres__children_end(NULL, 0);
    _exit(0);
}
