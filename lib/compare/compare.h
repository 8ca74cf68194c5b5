/* SPDX-License-Identifier: MIT */
/*
 * Room compare: decides whether two states, two sets of samples or two results differ.
 *
 * Its floors (layers, see doc/design.md), lowest first. A floor calls only lower floors:
 *   1. config      thresholds, their presets and the configuration file
 *   2. match       which devices, benchmarks and states of two results belong together
 *   3. evidence    the data in the summaries and samples of a state: timings, intervals, coverage
 *   4. decide      the decision on one pair of states or sets of samples
 *   5. replicates  the runs of a result, and the decision on more than one run per side, or on one
 *                  run per side with a known variation between runs
 *   6. the files in this folder: a comparison of two results (comparison.c) and its rows (rows.c)
 *
 * comparison.h defines the structs that all floors share and declares no functions.
 *
 * Other rooms include this header.
 */
#ifndef BRES_COMPARE_COMPARE_H
#define BRES_COMPARE_COMPARE_H

#include "compare/comparison.h"
#include "compare/config/thresholds.h"
#include "compare/decide/reason.h"
#include "compare/evidence/source.h"
#include "compare/match/name.h"
#include "compare/rows.h"

/* Refuses the results if two of their runs hold the same measurements. Errors: BRES_ERROR_CONFLICT,
 * BRES_ERROR_MEMORY. */
bres_status bres__results_check_copies(bres_result *const *results, size_t count);
/* Like bres_compare(), for results whose runs are known to be distinct. Does not search for copies:
 * parts of results, such as single states, may be equal by chance. */
bres_status bres__compare_distinct(bres_result *const *references, size_t reference_count,
                                   bres_result *const *candidates, size_t candidate_count,
                                   const bres_compare_options *options,
                                   bres_comparison **comparison);
/* The metric that decided the rows. */
bres_metric bres__comparison_metric(const bres_comparison *comparison);

#endif
