/* SPDX-License-Identifier: MIT */
/*
 * What the kernel knows of another process.
 */
#ifndef BRES_JUDGE_RUNNER_CENSUS_H
#define BRES_JUDGE_RUNNER_CENSUS_H

#include <benchresult/base.h>
#include <stddef.h>
#include <sys/types.h>

/* Processor time of all threads that it has or had, nanoseconds; false when it is gone. */
bool bres__process_cpu(pid_t process, uint64_t *ns);

/* Of a process that is gone there is nothing to tell, which is no error. BRES_ERROR_IO, and
 * BRES_ERROR_MEMORY where a list is made. */

/* How long the first thread of a process has run, and how long it has waited for a processor, or
 * the calling thread for 0. Both are 0 where the system does not tell. */
bres_status bres__thread_times(pid_t process, uint64_t *ran_ns, uint64_t *waited_ns);

/* What a thread has run; 0 where the system does not tell. */
typedef struct bres__thread_ran {
    pid_t thread;
    uint64_t ns;
} bres__thread_ran;

/* That of each thread of a process. */
typedef struct bres__thread_list {
    bres__thread_ran *threads;
    size_t count;
    size_t capacity;
} bres__thread_list;

/* Replaces what a list has, which begins as zeros and is freed at the end. */
bres_status bres__thread_list_read(bres__thread_list *list, pid_t process);
void bres__thread_list_free(bres__thread_list *list);
/* How long the thread has run that has run longest between two lists. */
uint64_t bres__thread_list_most(const bres__thread_list *before, const bres__thread_list *after);

/* How many threads it has, without those that are ending, as they may be for a moment after they
 * were joined. */
bres_status bres__process_threads(pid_t process, unsigned *count);
/* Whether none of those wants to run: a busy system may keep one that does from running for long.
 */
bres_status bres__process_is_at_rest(pid_t process, bool *at_rest);
/* Calls `child` for each child of any of its threads. */
bres_status bres__process_children(pid_t process, void (*child)(void *user, pid_t pid), void *user);

#endif
