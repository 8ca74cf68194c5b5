/* SPDX-License-Identifier: MIT */
/*
 * What the kernel knows of another process. A process that has ended has no threads, children or
 * times, which is no error. Errors: BRES_ERROR_IO.
 */
#ifndef BRES_JUDGE_RUNNER_PROCESS_STATS_H
#define BRES_JUDGE_RUNNER_PROCESS_STATS_H

#include <benchresult/base.h>
#include <stddef.h>
#include <sys/types.h>

/* CPU time of all threads that a process has or had, in nanoseconds; false when it has ended. */
bool bres__process_cpu(pid_t process, uint64_t *ns);

/* What the scheduler has counted of threads; all 0 where the system does not say. */
typedef struct bres__scheduled {
    uint64_t ran_ns;
    uint64_t waited_ns; /* for a processor */
    uint64_t slices;    /* how often a thread has begun to run */
    uint64_t trace;     /* other threads, or other slices of a thread, have another one */
} bres__scheduled;

/* How long each thread of a process has waited for a processor; all zero: no thread. */
typedef struct bres__thread_wait {
    uint64_t thread;
    uint64_t waited_ns;
} bres__thread_wait;

typedef struct bres__thread_waits {
    bres__thread_wait *items;
    size_t count;
    size_t capacity;
} bres__thread_waits;

void bres__thread_waits_free(bres__thread_waits *waits);

/* The sum over the threads that a process has; `waits` (may be NULL) receives those of each thread.
 * Also BRES_ERROR_MEMORY. */
bres_status bres__process_scheduled(pid_t process, bres__scheduled *sum, bres__thread_waits *waits);

/* How long threads have waited between two times; those that have ended do not count. */
typedef struct bres__waited {
    uint64_t sum_ns;
    uint64_t longest_ns; /* of one thread */
    uint64_t first_ns;   /* of the first thread at the second time */
} bres__waited;

bres__waited bres__waited_between(const bres__thread_waits *begin, const bres__thread_waits *end);
/* Of the first thread of a process (0: of the calling thread). */
bres_status bres__thread_scheduled(pid_t process, bres__scheduled *thread);

/* How many threads are in which state. */
typedef struct bres__thread_states {
    unsigned all;
    unsigned stopped; /* by a signal */
    unsigned ready;   /* running, or waiting for a processor */
    unsigned ending;  /* which `all` does not include */
} bres__thread_states;

/* A thread may still be ending shortly after a join. */
bres_status bres__process_threads(pid_t process, bres__thread_states *states);
/* Calls `child` for each child of any of its threads. */
bres_status bres__process_children(pid_t process, void (*child)(void *user, pid_t pid), void *user);

#endif
