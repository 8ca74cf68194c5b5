/* SPDX-License-Identifier: MIT */
/*
 * The resolution that times show. Two times that differ are at least one step of the clock apart,
 * so the smallest difference is an upper bound of the step. Not all differences are needed: of
 * times with noise, the differences of neighbours contain a small one, too.
 */
#ifndef BRES_STATS_RESOLUTION_H
#define BRES_STATS_RESOLUTION_H

#include <stdbool.h>

/* Empty if all zero. */
typedef struct bres__resolution {
    double smallest;  /* difference above 0, divided by the smaller time; 0: none yet */
    bool found_equal; /* two times were equal */
} bres__resolution;

/* Adds the difference of two positive times. */
void bres__resolution_add(bres__resolution *self, double a, double b);

#endif
