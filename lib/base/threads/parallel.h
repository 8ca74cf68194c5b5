/* SPDX-License-Identifier: MIT */
/*
 * Work on several threads at once.
 */
#ifndef BRES_BASE_THREADS_PARALLEL_H
#define BRES_BASE_THREADS_PARALLEL_H

#include <benchresult/base.h>
#include <signal.h>

/* Number of CPUs that are online, at least 1. */
size_t bres__online_cpus(void);
/* Number of CPUs that the calling thread may use, at least 1. */
size_t bres__usable_cpus(void);

/* Blocks signals in the calling thread, and so in threads that it starts: those sent to the process
 * go to the program's threads. Those that a fault raises in the thread itself stay deliverable:
 * blocked, they would pass by the program's handlers. */
void bres__block_signals(sigset_t *old);

/*
 * Calls work(context, i) for each i below `count`, one of them on the calling thread, and returns
 * when all have returned. A thread that cannot be started is made up for on the calling thread,
 * so the calls happen whatever the system says. Signals stay with the program's own threads.
 */
void bres__parallel(size_t count, void (*work)(void *context, size_t index), void *context);

/*
 * Items that are worked on by several threads, with the outcome of one that takes them in order:
 * the error is that of the first item that fails, and all items before it are done.
 */
typedef struct bres__ordered_job {
    /* Works on one item. Each worker is one thread at a time; its state may stand in an array of
     * the context. */
    bres_status (*work)(void *context, size_t worker, size_t item);
    /* Collects what the worker has made of the item: for one item after the other, each on the
     * thread of its worker. NULL: there is nothing to collect. */
    bres_status (*collect)(void *context, size_t worker, size_t item);
    void *context;
    size_t count;   /* items */
    size_t batch;   /* items that a worker takes at a time, at least 1 */
    size_t workers; /* see bres__ordered_workers() */
} bres__ordered_job;

/* How many workers are useful: as many as wanted, 0 for one on each CPU, but each with items. */
size_t bres__ordered_workers(size_t wanted, size_t count, size_t batch);
/* Returns the status of the first item that failed, whose error becomes that of the calling thread;
 * without a failure that thread's error record stays as it was. *end is the number of that item, or
 * of all items. */
bres_status bres__ordered_run(const bres__ordered_job *job, size_t *end);

#endif
