/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Type: float64
 * Status: WRONG_ANSWER
 *
 * Computes in float although the problem is in double.
 */
#include <stddef.h>

void solution(const double *a, const double *b, double *c, size_t m, size_t n, size_t k)
{
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < n; j++) {
            float sum = 0;

            for (size_t l = 0; l < k; l++)
                sum += (float)a[i * k + l] * (float)b[l * n + j];
            c[i * n + j] = sum;
        }
    }
}
