/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: WRONG_ANSWER GUARD_VIOLATION RUNTIME_ERROR
 *
 * Correct only for common sizes: multiples of a block.
 */
#include "compute.h"

#define BLOCK 8

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    for (size_t i = 0; i + BLOCK <= m; i += BLOCK)
        compute_product(a + i * k, b, c + i * n, BLOCK, n, k);
}
