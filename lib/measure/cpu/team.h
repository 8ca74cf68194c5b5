/* SPDX-License-Identifier: MIT */
/*
 * Threads that repeatedly execute a function together, and start it at the same time.
 */
#ifndef BRES_MEASURE_CPU_TEAM_H
#define BRES_MEASURE_CPU_TEAM_H

#include "measure/failure.h"

#include <benchresult/measure.h>
#include <pthread.h>
#include <stdatomic.h>

/* Keeps data that one thread writes off the cache lines of other threads, even if the processor
 * fetches lines in pairs. */
#define BRES__TEAM_GAP 128u

typedef struct bres__team bres__team;

/* A thread of a team. The failure record keeps the times of two threads apart in memory. */
typedef struct bres__team_member {
    uint64_t start; /* of the last call, by the clock of the team */
    uint64_t end;
    bres__team *team;
    uint32_t index;
    pthread_t thread; /* unset in the first member, the calling thread */
    bres__failure failure;
} bres__team_member;

struct bres__team {
    bres_cpu_thread_fn fn;
    void *context;
    const bres_clock *clock;
    bres__team_member *members;
    uint32_t count;   /* members that start together */
    uint32_t started; /* members that exist */
    uint32_t spins;   /* polls before a member yields its processor */
    bool stop;
    unsigned call;       /* number of the current call */
    uint64_t executions; /* of a member in the current call */
    pthread_mutex_t mutex;
    pthread_cond_t called;
    pthread_cond_t finished;
    char gap_before[BRES__TEAM_GAP];
    atomic_uint announced; /* the number of the current call; changes under the mutex */
    atomic_uint lined_up;  /* members that are ready to start */
    atomic_uint done;      /* members that have returned */
    char gap_between[BRES__TEAM_GAP];
    atomic_uint released; /* the number of the call that may start */
    char gap_after[BRES__TEAM_GAP];
};

/* Starts `count` - 1 threads besides the calling thread. All members read `clock`, which is
 * borrowed. Stop the team even after a failure. Errors: BRES_ERROR_IO, BRES_ERROR_MEMORY. */
bres_status bres__team_start(bres__team *team, uint32_t count, const bres_clock *clock);
void bres__team_stop(bres__team *team);
/* Makes each member execute the function `executions` times, and returns when all members have. A
 * failure that a member reports becomes a failure of the calling thread. */
void bres__team_call(bres__team *team, uint64_t executions);

#endif
