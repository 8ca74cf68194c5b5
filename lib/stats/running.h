/* SPDX-License-Identifier: MIT */
/*
 * Quartiles of values that come one by one, exact after each of them.
 */
#ifndef BRES_STATS_RUNNING_H
#define BRES_STATS_RUNNING_H

#include "stats/stats.h"

/* A heap whose smallest value is on top. */
typedef struct bres__heap {
    double *values;
    size_t count;
    size_t capacity;
} bres__heap;

/* The values, divided at a rank: the heap `lower` holds those up to it, negated, so that the
 * greatest is on top, `upper` the others. */
typedef struct bres__running_rank {
    bres__heap lower;
    bres__heap upper;
} bres__running_rank;

/* Makes room for one more value; false: no memory, nothing has changed. */
bool bres__running_rank_reserve(bres__running_rank *running);
/* Adds a value, for which there is room. `rank`, counted from 0, is where the values are to be
 * divided then: what it was before, or one more. NaN must not be added. */
void bres__running_rank_add(bres__running_rank *running, double value, size_t rank);
/* The value at the rank, and the one after it, or the same again when there is none. */
double bres__running_rank_value(const bres__running_rank *running);
double bres__running_rank_next(const bres__running_rank *running);
void bres__running_rank_free(bres__running_rank *running);

/* All zero is empty. */
typedef struct bres__running_quartiles {
    bres__running_rank ranks[3];
    size_t count;
    bool by_rank; /* by bres__percentile_rank(), otherwise interpolated; set while empty */
} bres__running_quartiles;

/* As those of bres__running_rank. */
bool bres__running_quartiles_reserve(bres__running_quartiles *running);
void bres__running_quartiles_add(bres__running_quartiles *running, double value);
/* NaN when there is no value. */
void bres__running_quartiles_get(const bres__running_quartiles *running,
                                 bres__quartiles *quartiles);
void bres__running_quartiles_free(bres__running_quartiles *running);

#endif
