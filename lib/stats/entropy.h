/* SPDX-License-Identifier: MIT */
/*
 * Entropy of the values seen so far, in bits: how much the next one is expected to tell. Values are
 * the same when they are equal as numbers (-0.0 is 0.0); NaN must not be added.
 */
#ifndef BRES_STATS_ENTROPY_H
#define BRES_STATS_ENTROPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct bres__entropy_slot bres__entropy_slot;

typedef struct bres__entropy_table {
    bres__entropy_slot *slots;
    size_t capacity; /* 0 or a power of two */
} bres__entropy_table;

/* All zero is empty. */
typedef struct bres__entropy {
    bres__entropy_table table;
    bres__entropy_table old; /* what has not been moved from before the last growth */
    size_t moved;            /* slots of `old` that have been */
    size_t distinct;
    size_t count;
    double sum; /* of c log2(c) over the distinct values, c being how often each was seen */
} bres__entropy;

/* Makes room for one more value; false: no memory, nothing has changed. */
bool bres__entropy_reserve(bres__entropy *entropy);
/* Adds a value, for which there is room. */
void bres__entropy_add(bres__entropy *entropy, double value);
/* Never negative, nor -0.0; 0 for no values. */
double bres__entropy_bits(const bres__entropy *entropy);
void bres__entropy_free(bres__entropy *entropy);

#endif
