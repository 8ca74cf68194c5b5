/* SPDX-License-Identifier: MIT */
/*
 * Running quartiles of a stream of values, exact after each value.
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

/* Values divided at a rank. The heap `lower` holds the values up to the rank, negated, so that the
 * greatest is on top; `upper` holds the other values. */
typedef struct bres__running_rank {
    bres__heap lower;
    bres__heap upper;
} bres__running_rank;

/* Makes room for one more value. Returns false, with nothing changed, when out of memory. */
bool bres__running_rank_reserve(bres__running_rank *running);
/* Adds a value, for which the caller has made room. `rank`, counted from 0, is the rank that
 * divides the values afterwards: the previous rank or one more. NaN must not be added. */
void bres__running_rank_add(bres__running_rank *running, double value, size_t rank);
/* The value at the rank, and the next value, or the same value if it is the last. */
double bres__running_rank_value(const bres__running_rank *running);
double bres__running_rank_next(const bres__running_rank *running);
void bres__running_rank_free(bres__running_rank *running);

/* All zero is empty. */
typedef struct bres__running_quartiles {
    bres__running_rank ranks[3];
    size_t count;
    bool by_rank; /* use bres__percentile_rank(), do not interpolate; set only while empty */
} bres__running_quartiles;

/* Like the functions of bres__running_rank. */
bool bres__running_quartiles_reserve(bres__running_quartiles *running);
void bres__running_quartiles_add(bres__running_quartiles *running, double value);
/* Gives NaN before the first value. */
void bres__running_quartiles_get(const bres__running_quartiles *running,
                                 bres__quartiles *quartiles);
void bres__running_quartiles_free(bres__running_quartiles *running);

#endif
