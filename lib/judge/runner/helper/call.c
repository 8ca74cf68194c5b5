/* SPDX-License-Identifier: MIT */
/*
 * The process that calls a solution. The judge stops it between orders, and fills the arrays
 * meanwhile.
 */
#include "base/base.h"
#include "judge/runner/helper/device.h"
#include "judge/runner/helper/sandbox.h"
#include "judge/runner/helper/solution.h"
#include "judge/runner/helper/supervisor.h"

#include <benchresult/judge.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define PAGE 4096

/* The shortest time slice that Linux accepts. */
#define SLICE_NS 100000

/* The argument of sched_setattr in its first version; not all C libraries declare it. */
struct scheduling {
    uint32_t size;
    uint32_t policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime;
    uint64_t deadline;
    uint64_t period;
};

/* Bound when the program is loaded, in memory that is read-only afterwards. */
static int (*const clock_read)(clockid_t, struct timespec *) = clock_gettime;

struct runner {
    bres__wire_setup *setup;
    struct solution *solution;
    struct device *device; /* NULL: the solution runs on the CPU */
    unsigned char *memory; /* of all sets */
    size_t memory_size;
};

static uint64_t clock_ns(clockid_t clock)
{
    struct timespec now;

    clock_read(clock, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static uint64_t now_ns(void)
{
    return clock_ns(CLOCK_MONOTONIC);
}

static void channel_answer(const bres__wire_message *answer)
{
    ssize_t sent;

    do
        sent = send(BRES__WIRE_CHANNEL, answer, sizeof(*answer), MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    if (sent != (ssize_t)sizeof(*answer))
        _exit(BRES__WIRE_LOST);
}

static void channel_fail(const bres__wire_message *order)
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

/* Receives the first order, whose size is not known in advance. */
static bres__wire_setup *channel_receive_setup(void)
{
    char byte;
    const ssize_t size = recv(BRES__WIRE_CHANNEL, &byte, sizeof(byte), MSG_PEEK | MSG_TRUNC);
    bres__wire_setup *setup = size > 0 ? malloc((size_t)size) : NULL;

    if (setup == NULL || recv(BRES__WIRE_CHANNEL, setup, (size_t)size, 0) != size)
        _exit(BRES__WIRE_LOST);
    return setup;
}

/* Returns a status with the error record set. */
static bres_status runner_equip(struct runner *runner)
{
    const bres__wire_setup *setup = runner->setup;

    runner->solution = solution_new(setup);
    if (runner->solution == NULL)
        return bres__error_memory();
    if (setup->backend == BRES_BACKEND_CUDA)
        return device_open(setup, &runner->device);
    return BRES_OK;
}

/* The driver of a GPU is opened within the limits, but before the filter of system calls is
 * installed: opening the driver needs more system calls than any later step. */
static void runner_set_up(struct runner *runner, char *const *readable)
{
    const bres__wire_message order = { .kind = BRES__WIRE_SETUP };
    bres__wire_message answer = order;

    runner->setup = channel_receive_setup();
    answer.value = (int32_t)sandbox_limits(runner->setup, readable);
    if (runner_equip(runner) != BRES_OK) {
        channel_fail(&order);
        return;
    }
    answer.value |= (int32_t)sandbox_filter(runner->setup);
    channel_answer(&answer);
}

static void runner_load(struct runner *runner, const bres__wire_message *order)
{
    bres__wire_message answer = *order;

    answer.value =
        !solution_load(runner->solution, BRES__WIRE_OBJECT, answer.text, sizeof(answer.text));
    close(BRES__WIRE_OBJECT);
    channel_answer(&answer);
}

/* Uses each page once. The first use of a mapped page can take microseconds on a virtual machine,
 * which would otherwise count as time of a call. */
static void memory_touch(const struct runner *runner)
{
    volatile unsigned char *memory = runner->memory;

    for (size_t at = 0; at < runner->memory_size; at += PAGE)
        memory[at] = 0;
}

/* Maps the new sets, whose bytes are still zeros, in place of the old sets. */
static void runner_map(struct runner *runner, const bres__wire_message *order, int fd)
{
    const size_t size = (size_t)runner->setup->set_size * order->count;

    if (runner->memory != NULL)
        munmap(runner->memory, runner->memory_size);
    runner->memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, 0);
    runner->memory_size = size;
    if (runner->memory != MAP_FAILED) {
        memory_touch(runner);
        channel_answer(order);
        return;
    }
    runner->memory = NULL;
    bres__error_system("map the arrays", NULL);
    channel_fail(order);
}

static unsigned char *set_at(const struct runner *runner, uint32_t set)
{
    return runner->memory + (size_t)runner->setup->set_size * set;
}

static void runner_prepare(struct runner *runner, const bres__wire_message *order)
{
    if (device_prepare(runner->device, set_at(runner, order->first), runner->setup->set_size) ==
        BRES_OK)
        channel_answer(order);
    else
        channel_fail(order);
}

/* Calls the solution on a GPU between two readings of the clock. The second reading comes after all
 * work on the GPU. */
static bres_status runner_time_device(struct runner *runner, bres__wire_message *answer)
{
    struct device *device = runner->device;
    const uintptr_t host = (uintptr_t)set_at(runner, answer->first);
    const uint64_t begin = now_ns();
    bres_status status = device_begin(device);

    solution_call(runner->solution, (uintptr_t)device_arrays(device), host);
    if (status == BRES_OK)
        status = device_finish(device);
    answer->ns = now_ns() - begin;
    return status == BRES_OK ? device_elapsed(device, &answer->device_ns) : status;
}

static void runner_call_device(struct runner *runner, const bres__wire_message *order)
{
    bres__wire_message answer = *order;

    if (runner_time_device(runner, &answer) != BRES_OK) {
        channel_fail(order);
        return;
    }
    channel_answer(&answer);
    answer.kind = BRES__WIRE_COPIED;
    if (device_download(runner->device, runner->setup, set_at(runner, order->first)) == BRES_OK)
        channel_answer(&answer);
    else
        channel_fail(&answer);
}

static void runner_call(struct runner *runner, const bres__wire_message *order)
{
    bres__wire_message answer = *order;
    const uint64_t begin = now_ns();

    for (uint32_t i = 0; i < order->count; i++) {
        const uintptr_t set = (uintptr_t)set_at(runner, order->first + i);

        solution_call(runner->solution, set, set);
    }
    answer.ns = now_ns() - begin;
    channel_answer(&answer);
}

/* Measures CPU time, which excludes waiting for a processor. */
static void runner_work(const bres__wire_message *order)
{
    bres__wire_message answer = *order;
    const uint64_t begin = clock_ns(CLOCK_THREAD_CPUTIME_ID);

    do
        answer.ns = clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin;
    while (answer.ns < order->ns);
    channel_answer(&answer);
}

/* Requests short time slices for this thread and all threads that it starts. If other programs use
 * the processors, a thread that wakes up is then more often the next to run. Has no effect before
 * Linux 6.12. */
static void slices_shorten(void)
{
    struct scheduling own;

    if (syscall(SYS_sched_getattr, 0, &own, sizeof(own), 0) != 0 || own.policy != SCHED_OTHER)
        return;
    own.runtime = SLICE_NS;
    syscall(SYS_sched_setattr, 0, &own, 0);
}

_Noreturn void runner_main(char *const *readable)
{
    struct runner runner = { .memory = NULL };

    setsid();
    slices_shorten();
    fcntl(BRES__WIRE_CHANNEL, F_SETFD, FD_CLOEXEC);
    fcntl(BRES__WIRE_OBJECT, F_SETFD, FD_CLOEXEC);
    runner_set_up(&runner, readable);
    for (;;) {
        bres__wire_message order;
        int fd;

        channel_receive(&order, &fd);
        switch (order.kind) {
        case BRES__WIRE_MAP:
            runner_map(&runner, &order, fd);
            break;
        case BRES__WIRE_LOAD:
            runner_load(&runner, &order);
            break;
        case BRES__WIRE_PREPARE:
            runner_prepare(&runner, &order);
            break;
        case BRES__WIRE_CALL:
            if (runner.device != NULL)
                runner_call_device(&runner, &order);
            else
                runner_call(&runner, &order);
            break;
        case BRES__WIRE_WORK:
            runner_work(&order);
            break;
        default:
            channel_answer(&order);
        }
        if (fd >= 0)
            close(fd);
    }
}
