/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: TIME_LIMIT_EXCEEDED RUNTIME_ERROR
 *
 * Starts orphaned processes in their own sessions, and never returns.
 */
#include "compute.h"

#include <signal.h>
#include <unistd.h>

#define CHILDREN 8

static void wait_for_ever(void)
{
    sigset_t all;

    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    for (;;)
        pause();
}

void solution(const float *a, const float *b, float *c, size_t n)
{
    compute_sum(a, b, c, n);
    for (unsigned i = 0; i < CHILDREN; i++) {
        if (fork() != 0)
            continue;
        setsid();
        if (fork() != 0)
            _exit(0);
        wait_for_ever();
    }
    wait_for_ever();
}
