/* SPDX-License-Identifier: MIT */
#include "judge/runner/channel.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define NS_PER_MS       UINT64_C(1000000)
/* Interval between queries whether the judge is interrupted. */
#define ASK_MS          50
#define OUTPUT_LIMIT    ((size_t)64 << 10)
/* Chunks to read at once. */
#define OUTPUT_CHUNKS   256
/* How long a process may take to end after it has closed its channel. */
#define CLOSED_LIMIT    (2 * BRES__NS_PER_SECOND)
/* Deadline for the start of the subreaper, which usually takes milliseconds. */
#define SUBREAPER_LIMIT (60 * BRES__NS_PER_SECOND)

/* Has no room for descriptors that come with a message: the system closes them. */
typedef union credentials_space {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(struct ucred))];
} credentials_space;

/* The outcome of receiving. */
typedef enum packet {
    PACKET_NONE,
    PACKET_END,
    PACKET_MESSAGE, /* of the right size, from a known process */
    PACKET_OTHER
} packet;

static pid_t packet_sender(struct msghdr *header)
{
    const struct cmsghdr *part = CMSG_FIRSTHDR(header);
    struct ucred credentials;

    if (part == NULL || part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_CREDENTIALS)
        return 0;
    memcpy(&credentials, CMSG_DATA(part), sizeof(credentials));
    return credentials.pid;
}

/* Receives one packet, without waiting. *process is the expected sender; 0: set it to the sender.
 */
static packet packet_take(int fd, pid_t *process, bres__wire_message *message)
{
    credentials_space space;
    struct iovec part = { .iov_base = message, .iov_len = sizeof(*message) };
    struct msghdr header = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &space, .msg_controllen = sizeof(space)
    };
    const ssize_t got = recvmsg(fd, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    pid_t sender;

    if (got < 0)
        return errno == EAGAIN || errno == EINTR ? PACKET_NONE : PACKET_END;
    sender = packet_sender(&header);
    /* An empty packet has a sender; the end of the connection does not. */
    if (got == 0 && sender == 0)
        return PACKET_END;
    if (got != (ssize_t)sizeof(*message) || (header.msg_flags & MSG_TRUNC) != 0 || sender == 0 ||
        (*process != 0 && *process != sender))
        return PACKET_OTHER;
    *process = sender;
    message->text[sizeof(message->text) - 1] = '\0';
    return PACKET_MESSAGE;
}

bres_status bres__runner_order(const bres__runner *runner, const void *order, size_t size, int fd)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } space;
    /* sendmsg() does not write to the order, although iov_base is not a pointer to const. */
    struct iovec part = { .iov_base = (void *)(uintptr_t)order, .iov_len = size };
    struct msghdr header = { .msg_iov = &part, .msg_iovlen = 1 };

    if (fd >= 0) {
        memset(&space, 0, sizeof(space));
        space.header.cmsg_level = SOL_SOCKET;
        space.header.cmsg_type = SCM_RIGHTS;
        space.header.cmsg_len = CMSG_LEN(sizeof(fd));
        memcpy(CMSG_DATA(&space.header), &fd, sizeof(fd));
        header.msg_control = &space;
        header.msg_controllen = sizeof(space);
    }
    while (sendmsg(runner->channel, &header, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
        /* The peer has ended, or has left many orders unread: no answer will come. */
        if (errno == EPIPE || errno == ECONNRESET || errno == EAGAIN)
            break;
        if (errno != EINTR)
            return bres__error_system("send an order to the solution's process", NULL);
    }
    return BRES_OK;
}

/* Drains and discards excess output so that the solution never blocks, but stops after some chunks
 * to keep the deadline. */
void bres__runner_take_output(bres__runner *runner)
{
    char chunk[4096];
    ssize_t got = sizeof(chunk);

    for (int i = 0; got == (ssize_t)sizeof(chunk) && i < OUTPUT_CHUNKS; i++) {
        const size_t room = OUTPUT_LIMIT - runner->output.length;

        got = read(runner->output_fd, chunk, sizeof(chunk));
        if (got > 0)
            bres__text_append(&runner->output, chunk, (size_t)got < room ? (size_t)got : room);
    }
}

/* Reads all messages on the control socket; false when the supervisor has ended. */
static bool control_read(bres__runner *runner)
{
    bres__wire_message message;
    packet got;

    while ((got = packet_take(runner->control, &runner->subreaper, &message)) == PACKET_MESSAGE) {
        if (message.kind == BRES__WIRE_SUBREAPER) {
            runner->sandbox = (unsigned)message.value;
        } else if (message.kind == BRES__WIRE_ENDED) {
            runner->has_ended = true;
            runner->wait_status = message.value;
        }
    }
    return got != PACKET_END;
}

static bres_status fail_closed(bres__runner_report *report)
{
    return bres__runner_fail(report, BRES__RUNNER_EXITED,
                             "it closed the socket through which its process answers");
}

