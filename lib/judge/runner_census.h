/* SPDX-License-Identifier: MIT */
/*
 * What the kernel knows of another process.
 */
#ifndef BRES_JUDGE_RUNNER_CENSUS_H
#define BRES_JUDGE_RUNNER_CENSUS_H

#include <benchresult/base.h>
#include <sys/types.h>

/* Processor time of all threads that it has or had, nanoseconds; false when it is gone. */
bool bres__process_cpu(pid_t process, uint64_t *ns);

/* Of a process that is gone there is nothing to tell, which is no error. BRES_ERROR_IO. */

/* How long the first thread of a process has run, and how long it has waited for a processor, or
 * the calling thread for 0. Both are 0 where the system does not tell. */
bres_status bres__thread_times(pid_t process, uint64_t *ran_ns, uint64_t *waited_ns);
/* How many threads it has, without those that are ending, as they may be for a moment after they
 * were joined. */
bres_status bres__process_threads(pid_t process, unsigned *count);
/* Whether none of those wants to run: a busy system may keep one that does from running for long.
 */
bres_status bres__process_is_at_rest(pid_t process, bool *at_rest);
/* Calls `child` for each child of any of its threads. */
bres_status bres__process_children(pid_t process, void (*child)(void *user, pid_t pid), void *user);

#endif
