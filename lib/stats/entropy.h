/* SPDX-License-Identifier: MIT */
/*
 * Entropy of the values seen so far, in bits: how much the next one is expected to tell. Values are
 * the same when they are equal as numbers (-0.0 is 0.0); NaN must not be added.
 */
#ifndef BRES_STATS_ENTROPY_H
#define BRES_STATS_ENTROPY_H

#include "stats/key_table.h"

/* All zero is empty. */
typedef struct bres__entropy {
    bres__key_table seen;     /* every value */
    bres__key_table repeated; /* those seen more than once, with how often */
    size_t count;
    double sum;  /* of c log2(c) over the different values, c being how often each was seen */
    double bits; /* the entropy: never negative, nor -0.0; 0 for no values */
} bres__entropy;

/* Makes room for one more value; false: no memory, nothing has changed. */
bool bres__entropy_reserve(bres__entropy *entropy);
/* Adds a value, for which there is room. */
void bres__entropy_add(bres__entropy *entropy, double value);
void bres__entropy_free(bres__entropy *entropy);

#endif
