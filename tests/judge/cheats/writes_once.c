/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: WRONG_ANSWER
 *
 * Writes nothing after the first call: the old output may still be right.
 */
#include "compute.h"

void solution(const float *a, const float *b, float *c, size_t n)
{
    static unsigned calls;

    if (calls++ == 0)
        compute_sum(a, b, c, n);
}
