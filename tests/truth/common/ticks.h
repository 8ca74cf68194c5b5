/* SPDX-License-Identifier: MIT */
/*
 * Clocks that tick, between true times and samples. Nothing here is shared with what decides on
 * them.
 */
#ifndef BRES_TRUTH_TICKS_H
#define BRES_TRUTH_TICKS_H

#include "base/random.h"

#include <stddef.h>

/* How a clock makes a whole number of steps of a time. */
typedef enum truth_ticking {
    TRUTH_TICKS_ROUND, /* rounds the time */
    TRUTH_TICKS_PHASE  /* rounds down at both ends, with a random phase */
} truth_ticking;

typedef struct truth_clock {
    double step;      /* in the unit of the times; 0: the clock does not tick */
    double fine;      /* share of the samples that have a 32nd of the step */
    truth_ticking by; /* the same for both steps */
} truth_clock;

/* Samples of a time with normal noise, relative to the center. */
void truth_ticking_samples(bres__random *random, const truth_clock *clock, double center,
                           double noise, float *samples, size_t count);

#endif
