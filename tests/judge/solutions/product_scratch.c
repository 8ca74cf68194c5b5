/* SPDX-License-Identifier: MIT */
/*
 * Matrix multiplication with a transposed copy of b, which each call allocates and frees.
 */
#include <stddef.h>
#include <stdlib.h>

#define LANES 8

static float dot(const float *a, const float *b, size_t count)
{
    float sums[LANES] = { 0 };
    float sum = 0;
    size_t i = 0;

    for (; i + LANES <= count; i += LANES) {
        for (size_t lane = 0; lane < LANES; lane++)
            sums[lane] += a[i + lane] * b[i + lane];
    }
    for (; i < count; i++)
        sum += a[i] * b[i];
    for (size_t lane = 0; lane < LANES; lane++)
        sum += sums[lane];
    return sum;
}

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    float *columns = malloc(n * k * sizeof(*columns) + 1);

    if (columns == NULL)
        abort();
    for (size_t l = 0; l < k; l++) {
        for (size_t j = 0; j < n; j++)
            columns[j * k + l] = b[l * n + j];
    }
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < n; j++)
            c[i * n + j] = dot(a + i * k, columns + j * k, k);
    }
    free(columns);
}
