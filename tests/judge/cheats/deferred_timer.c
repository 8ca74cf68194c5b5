/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: ASYNC_WORK WRONG_ANSWER RUNTIME_ERROR
 *
 * Leaves the work to a thread that the C library starts when a timer expires.
 */
#include "compute.h"

#include <signal.h>
#include <time.h>

static product work;

static void timer_handle(union sigval value)
{
    (void)value;
    compute_sum(work.a, work.b, work.c, work.n);
}

void solution(const float *a, const float *b, float *c, size_t n)
{
    const struct itimerspec soon = { .it_value = { 0, 300000 } };
    struct sigevent event = { .sigev_notify = SIGEV_THREAD, .sigev_notify_function = timer_handle };
    timer_t timer;

    work = (product){ .a = a, .b = b, .c = c, .n = n };
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
        timer_settime(timer, 0, &soon, NULL);
}
