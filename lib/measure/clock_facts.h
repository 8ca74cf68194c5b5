/* SPDX-License-Identifier: MIT */
/*
 * The resolution and the cost of a clock. On a fine clock, a step is as long as a reading takes; a
 * coarse clock allows many readings between two steps.
 */
#ifndef BRES_MEASURE_CLOCK_FACTS_H
#define BRES_MEASURE_CLOCK_FACTS_H

#include "base/clock.h"

/* Both in seconds. */
typedef struct bres__clock_facts {
    double resolution; /* the smallest step above zero */
    double cost;       /* of a reading */
} bres__clock_facts;

void bres__clock_measure(const bres_clock *clock, bres__clock_facts *facts);

#endif
