/* SPDX-License-Identifier: MIT */
/*
 * Carry-over, which is the effect of a measured block on the next one, and the effect of the place
 * in a pair.
 */
#ifndef BRES_RACE_CARRY_H
#define BRES_RACE_CARRY_H

#include <benchresult/base.h>
#include <stdbool.h>
#include <stddef.h>

/* The times of the pairs of a race. */
typedef struct bres__race_pairs {
    const double *seconds[2]; /* by side and pair */
    const char *order;        /* for each pair, the side that was first: 'R' or 'C' */
    size_t count;
} bres__race_pairs;

typedef struct bres__carry_over {
    /* By side: the logarithm of the factor by which a first block takes longer after a block of the
     * other side than after a block of its own side, and the p-value of this difference. 0 and 1:
     * too few blocks. */
    double effect[2];
    double p[2];
    bool found; /* significant, and larger than the limit */
    /* Log ratio of the pairs, minus the log ratio of sides that are measured alone; 0 if not
     * `found`. */
    double bias;
} bres__carry_over;

typedef struct bres__order_effect {
    double effect; /* logarithm of the factor by which a second block takes longer */
    double p;
} bres__order_effect;

/* Whether enough first blocks follow each side for a test. */
bool bres__race_carry_over_is_testable(const char *order, size_t count);
/* Tests for carry-over; only an effect above `limit`, a logarithm, counts as found. Errors:
 * BRES_ERROR_MEMORY. */
bres_status bres__race_carry_over(const bres__race_pairs *pairs, double limit,
                                  bres__carry_over *carry_over);
/* Estimates and tests the effect of the order; 0 and 1 with too few pairs. Errors:
 * BRES_ERROR_MEMORY. */
bres_status bres__race_order_effect(const bres__race_pairs *pairs, bres__order_effect *effect);

#endif
