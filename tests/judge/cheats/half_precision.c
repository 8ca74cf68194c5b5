/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: WRONG_ANSWER
 *
 * Rounds the inputs, and the sums of sixteen products, to the precision of float16.
 */
#include "compute.h"

#include <string.h>

/* The nearest number with a significand of eleven bits. */
static float half_of(float number)
{
    uint32_t bits;

    memcpy(&bits, &number, sizeof(bits));
    bits = (bits + 0xfffu + (bits >> 13 & 1u)) & ~UINT32_C(0x1fff);
    memcpy(&number, &bits, sizeof(bits));
    return number;
}

static float element(const float *a, const float *b, size_t n, size_t k)
{
    float sum = 0;
    float part = 0;

    for (size_t l = 0; l < k; l++) {
        part += half_of(a[l]) * half_of(b[l * n]);
        if (l % 16 == 15 || l + 1 == k) {
            sum = half_of(sum + part);
            part = 0;
        }
    }
    return sum;
}

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < n; j++)
            c[i * n + j] = element(a + i * k, b + j, n, k);
    }
}
