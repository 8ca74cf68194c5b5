/* SPDX-License-Identifier: MIT */
/*
 * Evidence on two configurations.
 */
#ifndef BRES_TUNE_SEARCH_EVIDENCE_H
#define BRES_TUNE_SEARCH_EVIDENCE_H

#include "tune/search/state.h"

/* Whether `config` is slower than `leader`, by the decision of the comparison and by a proof. */
bool bres__search_is_slower(bres__search *search, const bres__search_config *leader,
                            const bres__search_config *config);
/* Whether the two are proven to differ by at most the equivalence margin. */
bool bres__search_is_tied(bres__search *search, const bres__search_config *leader,
                          const bres__search_config *config);

#endif
