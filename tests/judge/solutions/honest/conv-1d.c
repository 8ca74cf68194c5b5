/* SPDX-License-Identifier: MIT */
#include "solution.h"

void solution(const float *a, const float *b, float *c, size_t n, size_t k)
{
    const size_t half = k / 2;

    for (size_t i = 0; i < n; i++)
        c[i] = 0;
    for (size_t j = 0; j < k; j++) {
        const size_t begin = j < half ? half - j : 0;
        const size_t end = j > half ? (n > j - half ? n - (j - half) : 0) : n;

        for (size_t i = begin; i < end; i++)
            c[i] += a[i + j - half] * b[j];
    }
}
