/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: COMPILE_ERROR RUNTIME_ERROR
 *
 * Ends its process while it is being loaded.
 */
#include "compute.h"

#include <unistd.h>

__attribute__((constructor)) static void object_begin(void)
{
    _exit(0);
}

void solution(const float *a, const float *b, float *c, size_t n)
{
    compute_sum(a, b, c, n);
}
