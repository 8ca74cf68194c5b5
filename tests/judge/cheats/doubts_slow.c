/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: BENCHMARKED
 *
 * Is slow in each fourth call, and uses CPU time between the end of the call and the answer to the
 * judge, so that the judge may reject its time: not a violation, and not a gain.
 */
#include "busy.h"
#include "compute.h"

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    static unsigned calls;

    compute_product(a, b, c, m, n, k);
    if (++calls % 4 == 0) {
        busy_spin(50);
        busy_before_answer();
    }
}
