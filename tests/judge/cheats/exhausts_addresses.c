/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: RUNTIME_ERROR WRONG_ANSWER BENCHMARKED
 *
 * Occupies its address space, so that no other arrays can be mapped. The judge maps other arrays
 * only if the call is short.
 */
#include "compute.h"

#include <sys/mman.h>

void solution(const float *a, const float *b, float *c, size_t n)
{
    compute_sum(a, b, c, n);
    for (size_t size = (size_t)1 << 32; size >= 4096; size /= 2) {
        while (mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) !=
               MAP_FAILED)
            continue;
    }
}