static bres_status fail_ended(bres__runner *runner, bres__runner_report *report)
{
    const int status = runner->wait_status;

    bres__runner_take_output(runner);
    if (WIFSIGNALED(status)) {
        const char *name = sigabbrev_np(WTERMSIG(status));
        const char *description = sigdescr_np(WTERMSIG(status));

        return bres__runner_fail(report, BRES__RUNNER_EXITED,
                                 "its process was killed by SIG%s (%s)", name != NULL ? name : "RT",
                                 description != NULL ? description : "real-time signal");
    }
    if (WEXITSTATUS(status) == BRES__WIRE_LOST)
        return fail_closed(report);
    return bres__runner_fail(report, BRES__RUNNER_EXITED, "its process ended with exit status %d",
                             WEXITSTATUS(status));
}

typedef struct waiting {
    uint64_t begin; /* moved back by the time already spent */
    uint64_t deadline;
    bool is_closed; /* the channel is closed */
} waiting;

static int poll_timeout(const waiting *wait)
{
    const uint64_t now = bres__steady_now();
    const uint64_t left = wait->deadline > now ? (wait->deadline - now) / NS_PER_MS + 1 : 0;

    return left < ASK_MS ? (int)left : ASK_MS;
}

/* Records that the channel is closed, and gives the process a moment to end. */
static void waiting_close(waiting *wait)
{
    const uint64_t limit = bres__steady_now() + CLOSED_LIMIT;

    wait->is_closed = true;
    if (wait->deadline > limit)
        wait->deadline = limit;
}

/* Waits for an event, and handles every event except messages on the channel. */
static bres_status wait_once(bres__runner *runner, const waiting *wait)
{
    struct pollfd polled[] = {
        { .fd = wait->is_closed ? -1 : runner->channel, .events = POLLIN },
        { .fd = runner->control, .events = POLLIN },
        { .fd = runner->output_fd, .events = POLLIN },
    };
    const bool asks = runner->options.judge->is_interrupted != NULL;

    if (poll(polled, 3, poll_timeout(wait)) < 0 && errno != EINTR)
        return bres__error_system("wait for a solution", NULL);
    /* An answer takes precedence over the other events. */
    if (polled[0].revents != 0)
        return BRES_OK;
    if (polled[2].revents != 0)
        bres__runner_take_output(runner);
    if (polled[1].revents != 0 && !control_read(runner))
        return bres__error(BRES_ERROR_IO, "the supervisor of the solution's process ended");
    if (asks && runner->options.judge->is_interrupted(runner->options.judge->interrupt_user))
        return bres__error(BRES_ERROR_INTERRUPTED, "interrupted");
    return BRES_OK;
}

/* Fails if the runner has ended or the deadline has passed. Call it if no message is waiting. */
static void wait_judge(bres__runner *runner, const waiting *wait, bres__runner_report *report)
{
    const uint64_t now = bres__steady_now();

    if (runner->has_ended)
        fail_ended(runner, report);
    else if (now >= wait->deadline && wait->is_closed)
        fail_closed(report);
    else if (now >= wait->deadline)
        bres__runner_fail(report, BRES__RUNNER_TIMED_OUT, "it was killed after %.3g s",
                          (double)(now - wait->begin) / 1e9);
}

static bool is_answer(const bres__wire_message *order, const bres__wire_message *answer)
{
    return (answer->kind == order->kind || answer->kind == BRES__WIRE_FAILED) &&
           answer->nonce == order->nonce && answer->number == order->number;
}

bres_status bres__runner_answer(bres__runner *runner, const bres__wire_message *order,
                                uint64_t limit_ns, bres__wire_message *answer,
                                bres__runner_report *report)
{
    const uint64_t begin = bres__steady_now();
    waiting wait = { .begin = begin - runner->spent_ns,
                     .deadline = limit_ns < UINT64_MAX - begin ? begin + limit_ns : UINT64_MAX };

    for (;;) {
        const packet got =
            wait.is_closed ? PACKET_NONE : packet_take(runner->channel, &runner->process, answer);
        bres_status status;

        runner->answered_ns = bres__steady_now();
        if (got == PACKET_OTHER || (got == PACKET_MESSAGE && !is_answer(order, answer)))
            return bres__runner_fail(report, BRES__RUNNER_FORGED,
                                     "a message came from another sender than its process");
        if (got == PACKET_MESSAGE)
            return BRES_OK;
        if (got == PACKET_END)
            waiting_close(&wait);
        wait_judge(runner, &wait, report);
        if (report->outcome != BRES__RUNNER_RETURNED)
            return BRES_OK;
        status = wait_once(runner, &wait);
        if (status != BRES_OK)
            return status;
    }
}

void bres__runner_expect_silence(const bres__runner *runner, bres__runner_report *report)
{
    char byte;

    if (recv(runner->channel, &byte, sizeof(byte), MSG_PEEK | MSG_DONTWAIT) > 0)
        bres__runner_fail(report, BRES__RUNNER_FORGED,
                          "a message came from another sender than its process");
}

bres_status bres__runner_await_subreaper(bres__runner *runner)
{
    const uint64_t begin = bres__steady_now();
    const waiting wait = { begin, begin + SUBREAPER_LIMIT, true };
    bres_status status = BRES_OK;

    while (status == BRES_OK && runner->subreaper == 0) {
        status = wait_once(runner, &wait);
        if (status == BRES_OK && runner->subreaper == 0 && bres__steady_now() >= wait.deadline)
            status = bres__error(BRES_ERROR_IO, "'%s' did not start", BRES__RUNNER_PROGRAM);
    }
    return status;
}
