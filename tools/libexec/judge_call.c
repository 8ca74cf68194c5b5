/* SPDX-License-Identifier: MIT */
/*
 * The process that calls a solution. Between orders it waits for the next one and does nothing. It
 * has the memory of a set during the call alone: who looks at it before, or writes to it after,
 * does so within the time that the judge takes.
 */
#include "judge_runner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define CACHE_LINE 64

/* Bound when the program is loaded, and in memory that is read-only from then on. */
static int (*const clock_read)(clockid_t, struct timespec *) = clock_gettime;

struct runner {
    bres__wire_setup *setup;
    struct solution *solution;
    unsigned char *stream; /* as large as the caches */
    unsigned char
        *memory; /* where the set is; nothing can be read or written there between calls */
};

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_read(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

/* --- The channel ---------------------------------------------------------------------------- */

void channel_answer(const bres__wire_message *answer)
{
    ssize_t sent;

    do
        sent = send(BRES__WIRE_CHANNEL, answer, sizeof(*answer), MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    if (sent != (ssize_t)sizeof(*answer))
        _exit(BRES__WIRE_LOST);
}

void channel_fail(const bres__wire_message *order)
{
    bres__wire_message answer = *order;

    answer.kind = BRES__WIRE_FAILED;
    answer.value = (int32_t)bres_last_error_status();
    snprintf(answer.text, sizeof(answer.text), "%s", bres_last_error());
    channel_answer(&answer);
}

/* Waits for an order; *fd is the descriptor that comes with it, or -1. */
static void channel_receive(bres__wire_message *order, int *fd)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } space;
    struct iovec part = { .iov_base = order, .iov_len = sizeof(*order) };
    struct msghdr header = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &space, .msg_controllen = sizeof(space)
    };
    ssize_t got;

    *fd = -1;
    do
        got = recvmsg(BRES__WIRE_CHANNEL, &header, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    if (got != (ssize_t)sizeof(*order))
        _exit(BRES__WIRE_LOST);
    if (header.msg_controllen >= sizeof(space))
        memcpy(fd, CMSG_DATA(&space.header), sizeof(*fd));
}

/* The first order, whose size is not known. */
static bres__wire_setup *channel_receive_setup(void)
{
    char byte;
    const ssize_t size = recv(BRES__WIRE_CHANNEL, &byte, sizeof(byte), MSG_PEEK | MSG_TRUNC);
    bres__wire_setup *setup = size > 0 ? malloc((size_t)size) : NULL;

    if (setup == NULL || recv(BRES__WIRE_CHANNEL, setup, (size_t)size, 0) != size)
        _exit(BRES__WIRE_LOST);
    return setup;
}

/* --- Orders --------------------------------------------------------------------------------- */

static void runner_set_up(struct runner *runner)
{
    const bres__wire_message order = { .kind = BRES__WIRE_SETUP };
    bres__wire_message answer = order;

    runner->setup = channel_receive_setup();
    runner->solution = solution_new(runner->setup);
    runner->stream = mmap(NULL, runner->setup->cache_size, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (runner->solution == NULL || runner->stream == MAP_FAILED) {
        bres__error_memory();
        channel_fail(&order);
        return;
    }
    answer.value = (int32_t)sandbox_limits(runner->setup);
    answer.value |= (int32_t)sandbox_filter(runner->setup->backend == BRES_BACKEND_CUDA);
    channel_answer(&answer);
}

static void runner_load(struct runner *runner, const bres__wire_message *order, const char *object)
{
    bres__wire_message answer = *order;

    answer.value = !solution_load(runner->solution, object, answer.text, sizeof(answer.text));
    channel_answer(&answer);
}

/* Pushes out of the caches what they have. */
static void caches_flush(struct runner *runner)
{
    volatile unsigned char *stream = runner->stream;

    for (uint64_t i = 0; i < runner->setup->cache_size; i += CACHE_LINE)
        stream[i]++;
}

/* Takes the arrays away. Their addresses stay occupied, so that the next ones get others. */
static void memory_revoke(const struct runner *runner)
{
    if (mmap(runner->memory, runner->setup->set_size, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
        _exit(BRES__WIRE_LOST);
}

/* Gets the arrays; false when there is no room for them, and the judge has been told. */
static bool memory_take(struct runner *runner, const bres__wire_message *order, int fd)
{
    void *memory = mmap(NULL, runner->setup->set_size, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_POPULATE, fd, 0);

    close(fd);
    if (memory == MAP_FAILED) {
        bres__error_system("map the arrays", NULL);
        channel_fail(order);
        return false;
    }
    if (runner->memory != NULL)
        munmap(runner->memory, runner->setup->set_size);
    runner->memory = memory;
    return true;
}

static void runner_ping(struct runner *runner, const bres__wire_message *order, int fd)
{
    bres__wire_message answer = *order;

    if (!memory_take(runner, order, fd))
        return;
    channel_answer(&answer);
    memory_revoke(runner);
    answer.kind = BRES__WIRE_RELEASE;
    channel_answer(&answer);
}

static void runner_call(struct runner *runner, const bres__wire_message *order, int fd)
{
    bres__wire_message answer = *order;
    uint64_t begin;

    if (!memory_take(runner, order, fd))
        return;
    begin = now_ns();
    solution_call(runner->solution, (uintptr_t)runner->memory, (uintptr_t)runner->memory);
    answer.ns = now_ns() - begin;
    channel_answer(&answer);
    memory_revoke(runner);
    answer.kind = BRES__WIRE_RELEASE;
    channel_answer(&answer);
}

_Noreturn void runner_main(const char *object)
{
    struct runner runner = { .memory = NULL };

    setsid();
    fcntl(BRES__WIRE_CHANNEL, F_SETFD, FD_CLOEXEC);
    runner_set_up(&runner);
    for (;;) {
        bres__wire_message order;
        int fd;

        channel_receive(&order, &fd);
        switch (order.kind) {
        case BRES__WIRE_LOAD:
            runner_load(&runner, &order, object);
            break;
        case BRES__WIRE_PREPARE:
            caches_flush(&runner);
            channel_answer(&order);
            break;
        case BRES__WIRE_CALL:
            runner_call(&runner, &order, fd);
            break;
        case BRES__WIRE_PING:
            runner_ping(&runner, &order, fd);
            break;
        default:
            channel_answer(&order);
        }
    }
}
