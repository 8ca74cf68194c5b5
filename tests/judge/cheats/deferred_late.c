/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: ASYNC_WORK WRONG_ANSWER
 *
 * Leaves the work to a thread that stays and sleeps first: the judge may have checked the thread by
 * then, and may still be computing the expected output.
 */
#include "pool.h"

#include <time.h>

static void compute_late(const product *work)
{
    const struct timespec pause = { 0, 8 * 1000 * 1000 };

    nanosleep(&pause, NULL);
    compute_sum(work->a, work->b, work->c, work->n);
}

void solution(const float *a, const float *b, float *c, size_t n)
{
    pool_post(compute_late, (product){ .a = a, .b = b, .c = c, .n = n });
}
