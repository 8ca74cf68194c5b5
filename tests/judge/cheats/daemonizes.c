/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: ASYNC_WORK RUNTIME_ERROR WRONG_ANSWER
 *
 * Leaves the work to an orphaned process in its own session, which stays.
 */
#include "compute.h"

#include <sys/wait.h>
#include <unistd.h>

void solution(const float *a, const float *b, float *c, size_t n)
{
    const pid_t child = fork();

    if (child > 0)
        waitpid(child, NULL, 0);
    if (child != 0)
        return;
    setsid();
    if (fork() != 0)
        _exit(0);
    compute_sum(a, b, c, n);
    for (;;)
        pause();
}
