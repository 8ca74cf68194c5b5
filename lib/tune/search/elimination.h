/* SPDX-License-Identifier: MIT */
/*
 * Elimination of slower configurations.
 */
#ifndef BRES_TUNE_SEARCH_ELIMINATION_H
#define BRES_TUNE_SEARCH_ELIMINATION_H

#include "tune/search/state.h"

/* Eliminates configurations that are slower, and marks equivalent ones as tied. */
void bres__search_look(bres__search *search);
/* DECIDED or TIED if the last look has shown it, otherwise RUNNING. */
bres_tuner_stop bres__search_conclusion(const bres__search *search);
/* Fills `ranked` with the configurations of the next round and returns their number. `left`: the
 * samples that the budget still allows. */
size_t bres__search_select(bres__search *search, uint64_t left);

#endif
