/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: CLOCK_MISMATCH WRONG_ANSWER
 *
 * Overwrites the machine code of clock_gettime with a clock that nearly stands still, but is right
 * in each fourth call: a judge could trust a clock that was right once.
 */
#include "compute.h"
#include "hook.h"

#include <sys/syscall.h>
#include <time.h>

#define SLOWNESS 16
#define TRUTHFUL 4

static unsigned calls;

static int slow_clock(clockid_t id, struct timespec *now)
{
    static long long told;
    static long long real;
    const long status = syscall(SYS_clock_gettime, id, now);
    const long long time = (long long)now->tv_sec * 1000000000 + (long long)now->tv_nsec;

    if (told == 0)
        told = time;
    else
        told += (time - real) / (calls % TRUTHFUL == 0 ? 1 : SLOWNESS);
    real = time;
    now->tv_sec = (time_t)(told / 1000000000);
    now->tv_nsec = (long)(told % 1000000000);
    return (int)status;
}

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    static int is_patched;

    if (!is_patched && hook_code((uintptr_t)clock_gettime, (uintptr_t)slow_clock) != 0)
        return;
    is_patched = 1;
    calls++;
    compute_product(a, b, c, m, n, k);
}
