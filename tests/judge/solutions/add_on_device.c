/* SPDX-License-Identifier: MIT */
/* A correct solution on the fake driver: c = a + b. */
#include "driver.h"

void solution(const float *a, const float *b, float *c, size_t n);

void solution(const float *a, const float *b, float *c, size_t n)
{
    const size_t bytes = n * sizeof(float);
    float *left = malloc(bytes);
    float *right = malloc(bytes);

    if (left == NULL || right == NULL)
        abort();
    driver_take(left, a, bytes);
    driver_take(right, b, bytes);
    for (size_t i = 0; i < n; i++)
        left[i] += right[i];
    driver_give(c, left, bytes);
    free(left);
    free(right);
}
