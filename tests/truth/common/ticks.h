/* SPDX-License-Identifier: MIT */
/*
 * Clocks that tick: they turn true times into samples. Shares no code with the decisions of the
 * library.
 */
#ifndef BRES_TRUTH_TICKS_H
#define BRES_TRUTH_TICKS_H

#include "base/random.h"

#include <stddef.h>

/* How a clock converts a time to a whole number of steps. */
typedef enum truth_ticking {
    TRUTH_TICKS_ROUND, /* rounds the time */
    TRUTH_TICKS_PHASE  /* rounds down at both ends, with a random phase */
} truth_ticking;

typedef struct truth_clock {
    double step;      /* in the unit of the times; 0: the clock does not tick */
    double fine;      /* share of the samples with a step 32 times finer */
    truth_ticking by; /* for both steps */
} truth_clock;

/* Samples of a time with normal noise, relative to the center. */
void truth_ticking_samples(bres__random *random, const truth_clock *clock, double center,
                           double noise, float *samples, size_t count);

#endif
