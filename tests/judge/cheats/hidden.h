/* SPDX-License-Identifier: MIT */
/*
 * A clock that leaves out the time that a cheat hides.
 */
#ifndef BRES_TEST_CHEATS_HIDDEN_H
#define BRES_TEST_CHEATS_HIDDEN_H

#include "compute.h"
#include "hook.h"

#include <sys/syscall.h>
#include <time.h>

static long long hidden_ns;

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

/* Replaces the clock in the first call. Returns whether the clock is replaced. */
static inline int hidden_begin(void)
{
    static int is_patched;

    if (!is_patched)
        is_patched = hook_code((uintptr_t)clock_gettime, (uintptr_t)hidden_clock) == 0;
    return is_patched;
}

/* Hides the time since `begin`, except for a fraction of 1 / part. */
static inline void hidden_end(long long begin, long long part)
{
    hidden_ns += (hidden_now() - begin) / part * (part - 1);
}

#endif
