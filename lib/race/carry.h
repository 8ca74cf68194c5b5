/* SPDX-License-Identifier: MIT */
/*
 * How measuring a block affects the next one.
 */
#ifndef BRES_RACE_CARRY_H
#define BRES_RACE_CARRY_H

#include <benchresult/base.h>
#include <stddef.h>

typedef struct bres__carry_over {
    double effect; /* logarithm of the factor */
    double p;
} bres__carry_over;

/* Tests whether a side's times after a block of the other side differ from those after a block of
 * its own. `order` has 'R' or 'C' for each pair, by the side that was first. With too few of
 * either the effect is 0 and p is 1. Errors: BRES_ERROR_MEMORY. */
bres_status bres__race_carry_over(const double *seconds, const char *order, size_t count,
                                  unsigned side, bres__carry_over *carry_over);
/* Sets the logarithm of the factor by which the second block of a pair takes longer; 0 with too few
 * pairs. Errors: BRES_ERROR_MEMORY. */
bres_status bres__race_order_effect(const double *reference, const double *candidate,
                                    const char *order, size_t count, double *effect);

#endif
