/* SPDX-License-Identifier: MIT */
/*
 * A second thread that works on the processor of the first, so that they wait for each other.
 */
#ifndef BRES_TEST_CHEATS_PARTNER_H
#define BRES_TEST_CHEATS_PARTNER_H

#include "busy.h"

#include <sched.h>

static sem_t partner_wanted;
static sem_t partner_done;
static cpu_set_t partner_processor;
static cpu_set_t partner_before;
static long partner_ns;

static inline void *partner_run(void *argument)
{
    for (;;) {
        while (sem_wait(&partner_wanted) != 0)
            continue;
        sched_setaffinity(0, sizeof(partner_processor), &partner_processor);
        busy_spin_ns(partner_ns);
        sched_setaffinity(0, sizeof(partner_before), &partner_before);
        sem_post(&partner_done);
    }
    return argument;
}

/* Starts the thread in the first call. */
static inline void partner_begin(void)
{
    static int is_started;
    pthread_t thread;

    if (is_started++ != 0)
        return;
    sem_init(&partner_wanted, 0, 0);
    sem_init(&partner_done, 0, 0);
    pthread_create(&thread, NULL, partner_run, NULL);
}

/* Makes the thread use `ns` of CPU time on the caller's processor. */
static inline void partner_join(long ns)
{
    sched_getaffinity(0, sizeof(partner_before), &partner_before);
    CPU_ZERO(&partner_processor);
    CPU_SET((size_t)sched_getcpu(), &partner_processor);
    sched_setaffinity(0, sizeof(partner_processor), &partner_processor);
    partner_ns = ns;
    sem_post(&partner_wanted);
}

static inline void partner_leave(void)
{
    while (sem_wait(&partner_done) != 0)
        continue;
    sched_setaffinity(0, sizeof(partner_before), &partner_before);
}

#endif
