/* SPDX-License-Identifier: MIT */
#include "solution.h"

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    for (size_t i = 0; i < m; i++) {
        float *row = c + i * n;

        for (size_t j = 0; j < n; j++)
            row[j] = 0;
        for (size_t l = 0; l < k; l++) {
            for (size_t j = 0; j < n; j++)
                row[j] += a[i * k + l] * b[l * n + j];
        }
    }
}
