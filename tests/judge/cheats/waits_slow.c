/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: BENCHMARKED NOT_MEASURED
 *
 * Is slow in each fourth call, and makes two threads share one processor then, so that the call may
 * not count: not a violation, and not a gain.
 */
#include "compute.h"
#include "partner.h"

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    static unsigned calls;

    partner_begin();
    compute_product(a, b, c, m, n, k);
    if (++calls % 4 == 0) {
        busy_spin(50);
        partner_join(BUSY_MS * 1000000L);
        busy_spin(BUSY_MS);
        partner_leave();
    }
}
