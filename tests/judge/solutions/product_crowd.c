/* SPDX-License-Identifier: MIT */
/*
 * Matrix multiplication by four threads for each processor, which the first call starts. Each
 * thread computes its share, and the calling thread waits for them.
 */
#include "processors.h"

#include <pthread.h>

#define EACH 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t posted = PTHREAD_COND_INITIALIZER;
static pthread_cond_t finished = PTHREAD_COND_INITIALIZER;
static size_t worker_count;

/* The current call. */
static struct call {
    const float *a;
    const float *b;
    float *c;
    size_t m;
    size_t n;
    size_t k;
    unsigned long number;
    size_t missing; /* workers that are not done */
} call;

static void share_compute(const struct call *work, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        for (size_t j = 0; j < work->n; j++)
            work->c[i * work->n + j] = 0;
        for (size_t l = 0; l < work->k; l++) {
            for (size_t j = 0; j < work->n; j++)
                work->c[i * work->n + j] += work->a[i * work->k + l] * work->b[l * work->n + j];
        }
    }
}

static void *worker_run(void *argument)
{
    const size_t index = (size_t)argument;
    unsigned long done = 0;

    for (;;) {
        struct call work;

        pthread_mutex_lock(&lock);
        while (call.number == done)
            pthread_cond_wait(&posted, &lock);
        work = call;
        pthread_mutex_unlock(&lock);
        done = work.number;
        share_compute(&work, work.m * index / worker_count, work.m * (index + 1) / worker_count);
        pthread_mutex_lock(&lock);
        if (--call.missing == 0)
            pthread_cond_signal(&finished);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    const size_t wanted = EACH * processors();
    pthread_t thread;

    pthread_mutex_lock(&lock);
    while (call.number == 0 && worker_count < wanted &&
           pthread_create(&thread, NULL, worker_run, (void *)worker_count) == 0)
        worker_count++;
    call = (struct call){ a, b, c, m, n, k, call.number + 1, worker_count };
    pthread_cond_broadcast(&posted);
    while (call.missing > 0)
        pthread_cond_wait(&finished, &lock);
    pthread_mutex_unlock(&lock);
}
