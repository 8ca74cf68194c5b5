/* SPDX-License-Identifier: MIT */
/* The negative of each element: nothing wrong with it. */
#include <stddef.h>

void solution(const int *input, int *output, size_t n);

void solution(const int *input, int *output, size_t n)
{
    for (size_t i = 0; i < n; i++)
        output[i] = -input[i];
}
