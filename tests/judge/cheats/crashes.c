/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: RUNTIME_ERROR
 *
 * Writes to an unmapped address.
 */
#include "compute.h"

void solution(const float *a, const float *b, float *c, size_t n)
{
    volatile float *volatile nowhere = NULL;

    compute_sum(a, b, c, n);
    *nowhere = c[n / 2];
}
