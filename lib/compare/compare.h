/* SPDX-License-Identifier: MIT */
/*
 * Room compare: decides whether two states, two sets of samples or two results differ.
 *
 * Its parts stand on floors; each calls only the ones below it:
 *   1. config      thresholds, their presets and the configuration file
 *   2. match       which devices, benchmarks and states of two results belong together
 *   3. evidence    what the summaries and samples of a state say: timings, intervals, coverage
 *   4. decide      the decision on one pair of states or sets of samples
 *   5. replicates  the runs of a result, and the decision on more than one run per side, or on one
 *                  run per side with a known variation between runs
 *   6. the room's own files: a comparison of two results (comparison.c) and its rows (rows.c)
 * comparison.h holds the structs that parts share; it declares no function.
 *
 * This header is what other rooms use.
 */
#ifndef BRES_COMPARE_COMPARE_H
#define BRES_COMPARE_COMPARE_H

#include "compare/comparison.h"
#include "compare/config/thresholds.h"
#include "compare/decide/reason.h"
#include "compare/evidence/source.h"
#include "compare/match/name.h"
#include "compare/rows.h"

/* Refuses runs of the results that hold the same measurements. Errors: BRES_ERROR_CONFLICT,
 * BRES_ERROR_MEMORY. */
bres_status bres__results_check_copies(bres_result *const *results, size_t count);
/* bres_compare() of results whose runs are known to be no copies. Parts of results, such as single
 * states, may be equal by chance. */
bres_status bres__compare_distinct(bres_result *const *references, size_t reference_count,
                                   bres_result *const *candidates, size_t candidate_count,
                                   const bres_compare_options *options,
                                   bres_comparison **comparison);
/* The metric by which the rows were judged. */
bres_metric bres__comparison_metric(const bres_comparison *comparison);

#endif
