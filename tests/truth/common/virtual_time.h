/* SPDX-License-Identifier: MIT */
/*
 * A clock that stands still until a simulated function adds time to it; each reading also adds a
 * little.
 */
#ifndef BRES_TRUTH_VIRTUAL_TIME_H
#define BRES_TRUTH_VIRTUAL_TIME_H

#include <benchresult/base.h>

typedef struct truth_time {
    uint64_t now; /* nanoseconds */
} truth_time;

/* Makes a clock that reads `time`. */
void truth_time_clock(truth_time *time, bres_clock *clock);

#endif
