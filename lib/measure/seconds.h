/* SPDX-License-Identifier: MIT */
/*
 * Clocks count nanoseconds; everything else is in seconds.
 */
#ifndef BRES_MEASURE_SECONDS_H
#define BRES_MEASURE_SECONDS_H

#include <math.h>
#include <stdint.h>

/* Rounded. 0 for a time that is not above zero, UINT64_MAX for one that is too long. */
static inline uint64_t bres__nanoseconds(double seconds)
{
    if (!(seconds > 0))
        return 0;
    return seconds < 1.8e10 ? (uint64_t)llround(seconds * 1e9) : UINT64_MAX;
}

static inline double bres__seconds(uint64_t nanoseconds)
{
    return (double)nanoseconds * 1e-9;
}

#endif
