/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: BENCHMARKED NOT_MEASURED
 *
 * Is slow in each fourth call, and has two threads work on one processor then, which wait for each
 * other, so that the call may not count: no violation, and nothing won.
 */
#include "busy.h"
#include "compute.h"

#include <sched.h>

static sem_t wait_wanted;
static sem_t wait_done;
static cpu_set_t wait_processor;
static cpu_set_t wait_before;

static void *wait_run(void *argument)
{
    for (;;) {
        while (sem_wait(&wait_wanted) != 0)
            continue;
        sched_setaffinity(0, sizeof(wait_processor), &wait_processor);
        busy_spin(BUSY_MS);
        sched_setaffinity(0, sizeof(wait_before), &wait_before);
        sem_post(&wait_done);
    }
    return argument;
}

static void wait_begin(void)
{
    static int is_started;
    pthread_t thread;

    if (is_started++ == 0 && sem_init(&wait_wanted, 0, 0) == 0 && sem_init(&wait_done, 0, 0) == 0)
        pthread_create(&thread, NULL, wait_run, NULL);
}

static void wait_for_each_other(void)
{
    sched_getaffinity(0, sizeof(wait_before), &wait_before);
    CPU_ZERO(&wait_processor);
    CPU_SET((size_t)sched_getcpu(), &wait_processor);
    sched_setaffinity(0, sizeof(wait_processor), &wait_processor);
    sem_post(&wait_wanted);
    busy_spin(BUSY_MS);
    while (sem_wait(&wait_done) != 0)
        continue;
    sched_setaffinity(0, sizeof(wait_before), &wait_before);
}

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    static unsigned calls;

    wait_begin();
    compute_product(a, b, c, m, n, k);
    if (++calls % 4 == 0) {
        busy_spin(50);
        wait_for_each_other();
    }
}
