/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: ASYNC_WORK WRONG_ANSWER
 *
 * Leaves the work to a thread that stays, and that lets some time pass first: it may not be looked
 * at any more, and the judge may still be busy with what it expects.
 */
#include "compute.h"

#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t posted = PTHREAD_COND_INITIALIZER;
static product work;
static int is_posted;

static void *pool_run(void *argument)
{
    const struct timespec pause = { 0, 8 * 1000 * 1000 };

    (void)argument;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!is_posted)
            pthread_cond_wait(&posted, &lock);
        is_posted = 0;
        nanosleep(&pause, NULL);
        compute_sum(work.a, work.b, work.c, work.n);
    }
    return NULL;
}

void solution(const float *a, const float *b, float *c, size_t n)
{
    static int is_started;
    pthread_t thread;

    if (!is_started && pthread_create(&thread, NULL, pool_run, NULL) != 0)
        return;
    is_started = 1;
    pthread_mutex_lock(&lock);
    work = (product){ .a = a, .b = b, .c = c, .n = n };
    is_posted = 1;
    pthread_cond_signal(&posted);
    pthread_mutex_unlock(&lock);
}
