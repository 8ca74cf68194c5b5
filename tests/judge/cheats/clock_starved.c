/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: BENCHMARKED CLOCK_MISMATCH WRONG_ANSWER NOT_MEASURED
 *
 * Lets a second thread do the work on the processor of the calling thread, so that the calling
 * thread seems to wait for the system, and hides the time. On a quiet system the wall time counts,
 * so the cheat gains nothing.
 */
#include "hidden.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool is_done;

static void *work_run(void *argument)
{
    compute(argument);
    atomic_store(&is_done, true);
    return NULL;
}

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    const struct sched_param parameter = { 0 };
    product work = { a, b, c, m, n, k };
    const long long begin = hidden_now();
    cpu_set_t before;
    cpu_set_t one;
    pthread_t thread;

    if (!hidden_begin())
        return;
    atomic_store(&is_done, false);
    sched_getaffinity(0, sizeof(before), &before);
    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    sched_setaffinity(0, sizeof(one), &one);
    sched_setscheduler(0, SCHED_IDLE | SCHED_RESET_ON_FORK, &parameter);
    if (pthread_create(&thread, NULL, work_run, &work) != 0)
        return;
    while (!atomic_load(&is_done))
        sched_yield();
    sched_setscheduler(0, SCHED_OTHER, &parameter);
    sched_setaffinity(0, sizeof(before), &before);
    pthread_join(thread, NULL);
    hidden_end(begin, 16);
}
