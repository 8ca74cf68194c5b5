/* SPDX-License-Identifier: MIT */
/*
 * Runs work on several threads.
 */
#ifndef BRES_BASE_THREADS_PARALLEL_H
#define BRES_BASE_THREADS_PARALLEL_H

#include <benchresult/base.h>
#include <signal.h>

/* Number of CPUs that are online, at least 1. */
size_t bres__online_cpus(void);
/* Number of CPUs that the calling thread may use, at least 1. */
size_t bres__usable_cpus(void);

/* Blocks signals in the calling thread and in threads that it starts, so that signals sent to the
 * process go to the program's own threads. Signals that a fault raises in the thread itself stay
 * deliverable: if blocked, they would bypass the program's handlers. */
void bres__block_signals(sigset_t *old);

/*
 * Calls work(context, i) for each i below `count`, on the calling thread and on new threads, and
 * returns when all calls have returned. If a thread cannot be started, the other threads make its
 * calls, so every call happens. The program's own threads handle all signals.
 */
void bres__parallel(size_t count, void (*work)(void *context, size_t index), void *context);

/*
 * Items that several threads process with the same outcome as one thread in order: the error is
 * that of the first item that fails, and all items before it are done.
 */
typedef struct bres__ordered_job {
    /* Processes one item. A worker never runs on two threads at once, so `context` can hold an
     * array with the state of each worker. */
    bres_status (*work)(void *context, size_t worker, size_t item);
    /* Collects the worker's result for the item. Called for one item after the other, on the thread
     * of the item's worker. NULL: no results to collect. */
    bres_status (*collect)(void *context, size_t worker, size_t item);
    void *context;
    size_t count;   /* items */
    size_t batch;   /* items that a worker takes at a time, at least 1 */
    size_t workers; /* see bres__ordered_workers() */
} bres__ordered_job;

/* The useful number of workers: `wanted` (0: one for each CPU), at most as many as get items. */
size_t bres__ordered_workers(size_t wanted, size_t count, size_t batch);
/* Runs a job. Returns the status of the first item that failed, and copies its error to the calling
 * thread. Without a failure, the error record stays unchanged. *end is the index of the failed
 * item, else the number of items. */
bres_status bres__ordered_run(const bres__ordered_job *job, size_t *end);

#endif
