/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: ASYNC_WORK WRONG_ANSWER
 *
 * Leaves the work to a detached thread.
 */
#include "compute.h"

#include <pthread.h>
#include <stdlib.h>

static void *work_run(void *argument)
{
    compute(argument);
    free(argument);
    return NULL;
}

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    product *work = malloc(sizeof(*work));
    pthread_t thread;

    if (work == NULL)
        return;
    *work = (product){ a, b, c, m, n, k };
    if (pthread_create(&thread, NULL, work_run, work) == 0)
        pthread_detach(thread);
}
