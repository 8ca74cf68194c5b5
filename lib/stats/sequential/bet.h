/* SPDX-License-Identifier: MIT */
/*
 * The bets of stats/sequential/sequential.h, shared by the files that implement it.
 */
#ifndef BRES_STATS_SEQUENTIAL_BET_H
#define BRES_STATS_SEQUENTIAL_BET_H

#include "stats/sequential/sequential.h"

/* The bet fractions, and the part of the initial wealth that each gets. */
extern const double bres__sequential_fractions[BRES__SEQUENTIAL_FRACTIONS];
extern const double bres__sequential_weights[BRES__SEQUENTIAL_FRACTIONS];

/* The hypothetical center of a test, and the side of its bettor: 1 above the center, -1 below. */
double bres__sequential_center(const bres__sequential *self, bres__sequential_test test);
double bres__sequential_side(bres__sequential_test test);
/* Logarithm of the total wealth of all bet fractions. */
double bres__sequential_wealth(const double *wealth);
/* Logarithm of the total wealth at which the bettor on one side of a hypothetical center refutes
 * it. `side` is 1 above the center, -1 below. */
double bres__sequential_limit(const bres__sequential *self, double side);

#endif
