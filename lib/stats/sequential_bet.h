/* SPDX-License-Identifier: MIT */
/*
 * The bets of stats/sequential.h, for its parts.
 */
#ifndef BRES_STATS_SEQUENTIAL_BET_H
#define BRES_STATS_SEQUENTIAL_BET_H

#include "stats/sequential.h"

/* Shares that are staked, and the part of the wealth that each begins with. */
extern const double bres__sequential_shares[BRES__SEQUENTIAL_SHARES];
extern const double bres__sequential_parts[BRES__SEQUENTIAL_SHARES];

/* The supposed center of a test, and the side that is staked on: 1 above it, -1 below. */
double bres__sequential_center(const bres__sequential_options *options, bres__sequential_test test);
double bres__sequential_side(bres__sequential_test test);
/* Logarithm of the wealth of all shares together. */
double bres__sequential_wealth(const double *wealth);
/* The same, at which a supposed center is refuted by who stakes on this side of it: 1 above, -1
 * below. */
double bres__sequential_limit(const bres__sequential *self, double side);

#endif
