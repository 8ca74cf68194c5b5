/* SPDX-License-Identifier: MIT */
#include "solution.h"

void solution(const float *a, const float *x, float *y, size_t m, size_t k)
{
    for (size_t i = 0; i < m; i++) {
        float sums[8] = { 0 };
        float sum = 0;

        for (size_t j = 0; j < k; j++)
            sums[j % 8] += a[i * k + j] * x[j];
        for (size_t j = 0; j < 8; j++)
            sum += sums[j];
        y[i] = sum;
    }
}
