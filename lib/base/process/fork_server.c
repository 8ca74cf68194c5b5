/* SPDX-License-Identifier: MIT */
/*
 * The program's side of a fork server.
 */
#include "base/process/fork_server.h"

#include "base/error.h"
#include "base/fault.h"
#include "base/process/fork_control.h"
#include "base/process/forked.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Attempts to count the threads, and the wait between attempts. The system still lists a thread for
 * a moment after it was joined. */
#define COUNT_ATTEMPTS 100
#define COUNT_WAIT_NS  1000000

/* Milliseconds between two checks of a server that does not reply, and the number of consecutive
 * checks in which the server may be stopped. A shell that stops and continues all processes of a
 * job does not do so at the same instant. */
#define LOOK_MS   250
#define LOOKS_MAX 4

/* Milliseconds that the server gets to end its processes. */
#define STOP_MS 1000

/* A test runner may have threads of its own. */
#ifdef BRES__FAULTS
size_t bres__fork_server_threads = 1;
#else
#define bres__fork_server_threads ((size_t)1)
#endif

size_t bres__count_threads(void)
{
    DIR *directory = BRES__FAULT(BRES__FAULT_IO) ? NULL : opendir("/proc/self/task");
    size_t count = 0;

    if (directory == NULL)
        return 0;
    for (const struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory))
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

static bres_status check_threads(void)
{
    const struct timespec wait = { .tv_nsec = COUNT_WAIT_NS };
    size_t count = bres__count_threads();

    for (int attempt = 1; attempt < COUNT_ATTEMPTS && count > bres__fork_server_threads;
         attempt++) {
        nanosleep(&wait, NULL);
        count = bres__count_threads();
    }
    if (count == 0)
        return bres__error(BRES_ERROR_UNSUPPORTED,
                           "cannot isolate: the threads of the process are unknown, because "
                           "/proc/self/task cannot be read");
    if (count > bres__fork_server_threads)
        return bres__error(BRES_ERROR_UNSUPPORTED,
                           "cannot isolate: the process has %zu threads (expected %zu)", count,
                           bres__fork_server_threads);
    return BRES_OK;
}

