/* SPDX-License-Identifier: MIT */
/*
 * The drift of rounds, and samples without it.
 */
#ifndef BRES_TUNE_SEARCH_DRIFT_H
#define BRES_TUNE_SEARCH_DRIFT_H

#include "tune/search/state.h"

/* Mean of the sorted values without the quarters at both ends. */
double bres__search_center(const double *sorted, size_t count);
/* Computes the drift of each round before `end`, and the samples without it. */
void bres__search_settle(bres__search *search, uint64_t end);

#endif
