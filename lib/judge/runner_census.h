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
/* That of the first thread alone. */
bool bres__process_cpu_first(pid_t process, uint64_t *ns);
/* Threads, without those that are ending, as they may be for a moment after they were joined. */
unsigned bres__process_threads(pid_t process);
/* Calls `child` for each child of any of its threads, until it returns false. */
void bres__process_children(pid_t process, bool (*child)(void *user, pid_t pid), void *user);

#endif
