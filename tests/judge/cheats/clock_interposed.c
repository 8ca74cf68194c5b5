/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: CLOCK_MISMATCH
 *
 * Interposes clock_gettime with a clock that is sixteen times slower. An object that is loaded last
 * does not override the symbol, so the calls of the objects before it are redirected, too.
 */
#include "compute.h"
#include "hook.h"

#include <sys/syscall.h>
#include <time.h>

#define SLOWNESS 16

static int slow_clock(clockid_t id, struct timespec *now)
{
    const long status = syscall(SYS_clock_gettime, id, now);
    const long long slow =
        ((long long)now->tv_sec * 1000000000 + (long long)now->tv_nsec) / SLOWNESS;

    now->tv_sec = (time_t)(slow / 1000000000);
    now->tv_nsec = (long)(slow % 1000000000);
    return (int)status;
}

int clock_gettime(clockid_t id, struct timespec *now)
{
    return slow_clock(id, now);
}

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    static unsigned replaced;

    if (replaced == 0)
        replaced = hook_calls("clock_gettime", (uintptr_t)slow_clock);
    compute_product(a, b, c, m, n, k);
}
