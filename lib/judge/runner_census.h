/* SPDX-License-Identifier: MIT */
/*
 * What the kernel knows of another process.
 */
#ifndef BRES_JUDGE_RUNNER_CENSUS_H
#define BRES_JUDGE_RUNNER_CENSUS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Processor time of all threads that it has or had, nanoseconds; false when it is gone. */
bool bres__process_cpu(pid_t process, uint64_t *ns);
/* How long the first thread of a process has run, and how long it has waited for a processor; 0:
 * the calling thread. false, with both 0, when the kernel does not tell. */
bool bres__thread_times(pid_t process, uint64_t *ran_ns, uint64_t *waited_ns);
/* Threads, without those that are ending, as they may be for a moment after they were joined. */
unsigned bres__process_threads(pid_t process);
/* Whether none of those wants to run: a busy system may keep one that does from running for long.
 */
bool bres__process_is_at_rest(pid_t process);
/* Calls `child` for each child of any of its threads, until it returns false. */
void bres__process_children(pid_t process, bool (*child)(void *user, pid_t pid), void *user);

#endif
