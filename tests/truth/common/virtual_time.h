/* SPDX-License-Identifier: MIT */
/*
 * A clock that stands still, except for what a simulated function adds to it, and a little at each
 * reading.
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
