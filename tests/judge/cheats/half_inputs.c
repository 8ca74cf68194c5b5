/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: WRONG_ANSWER
 *
 * Rounds its inputs to float16, as matrix units do, and adds in float.
 */
#include "compute.h"

#include <stdlib.h>
#include <string.h>

static float *halves_of(const float *numbers, size_t count)
{
    float *halves = malloc(count * sizeof(*halves) + 1);

    for (size_t i = 0; halves != NULL && i < count; i++) {
        uint32_t bits;

        memcpy(&bits, &numbers[i], sizeof(bits));
        bits = (bits + 0xfffu + (bits >> 13 & 1u)) & ~UINT32_C(0x1fff);
        memcpy(&halves[i], &bits, sizeof(bits));
    }
    return halves;
}

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    float *half_a = halves_of(a, m * k);
    float *half_b = halves_of(b, k * n);

    if (half_a != NULL && half_b != NULL)
        compute_product(half_a, half_b, c, m, n, k);
    free(half_b);
    free(half_a);
}
