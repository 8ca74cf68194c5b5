/* SPDX-License-Identifier: MIT */
/*
 * The chance that each of many uncertain numbers is the lowest one.
 */
#ifndef BRES_TUNE_SEARCH_CHANCE_H
#define BRES_TUNE_SEARCH_CHANCE_H

#include <stddef.h>

/* An uncertain number, as a normal distribution. */
typedef struct bres__belief {
    double center;
    double deviation; /* >= 0 */
    double chance;    /* that it is the lowest one */
} bres__belief;

/* Computes the chances of independent numbers, which add up to 1. */
void bres__chance_lowest(bres__belief *beliefs, size_t count);

#endif
