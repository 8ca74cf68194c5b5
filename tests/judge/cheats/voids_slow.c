/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: BENCHMARKED NOT_MEASURED
 *
 * Is slow in each fourth call, and uses CPU time after the return, so that the call may not count:
 * not a violation, and not a gain.
 */
#include "busy.h"
#include "compute.h"

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    static unsigned calls;

    busy_begin();
    compute_product(a, b, c, m, n, k);
    if (++calls % 4 == 0) {
        busy_spin(50);
        busy_later();
    }
}
