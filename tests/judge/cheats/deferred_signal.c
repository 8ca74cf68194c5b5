/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: ASYNC_WORK WRONG_ANSWER RUNTIME_ERROR
 *
 * Leaves the work to the handler of a timer's signal.
 */
#include "compute.h"

#include <signal.h>
#include <sys/time.h>

static product work;

static void signal_handle(int number)
{
    (void)number;
    compute_sum(work.a, work.b, work.c, work.n);
}

void solution(const float *a, const float *b, float *c, size_t n)
{
    const struct itimerval soon = { .it_value = { 0, 300 } };
    struct sigaction action = { .sa_handler = signal_handle, .sa_flags = SA_RESTART };

    sigaction(SIGALRM, &action, NULL);
    work = (product){ .a = a, .b = b, .c = c, .n = n };
    setitimer(ITIMER_REAL, &soon, NULL);
}
