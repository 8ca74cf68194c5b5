/* SPDX-License-Identifier: MIT */
/*
 * Problem: gelu
 * Status: WRONG_ANSWER
 *
 * Computes a faster approximation: x / (1 + exp(-1.702 x)).
 */
#include <math.h>
#include <stddef.h>

void solution(const float *input, float *output, size_t n, size_t m)
{
    for (size_t i = 0; i < n * m; i++)
        output[i] = input[i] / (1 + expf(-1.702F * input[i]));
}
