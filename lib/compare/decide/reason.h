/* SPDX-License-Identifier: MIT */
/*
 * The reasons of a decision.
 */
#ifndef BRES_COMPARE_DECIDE_REASON_H
#define BRES_COMPARE_DECIDE_REASON_H

#include <benchresult/compare.h>

/* One more than the largest number of a reason: room for each. */
#define BRES__REASON_END (BRES_REASON_COUNTS_VARY + 1)

#endif
