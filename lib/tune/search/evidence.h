/* SPDX-License-Identifier: MIT */
/*
 * Decides whether two configurations differ.
 */
#ifndef BRES_TUNE_SEARCH_EVIDENCE_H
#define BRES_TUNE_SEARCH_EVIDENCE_H

#include "tune/search/state.h"

/* Whether `config` is slower than `leader`, according to both the comparison and a proof. */
bool bres__search_is_slower(bres__search *search, const bres__search_config *leader,
                            const bres__search_config *config);
/* Whether the two configurations are proven to differ by at most the equivalence margin. */
bool bres__search_is_tied(bres__search *search, const bres__search_config *leader,
                          const bres__search_config *config);

#endif
