/* SPDX-License-Identifier: MIT */
/*
 * What the kernel knows of another process. A process that has ended has no threads, children or
 * times, which is no error. Errors: BRES_ERROR_IO, and BRES_ERROR_MEMORY where a list is made.
 */
#ifndef BRES_JUDGE_RUNNER_PROCESS_STATS_H
#define BRES_JUDGE_RUNNER_PROCESS_STATS_H

#include <benchresult/base.h>
#include <stddef.h>
#include <sys/types.h>

/* CPU time of all threads that a process has or had, in nanoseconds; false when it has ended. */
bool bres__process_cpu(pid_t process, uint64_t *ns);

/* How long the first thread of a process (0: the calling thread) has run, and how long it has
 * waited for a processor. Both are 0 where the system does not say. */
bres_status bres__thread_times(pid_t process, uint64_t *ran_ns, uint64_t *waited_ns);

/* How long a thread has run; 0 where the system does not say. */
typedef struct bres__thread_ran {
    pid_t thread;
    uint64_t ns;
} bres__thread_ran;

/* The threads of a process. All zero is empty. */
typedef struct bres__thread_list {
    bres__thread_ran *threads;
    size_t count;
    size_t capacity;
} bres__thread_list;

/* Replaces the content of a list. */
bres_status bres__thread_list_read(bres__thread_list *list, pid_t process);
void bres__thread_list_free(bres__thread_list *list);
/* The most CPU time that one thread has used between two lists. */
uint64_t bres__thread_list_most(const bres__thread_list *before, const bres__thread_list *after);

/* How many threads it has, without those that are ending, as they may be shortly after a join. */
bres_status bres__process_threads(pid_t process, unsigned *count);
/* Whether none of these threads runs or waits for a processor, which a busy system may delay. */
bres_status bres__process_is_idle(pid_t process, bool *is_idle);
/* Calls `child` for each child of any of its threads. */
bres_status bres__process_children(pid_t process, void (*child)(void *user, pid_t pid), void *user);

#endif
