/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: BENCHMARKED
 *
 * Is slow in the first calls, to get few samples or bad first samples: not a violation.
 */
#include "compute.h"

#define SLOW_CALLS 4
#define SLOWNESS   4

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    static unsigned calls;
    const unsigned rounds = calls++ < SLOW_CALLS ? SLOWNESS : 1;

    for (unsigned round = 0; round < rounds; round++) {
        compute_product(a, b, c, m, n, k);
        __asm__ volatile("" : : : "memory");
    }
}
