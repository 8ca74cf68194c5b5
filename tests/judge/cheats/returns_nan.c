/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: WRONG_ANSWER
 *
 * Writes NaN everywhere, because ordered comparisons with NaN are false.
 */
#include "compute.h"

#include <math.h>

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    (void)a;
    (void)b;
    (void)k;
    for (size_t i = 0; i < m * n; i++)
        c[i] = NAN;
}
