/* SPDX-License-Identifier: MIT */
/*
 * A thread that the first call starts and to which each call leaves its work.
 */
#ifndef BRES_TEST_CHEATS_POOL_H
#define BRES_TEST_CHEATS_POOL_H

#include "compute.h"

#include <pthread.h>

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t pool_posted = PTHREAD_COND_INITIALIZER;
static product pool_work;
static int pool_has_work;

static void *pool_run(void *argument)
{
    void (*const run)(const product *work) = *(void (**)(const product *))argument;

    pthread_mutex_lock(&pool_lock);
    for (;;) {
        while (!pool_has_work)
            pthread_cond_wait(&pool_posted, &pool_lock);
        pool_has_work = 0;
        run(&pool_work);
    }
    return NULL;
}

/* Leaves work to the thread, which passes it to `run`, the same function each time. */
static inline void pool_post(void (*run)(const product *work), product work)
{
    static void (*function)(const product *work);
    pthread_t thread;

    if (function == NULL) {
        function = run;
        if (pthread_create(&thread, NULL, pool_run, (void *)&function) != 0)
            return;
    }
    pthread_mutex_lock(&pool_lock);
    pool_work = work;
    pool_has_work = 1;
    pthread_cond_signal(&pool_posted);
    pthread_mutex_unlock(&pool_lock);
}

#endif
