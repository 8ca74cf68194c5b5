/* SPDX-License-Identifier: MIT */
/* A correct solution: the negative of each element. */
#include <stddef.h>

void solution(const int *input, int *output, size_t n);

void solution(const int *input, int *output, size_t n)
{
    for (size_t i = 0; i < n; i++)
        output[i] = -input[i];
}
