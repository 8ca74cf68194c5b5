/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: INPUT_MODIFIED GUARD_VIOLATION
 *
 * Removes the pages of its inputs without writing to them.
 */
#include "compute.h"

#include <stdint.h>
#include <sys/mman.h>

void solution(const float *a, const float *b, float *c, size_t n)
{
    const uintptr_t begin = ((uintptr_t)a + 4095) & ~(uintptr_t)4095;
    const uintptr_t end = ((uintptr_t)a + n * sizeof(*a)) & ~(uintptr_t)4095;

    compute_sum(a, b, c, n);
    if (end > begin)
        madvise((void *)begin, end - begin, MADV_REMOVE);
}