bool bres__fork_connect(int type, int ends[2])
{
    int made[2];
    int error;

    if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, made) != 0)
        return false;
    ends[0] = fcntl(made[0], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ends[1] = fcntl(made[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    error = errno;
    close(made[0]);
    close(made[1]);
    if (ends[0] >= 0 && ends[1] >= 0)
        return true;
    close(ends[0]);
    close(ends[1]);
    errno = error;
    return false;
}

bres_status bres__fork_server_start(bres__fork_server *server, const bres__fork_task *task)
{
    const pid_t self = getpid();
    int ends[2] = { -1, -1 };
    bres_status status = check_threads();

    *server = (bres__fork_server){ .control = -1 };
    if (status != BRES_OK)
        return status;
    errno = EMFILE;
    if (BRES__FAULT(BRES__FAULT_IO) || !bres__fork_connect(SOCK_SEQPACKET, ends))
        return bres__error_system("make a connection to a helper process", NULL);
    /* Otherwise both processes would write the buffered output. */
    fflush(NULL);
    errno = EAGAIN;
    server->pid = BRES__FAULT(BRES__FAULT_IO) ? -1 : fork();
    if (server->pid == 0) {
        close(ends[0]);
        bres__fork_control_run(ends[1], self, task);
    }
    close(ends[1]);
    server->control = ends[0];
    if (server->pid > 0)
        return BRES_OK;
    status = bres__error_system("start a helper process", NULL);
    server->pid = 0;
    bres__fork_server_stop(server);
    return status;
}

/* Kills and collects the server. */
static int server_collect(bres__fork_server *server)
{
    int wait_status = 0;

    kill(server->pid, SIGKILL);
    while (waitpid(server->pid, &wait_status, 0) < 0 && errno == EINTR)
        ;
    server->pid = 0;
    return wait_status;
}

/* Gives the server time to end its processes and their descendants. */
static void server_await(const bres__fork_server *server)
{
    struct pollfd polled = { .events = POLLIN };

    polled.fd = (int)syscall(SYS_pidfd_open, server->pid, 0);
    if (polled.fd < 0)
        return;
    kill(server->pid, SIGCONT);
    (void)poll(&polled, 1, STOP_MS);
    close(polled.fd);
}

void bres__fork_server_stop(bres__fork_server *server)
{
    if (server->control >= 0)
        shutdown(server->control, SHUT_RDWR);
    if (server->pid > 0) {
        server_await(server);
        server_collect(server);
    }
    if (server->control >= 0)
        close(server->control);
    server->control = -1;
}

static bres_status server_lost(bres__fork_server *server)
{
    char how[128];

    if (server->pid == 0)
        return bres__error(BRES_ERROR_IO, "the helper process has ended");
    bres__forked_describe(server_collect(server), how, sizeof(how));
    return bres__error(BRES_ERROR_IO, "the helper process has ended: %s", how);
}

/* Kills a stopped server, because no process would continue it. */
static bres_status server_stopped(bres__fork_server *server)
{
    server_collect(server);
    return bres__error(BRES_ERROR_IO, "the helper process was stopped by a signal");
}

static bool server_is_stopped(const bres__fork_server *server)
{
    siginfo_t info = { .si_pid = 0 };

    return waitid(P_PID, (id_t)server->pid, &info, WSTOPPED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid != 0;
}

/* Waits until a reply can be received. Returns false if the server is stopped. */
static bool reply_wait(const bres__fork_server *server)
{
    struct pollfd polled = { .fd = server->control, .events = POLLIN };
    int stopped = 0;

    while (poll(&polled, 1, LOOK_MS) <= 0) {
        stopped = server_is_stopped(server) ? stopped + 1 : 0;
        if (stopped > LOOKS_MAX)
            return false;
    }
    return true;
}

/* Receives a reply and the descriptor sent with it: *fd, -1 if none. */
static ssize_t receive_reply(int control, bres__fork_reply *reply, int *fd)
{
    struct iovec part = { .iov_base = reply, .iov_len = sizeof(*reply) };
    union {
        char room[CMSG_SPACE(sizeof(int))];
        struct cmsghdr aligned;
    } rights;
    struct msghdr message = {
        .msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = rights.room,
        .msg_controllen = sizeof(rights.room),
    };
    const struct cmsghdr *header;
    ssize_t got;

    *fd = -1;
    do {
        got = recvmsg(control, &message, MSG_CMSG_CLOEXEC);
    } while (got < 0 && errno == EINTR);
    header = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (header != NULL && header->cmsg_type == SCM_RIGHTS)
        memcpy(fd, CMSG_DATA(header), sizeof(*fd));
    return got;
}

static bres_status server_call(bres__fork_server *server, const bres__fork_request *request,
                               bres__fork_reply *reply, int *fd)
{
    *fd = -1;
    if (server->pid == 0 || BRES__FAULT(BRES__FAULT_IO) ||
        send(server->control, request, sizeof(*request), MSG_NOSIGNAL) != (ssize_t)sizeof(*request))
        return server_lost(server);
    if (!reply_wait(server))
        return server_stopped(server);
    return receive_reply(server->control, reply, fd) == (ssize_t)sizeof(*reply)
               ? BRES_OK
               : server_lost(server);
}

bres_status bres__fork_server_make(bres__fork_server *server, unsigned slot, bres__forked *forked)
{
    const bres__fork_request request = { .kind = BRES__FORK_MAKE, .slot = slot };
    bres__fork_reply reply;
    bres_status status;

    *forked = (bres__forked){ .fd = -1 };
    status = server_call(server, &request, &reply, &forked->fd);
    if (status != BRES_OK)
        return status;
    if (reply.error == 0 && forked->fd >= 0) {
        forked->pid = reply.pid;
        return BRES_OK;
    }
    if (reply.error == 0) {
        bres__forked_end unused;

        /* The kernel drops the descriptor if this process has too many open files. */
        (void)bres__fork_server_end(server, reply.pid, 0, &unused);
        reply.error = EMFILE;
    }
    errno = reply.error;
    return bres__error_system("start an isolated process", NULL);
}

bres_status bres__fork_server_look(bres__fork_server *server, pid_t pid, bres__forked_state *state)
{
    const bres__fork_request request = { .kind = BRES__FORK_LOOK, .pid = pid };
    bres__fork_reply reply;
    int unused;
    const bres_status status = server_call(server, &request, &reply, &unused);

    *state = status == BRES_OK ? reply.state : BRES__FORKED_ENDED;
    return status;
}

bres_status bres__fork_server_end(bres__fork_server *server, pid_t pid, uint32_t wait_ms,
                                  bres__forked_end *end)
{
    const bres__fork_request request = { .kind = BRES__FORK_END, .pid = pid, .wait_ms = wait_ms };
    bres__fork_reply reply;
    int unused;
    const bres_status status = server_call(server, &request, &reply, &unused);

    *end = (bres__forked_end){ .by_itself = false };
    if (status == BRES_OK)
        *end = reply.end;
    return status;
}
