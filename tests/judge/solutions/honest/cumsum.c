/* SPDX-License-Identifier: MIT */
#include "solution.h"

void solution(const float *input, float *output, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        sum += input[i];
        output[i] = (float)sum;
    }
}
