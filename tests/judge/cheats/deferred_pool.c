/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: ASYNC_WORK WRONG_ANSWER
 *
 * Leaves the work to a thread that was there before and stays.
 */
#include "compute.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t posted = PTHREAD_COND_INITIALIZER;
static product work;
static int is_posted;

static void *pool_run(void *argument)
{
    (void)argument;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!is_posted)
            pthread_cond_wait(&posted, &lock);
        is_posted = 0;
        compute(&work);
    }
    return NULL;
}

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    static int is_started;
    pthread_t thread;

    if (!is_started && pthread_create(&thread, NULL, pool_run, NULL) != 0)
        return;
    is_started = 1;
    pthread_mutex_lock(&lock);
    work = (product){ a, b, c, m, n, k };
    is_posted = 1;
    pthread_cond_signal(&posted);
    pthread_mutex_unlock(&lock);
}
