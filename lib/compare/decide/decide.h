/* SPDX-License-Identifier: MIT */
/*
 * The decision on one pair: a tree of elementary rules on its evidence. Arrays, two states and the
 * rows of two results all go through bres__decide().
 */
#ifndef BRES_COMPARE_DECIDE_DECIDE_H
#define BRES_COMPARE_DECIDE_DECIDE_H

#include "compare/evidence/evidence.h"

/* Decides; the decision is cleared, the thresholds have been checked. */
bres_status bres__decide(bres__evidence *evidence, const bres_thresholds *thresholds,
                         bres_decision *decision);
/* The branches of the tree: a gap between the intervals, none, the older rule, exact counts. */
bres_status bres__decide_gap(bres__evidence *evidence, const bres_thresholds *thresholds,
                             bres_verdict gap, double distance, bres_decision *decision);
bres_status bres__decide_same(bres__evidence *evidence, const bres_thresholds *thresholds,
                              bres_decision *decision);
bres_status bres__decide_legacy(const bres__evidence *evidence, bres_decision *decision);
bres_status bres__decide_counts(const bres__evidence *evidence, bres_decision *decision);
/* The verdict on two exact counts. */
bres_verdict bres__counts_verdict(double reference, double candidate, double tolerance);

/* Checks the size of a struct that the caller wants filled, and clears it; NULL: not wanted. The
 * size may be that of another version. Errors: BRES_ERROR_VERSION. */
bres_status bres__output_clear(void *user, size_t first_size, size_t full_size, const char *name);
/* Copies what the caller's struct has room for. */
void bres__output_copy(void *user, const void *made, size_t full_size);
/* The same for a decision, which must not be NULL. */
bres_status bres__decision_clear(bres_decision *user);
void bres__decision_copy(bres_decision *user, const bres_decision *decision);
/* Sets estimates and differences from centers, intervals and noises of the sides. */
void bres__decision_set_numbers(const bres__side *reference, const bres__side *candidate,
                                bres_unit unit, bres_decision *decision);
/* Sets verdict, reason and message. Always BRES_OK, so that it can be returned. */
bres_status bres__set_verdict(bres_decision *decision, bres_verdict verdict, bres_reason reason,
                              const char *format, ...) __attribute__((format(printf, 4, 5)));

/* BRES_ERROR_ARGUMENT for samples that are NULL or have no times. */
bres_status bres__samples_check(const bres_samples *samples);
/* BRES_ERROR_ARGUMENT for a rule that samples in memory do not suffice for. */
bres_status bres__samples_check_rule(const bres_thresholds *thresholds);

#endif
