/* SPDX-License-Identifier: MIT */
/* A correct solution: c = a + b. */
#include <stddef.h>

void solution(const float *a, const float *b, float *c, size_t n);

void solution(const float *a, const float *b, float *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}
