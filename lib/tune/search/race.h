/* SPDX-License-Identifier: MIT */
/*
 * The race of a challenger against the leader.
 */
#ifndef BRES_TUNE_SEARCH_RACE_H
#define BRES_TUNE_SEARCH_RACE_H

#include "tune/search/state.h"

/* The error rate of one pair of configurations, half of it for each of two proofs: each of the
 * other configurations may wrongly beat the fastest one, and they share the error rate. */
double bres__search_pair_error(const bres__search *search);
/* Races the two over the rounds that have both, at the error rate of a pair. The outcome is in
 * `search->race`, where a ratio above one is a slower challenger. */
void bres__search_race(bres__search *search, const bres__search_config *leader,
                       const bres__search_config *challenger);

#endif
