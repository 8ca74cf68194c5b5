/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: TIME_LIMIT_EXCEEDED
 *
 * Never returns, and ignores every signal that can be ignored.
 */
#include "compute.h"

#include <signal.h>
#include <unistd.h>

void solution(const float *a, const float *b, float *c, size_t n)
{
    sigset_t all;

    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    compute_sum(a, b, c, n);
    for (;;)
        pause();
}
