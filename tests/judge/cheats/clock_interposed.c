/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: CLOCK_MISMATCH
 *
 * Interposes the symbol clock_gettime: a clock that goes sixteen times slower. It is not found when
 * the object is loaded last, so the calls of objects that were there before are redirected.
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
