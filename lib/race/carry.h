/* SPDX-License-Identifier: MIT */
/*
 * How measuring a block affects the next one: carry-over, and the effect of the place in a pair.
 */
#ifndef BRES_RACE_CARRY_H
#define BRES_RACE_CARRY_H

#include <benchresult/base.h>
#include <stdbool.h>
#include <stddef.h>

/* The times of the pairs of a race. */
typedef struct bres__race_pairs {
    const double *seconds[2]; /* by side and pair */
    const char *order;        /* 'R' or 'C' for each pair, by the side that was first */
    size_t count;
} bres__race_pairs;

typedef struct bres__carry_over {
    /* By side: the logarithm of the factor by which a first block takes longer after the other side
     * than after its own, and the probability of such a difference by chance. 0 and 1: too few. */
    double effect[2];
    double p[2];
    bool found;  /* it is not chance, and larger than the limit */
    double bias; /* by it, the logarithm of the ratio of the sides that are measured alone lies
                    lower than that of the pairs; 0 if it was not found */
} bres__carry_over;

typedef struct bres__order_effect {
    double effect; /* logarithm of the factor by which a second block takes longer */
    double p;
} bres__order_effect;

/* Whether enough blocks follow either side for a test. */
bool bres__race_carry_over_is_testable(const char *order, size_t count);
/* Tests for carry-over; only an effect above `limit` is found. Errors: BRES_ERROR_MEMORY. */
bres_status bres__race_carry_over(const bres__race_pairs *pairs, double limit,
                                  bres__carry_over *carry_over);
/* Estimates and tests the effect of the order; 0 and 1 with too few pairs. Errors:
 * BRES_ERROR_MEMORY. */
bres_status bres__race_order_effect(const bres__race_pairs *pairs, bres__order_effect *effect);

#endif
