/* SPDX-License-Identifier: MIT */
/*
 * Relu by another thread, which prints its nice value in each call in which it differs from the
 * value in the call before.
 */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/resource.h>

typedef struct work {
    const float *input;
    float *output;
    size_t n;
} work;

static void *work_run(void *argument)
{
    const work *given = argument;
    static int calls;
    static int begin;
    const int nice = getpriority(PRIO_PROCESS, 0);

    for (size_t i = 0; i < given->n; i++)
        given->output[i] = given->input[i] > 0 ? given->input[i] : 0;
    if (calls++ == 0)
        begin = nice;
    if (nice == begin)
        return NULL;
    printf("nice %d\n", nice);
    fflush(stdout);
    begin = nice;
    return NULL;
}

void solution(const float *input, float *output, size_t n, size_t m)
{
    work given = { input, output, n * m };
    pthread_t thread;

    if (pthread_create(&thread, NULL, work_run, &given) == 0)
        pthread_join(thread, NULL);
}
