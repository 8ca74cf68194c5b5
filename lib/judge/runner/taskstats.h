/* SPDX-License-Identifier: MIT */
/*
 * How long all threads of a process, including ended ones, have waited for a processor. Only the
 * kernel's taskstats interface reports this, and it requires the capability CAP_NET_ADMIN.
 */
#ifndef BRES_JUDGE_RUNNER_TASKSTATS_H
#define BRES_JUDGE_RUNNER_TASKSTATS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct bres__taskstats {
    int socket; /* -1: not available */
    uint16_t family;
} bres__taskstats;

bres__taskstats bres__taskstats_open(void);
void bres__taskstats_close(bres__taskstats *stats);
/* Sets *ns to the sum over all threads in nanoseconds; false if it is unknown. A thread that is
 * ending may count twice. */
bool bres__taskstats_waited(const bres__taskstats *stats, pid_t process, uint64_t *ns);

#endif
