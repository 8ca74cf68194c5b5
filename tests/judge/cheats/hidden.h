/* SPDX-License-Identifier: MIT */
/*
 * A clock that leaves out what it is told to, and work whose processor time is not that of the
 * process that is called.
 */
#ifndef BRES_TEST_CHEATS_HIDDEN_H
#define BRES_TEST_CHEATS_HIDDEN_H

#include "compute.h"
#include "hook.h"

#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#define HIDDEN_STACK 65536

static long long hidden_ns;
static product hidden_work;
static volatile int hidden_is_done;
static char hidden_stack[HIDDEN_STACK] __attribute__((aligned(64)));

static inline long long hidden_now(void)
{
    struct timespec now;

    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000000000 + (long long)now.tv_nsec;
}

static inline int hidden_clock(clockid_t id, struct timespec *now)
{
    const long long told = hidden_now() - hidden_ns;

    (void)id;
    now->tv_sec = (time_t)(told / 1000000000);
    now->tv_nsec = (long)(told % 1000000000);
    return 0;
}

/* Whether the clock is replaced. */
static inline int hidden_begin(void)
{
    static int is_patched;

    if (!is_patched)
        is_patched = hook_code((uintptr_t)clock_gettime, (uintptr_t)hidden_clock) == 0;
    return is_patched;
}

static inline int hidden_run(void *argument)
{
    (void)argument;
    compute(&hidden_work);
    hidden_is_done = 1;
    return 0;
}

/* A process that shares the memory does the work. */
static inline pid_t hidden_start(const product *work)
{
    hidden_work = *work;
    hidden_is_done = 0;
    return clone(hidden_run, hidden_stack + HIDDEN_STACK, CLONE_VM | SIGCHLD, NULL);
}

/* Waits for it, and hides all that has passed since `begin` but a part. */
static inline void hidden_end(pid_t process, long long begin, long long part)
{
    waitpid(process, NULL, 0);
    hidden_ns += (hidden_now() - begin) / part * (part - 1);
}

#endif
