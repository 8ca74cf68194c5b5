/* SPDX-License-Identifier: MIT */
/*
 * Running mean and variance of a stream of values. Results are defined to the last bit, because
 * stopping criteria compare them with limits that real streams hit exactly.
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
/* Adds values in order, faster than one by one. */
void bres__online_add_all(bres__online *online, const double *values, size_t count);
/* The variance with the divisor n-1; NaN for fewer than two values, and if squares overflowed. */
double bres__online_unbiased(const bres__online *online);

#endif
