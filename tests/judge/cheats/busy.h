/* SPDX-License-Identifier: MIT */
/*
 * Wastes CPU time in one of two places: before the answer to the judge, or after the return.
 */
#ifndef BRES_TEST_CHEATS_BUSY_H
#define BRES_TEST_CHEATS_BUSY_H

#include "wire.h"

#include <pthread.h>
#include <semaphore.h>
#include <time.h>

/* CPU time to waste: much more than is allowed. */
#define BUSY_MS 10

static sem_t busy_wanted;

/* Wastes this much CPU time of the calling thread. */
static inline void busy_spin_ns(long ns)
{
    struct timespec begin;
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
    do
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    while ((now.tv_sec - begin.tv_sec) * 1000000000 + (now.tv_nsec - begin.tv_nsec) < ns);
}

static inline void busy_spin(long ms)
{
    busy_spin_ns(ms * 1000000);
}

static inline void *busy_run(void *argument)
{
    for (;;) {
        while (sem_wait(&busy_wanted) != 0)
            continue;
        busy_spin(BUSY_MS);
    }
    return argument;
}

static int busy_is_due;

static inline ssize_t busy_send(int fd, const void *data, size_t size, int flags)
{
    const bres__wire_message *message = wire_message(data, size);

    if (busy_is_due && message != NULL && message->kind == BRES__WIRE_CALL) {
        busy_is_due = 0;
        busy_spin(BUSY_MS);
    }
    return wire_send(fd, data, size, flags);
}

/* Wastes CPU time between the end of the call and the answer to the judge. */
static inline void busy_before_answer(void)
{
    static unsigned replaced;

    if (replaced == 0)
        replaced = hook_calls("send", (uintptr_t)busy_send);
    busy_is_due = 1;
}

/* Starts a thread that waits for busy_later(). */
static inline void busy_begin(void)
{
    static int is_started;
    pthread_t thread;

    if (is_started++ == 0 && sem_init(&busy_wanted, 0, 0) == 0)
        pthread_create(&thread, NULL, busy_run, NULL);
}

/* Wastes CPU time after the caller has returned. */
static inline void busy_later(void)
{
    sem_post(&busy_wanted);
}

#endif
