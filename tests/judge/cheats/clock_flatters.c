/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: BENCHMARKED
 *
 * Overwrites the machine code of clock_gettime with a clock that is too slow, but not so slow that
 * the judge refuses it. Prints the CPU time of long calls, so that a test can check that the score
 * does not improve.
 */
#include "compute.h"
#include "hook.h"

#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>

#define LONG_WORK 5000000

static long long time_of(clockid_t id)
{
    struct timespec now;

    syscall(SYS_clock_gettime, id, &now);
    return (long long)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int slow_clock(clockid_t id, struct timespec *now)
{
    const long long slow = time_of(id) / 3 * 2;

    now->tv_sec = (time_t)(slow / 1000000000);
    now->tv_nsec = (long)(slow % 1000000000);
    return 0;
}

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    static int is_patched;
    const long long begin = time_of(CLOCK_THREAD_CPUTIME_ID);

    if (!is_patched && hook_code((uintptr_t)clock_gettime, (uintptr_t)slow_clock) != 0)
        return;
    is_patched = 1;
    compute_product(a, b, c, m, n, k);
    if (m * n * k < LONG_WORK)
        return;
    printf("%lld\n", time_of(CLOCK_THREAD_CPUTIME_ID) - begin);
    fflush(stdout);
}
