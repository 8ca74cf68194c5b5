/* SPDX-License-Identifier: MIT */
/*
 * Decides on one run per side, by the rule for one run or by the known variation between runs
 * (one_run.c).
 */
#ifndef BRES_COMPARE_REPLICATES_ONE_RUN_H
#define BRES_COMPARE_REPLICATES_ONE_RUN_H

#include "compare/replicates/replicates.h"

/* Decides on one run per side. *ratio is filled if the variation between runs is known; the caller
 * has set its size. Errors: as bres__decide(). */
bres_status bres__decide_one_run(bres__evidence *evidence, const bres_thresholds *thresholds,
                                 bres_decision *decision, bres_ratio *ratio);
/* Like bres_compare_samples(), for thresholds that are complete. `ratio` may be NULL. */
bres_status bres__compare_samples(const bres_samples *reference, const bres_samples *candidate,
                                  uint32_t flags, const bres_thresholds *thresholds,
                                  bres_decision *decision, bres_ratio *ratio);

/* BRES_ERROR_ARGUMENT for samples that are NULL or have no times, BRES_ERROR_VALUE for a time that
 * is negative or not finite. `owner`, such as "the reference", is for messages. */
bres_status bres__samples_check(const bres_samples *samples, const char *owner);
/* BRES_ERROR_ARGUMENT for thresholds that need more than samples in memory. */
bres_status bres__samples_check_thresholds(const bres_thresholds *thresholds);

#endif
