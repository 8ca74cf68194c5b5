/* SPDX-License-Identifier: MIT */
/*
 * Shannon entropy, in bits, of the values seen so far. Values are the same when they are equal as
 * numbers (-0.0 equals 0.0); NaN must not be added.
 */
#ifndef BRES_STATS_ENTROPY_H
#define BRES_STATS_ENTROPY_H

#include "stats/key_table.h"

/* All zero is empty. */
typedef struct bres__entropy {
    bres__key_table seen;     /* all distinct values */
    bres__key_table repeated; /* the values seen more than once, with their counts */
    size_t count;
    double sum;  /* of c log2(c) over the distinct values, where c is the count of the value */
    double bits; /* the entropy: never negative, nor -0.0; 0 without values */
} bres__entropy;

/* Makes room for one more value. Returns false, with nothing changed, when out of memory. */
bool bres__entropy_reserve(bres__entropy *entropy);
/* Adds a value; requires a call of bres__entropy_reserve() before. */
void bres__entropy_add(bres__entropy *entropy, double value);
void bres__entropy_free(bres__entropy *entropy);

#endif
