/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: RUNTIME_ERROR WRONG_ANSWER ASYNC_WORK BENCHMARKED
 *
 * Lowers the limits of its own process, so that it lacks resources for the next call.
 */
#include "compute.h"

#include <sys/resource.h>

void solution(const float *a, const float *b, float *c, size_t n)
{
    const struct rlimit none = { 0, 0 };

    compute_sum(a, b, c, n);
    setrlimit(RLIMIT_NOFILE, &none);
    setrlimit(RLIMIT_AS, &none);
    setrlimit(RLIMIT_STACK, &none);
}
