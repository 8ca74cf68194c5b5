/* SPDX-License-Identifier: MIT */
/*
 * Mean and variance of values that come one by one. The arithmetic, to the last bit, is part of
 * what stopping criteria decide: they compare with limits that real streams hit exactly.
 */
#ifndef BRES_STATS_ONLINE_H
#define BRES_STATS_ONLINE_H

#include <stddef.h>

/* All zero is empty. */
typedef struct bres__online {
    size_t count;
    double mean;
    double variance; /* with the divisor n */
} bres__online;

void bres__online_add(bres__online *online, double value);
/* Adds them in their order, faster than one by one. */
void bres__online_add_all(bres__online *online, const double *values, size_t count);
/* With the divisor n-1; NaN below two values, and when squares have overflowed. */
double bres__online_unbiased(const bres__online *online);

#endif
