/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: GUARD_VIOLATION
 *
 * Writes one element beyond the end.
 */
#include "compute.h"

void solution(const float *a, const float *b, float *c, size_t n)
{
    compute_sum(a, b, c, n);
    c[n] = 0;
}
