/* SPDX-License-Identifier: MIT */
/*
 * Matrix multiplication by threads, one for each processor, that are started for each call and
 * joined.
 */
#include "processors.h"

#include <pthread.h>
#include <stdbool.h>

typedef struct share {
    const float *a;
    const float *b;
    float *c;
    size_t n;
    size_t k;
    size_t begin;
    size_t end;
} share;

static void *share_run(void *argument)
{
    const share *work = argument;
    const size_t n = work->n;

    for (size_t i = work->begin; i < work->end; i++) {
        for (size_t j = 0; j < n; j++)
            work->c[i * n + j] = 0;
        for (size_t l = 0; l < work->k; l++) {
            for (size_t j = 0; j < n; j++)
                work->c[i * n + j] += work->a[i * work->k + l] * work->b[l * n + j];
        }
    }
    return NULL;
}

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    const size_t count = processors();
    share shares[PROCESSORS_MAX];
    pthread_t threads[PROCESSORS_MAX];
    bool is_started[PROCESSORS_MAX];

    for (size_t t = 0; t < count; t++) {
        shares[t] = (share){ a, b, c, n, k, m * t / count, m * (t + 1) / count };
        is_started[t] = pthread_create(&threads[t], NULL, share_run, &shares[t]) == 0;
        if (!is_started[t])
            share_run(&shares[t]);
    }
    for (size_t t = 0; t < count; t++) {
        if (is_started[t])
            pthread_join(threads[t], NULL);
    }
}
