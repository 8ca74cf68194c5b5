/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: ASYNC_WORK WRONG_ANSWER
 *
 * Leaves the work to a thread that the first call starts and that stays.
 */
#include "pool.h"

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    pool_post(compute, (product){ a, b, c, m, n, k });
}
