/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: ASYNC_WORK RUNTIME_ERROR WRONG_ANSWER
 *
 * Leaves the work to many processes, which stay.
 */
#include "compute.h"

#include <unistd.h>

#define CHILDREN 16

void solution(const float *a, const float *b, float *c, size_t n)
{
    for (unsigned i = 0; i < CHILDREN; i++) {
        const pid_t child = fork();

        if (child != 0)
            continue;
        compute_sum(a, b, c, n);
        for (;;)
            pause();
    }
}
