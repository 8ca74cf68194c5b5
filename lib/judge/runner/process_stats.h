/* SPDX-License-Identifier: MIT */
/*
 * Kernel statistics of another process. An ended process has no threads, children or times; this is
 * not an error. Errors: BRES_ERROR_IO.
 */
#ifndef BRES_JUDGE_RUNNER_PROCESS_STATS_H
#define BRES_JUDGE_RUNNER_PROCESS_STATS_H

#include <benchresult/base.h>
#include <stddef.h>
#include <sys/types.h>

/* CPU time of all threads that a process has or had, in nanoseconds; false when it has ended. */
bool bres__process_cpu(pid_t process, uint64_t *ns);

/* Scheduler counters of threads; all 0 if the system does not provide them. */
typedef struct bres__scheduled {
    uint64_t ran_ns;
    uint64_t waited_ns; /* for a processor */
    uint64_t slices;    /* number of time slices */
    uint64_t trace;     /* fingerprint of the threads and of the slices of each */
} bres__scheduled;

/* How long a thread has waited for a processor. */
typedef struct bres__thread_wait {
    uint64_t thread;
    uint64_t waited_ns;
} bres__thread_wait;

/* The waiting times of all threads of a process; all zero: empty. */
typedef struct bres__thread_waits {
    bres__thread_wait *items;
    size_t count;
    size_t capacity;
} bres__thread_waits;

void bres__thread_waits_free(bres__thread_waits *waits);

/* Sums the counters of the live threads of a process; `waits` (may be NULL) receives the waiting
 * time of each thread. Errors: also BRES_ERROR_MEMORY. */
bres_status bres__process_scheduled(pid_t process, bres__scheduled *sum, bres__thread_waits *waits);

/* How long threads have waited between two readings; ended threads do not count. */
typedef struct bres__waited {
    uint64_t sum_ns;
    uint64_t longest_ns; /* of one thread */
    uint64_t first_ns;   /* of the first thread in the second reading */
} bres__waited;

bres__waited bres__waited_between(const bres__thread_waits *begin, const bres__thread_waits *end);
/* Reads the counters of the first thread of a process (0: of the calling thread). */
bres_status bres__thread_scheduled(pid_t process, bres__scheduled *thread);

/* Number of threads in each state. */
typedef struct bres__thread_states {
    unsigned all;
    unsigned stopped; /* by a signal */
    unsigned ready;   /* running, or waiting for a processor */
    unsigned ending;  /* not included in `all` */
} bres__thread_states;

/* Counts the threads of a process by state. A thread may still be ending shortly after a join. */
bres_status bres__process_threads(pid_t process, bres__thread_states *states);
/* Calls `child` for each child of any thread of the process. */
bres_status bres__process_children(pid_t process, void (*child)(void *user, pid_t pid), void *user);

#endif
