/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: GUARD_VIOLATION
 *
 * Writes one byte before the beginning of an input.
 */
#include "compute.h"

void solution(const float *a, const float *b, float *c, size_t n)
{
    unsigned char *before = (unsigned char *)(uintptr_t)a - 1;

    compute_sum(a, b, c, n);
    *before = (unsigned char)~*before;
}
