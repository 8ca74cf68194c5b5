/* SPDX-License-Identifier: MIT */
/*
 * Running one function on several threads at once.
 */
#ifndef BRES_BASE_PARALLEL_H
#define BRES_BASE_PARALLEL_H

#include <stddef.h>

/* Number of CPUs that are online, at least 1. */
size_t bres__online_cpus(void);

/*
 * Calls work(context, i) for each i below `count`, one of them on the calling thread, and returns
 * when all have returned. A thread that cannot be started is made up for on the calling thread,
 * so the calls happen whatever the system says. Signals stay with the program's own threads.
 */
void bres__parallel(size_t count, void (*work)(void *context, size_t index), void *context);

#endif
