/* SPDX-License-Identifier: MIT */
/*
 * Matrix multiplication by one thread for each processor: the calling thread, and threads that the
 * first call starts and that sleep between calls.
 */
#include "processors.h"

#include <pthread.h>

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
    size_t next;    /* first row that no thread has taken */
    size_t missing; /* rows that are not done */
} call;

static void row_compute(const struct call *work, size_t i)
{
    for (size_t j = 0; j < work->n; j++)
        work->c[i * work->n + j] = 0;
    for (size_t l = 0; l < work->k; l++) {
        for (size_t j = 0; j < work->n; j++)
            work->c[i * work->n + j] += work->a[i * work->k + l] * work->b[l * work->n + j];
    }
}

/* Computes rows until all are taken. The caller holds the lock. */
static void rows_take(void)
{
    while (call.next < call.m) {
        const struct call work = call;

        call.next++;
        pthread_mutex_unlock(&lock);
        row_compute(&work, work.next);
        pthread_mutex_lock(&lock);
        if (--call.missing == 0)
            pthread_cond_signal(&finished);
    }
}

static void *worker_run(void *argument)
{
    pthread_mutex_lock(&lock);
    for (;;) {
        rows_take();
        pthread_cond_wait(&posted, &lock);
    }
    return argument;
}

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    const size_t workers = processors() - 1;
    pthread_t thread;

    pthread_mutex_lock(&lock);
    while (worker_count < workers && pthread_create(&thread, NULL, worker_run, NULL) == 0)
        worker_count++;
    call = (struct call){ a, b, c, m, n, k, .missing = m };
    pthread_cond_broadcast(&posted);
    rows_take();
    while (call.missing > 0)
        pthread_cond_wait(&finished, &lock);
    pthread_mutex_unlock(&lock);
}
