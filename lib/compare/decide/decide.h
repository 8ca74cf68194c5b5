/* SPDX-License-Identifier: MIT */
/*
 * The decision on one pair: a tree of elementary rules on its evidence. Arrays, two states and the
 * rows of two results all go through bres__decide().
 */
#ifndef BRES_COMPARE_DECIDE_DECIDE_H
#define BRES_COMPARE_DECIDE_DECIDE_H

#include "compare/evidence/evidence.h"

/* Decides on a pair. The caller has cleared the decision and checked the thresholds. */
bres_status bres__decide(bres__evidence *evidence, const bres_thresholds *thresholds,
                         bres_decision *decision);
/* The part of the decision that does not depend on the variation between runs. Sets the numbers
 * beside the verdict. Decides on pairs without usable centers, on exact counts, by the legacy rule
 * and on too few samples. *done: the function decided or failed. */
bres_status bres__decide_begin(bres__evidence *evidence, const bres_thresholds *thresholds,
                               bres_decision *decision, bool *done);
/* The branches of the tree: a gap between the intervals, no gap, the legacy rule, exact counts. */
bres_status bres__decide_gap(bres__evidence *evidence, const bres_thresholds *thresholds,
                             bres_verdict gap, double distance, bres_decision *decision);
bres_status bres__decide_same(bres__evidence *evidence, const bres_thresholds *thresholds,
                              bres_decision *decision);
bres_status bres__decide_legacy(const bres__evidence *evidence, bres_decision *decision);
bres_status bres__decide_counts(const bres__evidence *evidence, bres_decision *decision);
/* Decides on a pair if the samples of a side are too few or all equal. Returns whether it did. Only
 * for rules that use the variation between runs. */
bool bres__decide_too_few(const bres__evidence *evidence, bres_decision *decision);
/* Makes the plan of an undecided pair, without its command. Returns whether the pair is undecided
 * and can be planned. */
bool bres__pair_plan(const bres__evidence *evidence, const bres_decision *decision,
                     bres_plan *plan);
/* The verdict on two exact counts. */
bres_verdict bres__counts_verdict(double reference, double candidate, double tolerance);

/* Checks the size of a struct that the caller wants filled, and clears it; NULL: not wanted. The
 * size may be that of another version. Errors: BRES_ERROR_VERSION. */
bres_status bres__output_clear(void *user, size_t first_size, size_t full_size, const char *name);
/* Copies as many bytes as the caller's struct has room for. */
void bres__output_copy(void *user, const void *made, size_t full_size);
/* Like the two functions above, for a decision, which must not be NULL. */
bres_status bres__decision_clear(bres_decision *user);
void bres__decision_copy(bres_decision *user, const bres_decision *decision);
/* The number of samples of a side; false if unknown. */
bool bres__side_samples(const bres__side *side, uint64_t *count);
/* Sets estimates and differences from centers, intervals and noises of the sides. */
void bres__decision_set_numbers(const bres__side *reference, const bres__side *candidate,
                                bres_unit unit, bres_decision *decision);
/* Sets the steps of the clocks, as far as they are known. */
void bres__decision_set_steps(const bres__side *reference, const bres__side *candidate,
                              bres_decision *decision);
/* Sets verdict, reason and message. Always returns BRES_OK, so that a caller can return the
 * result. */
bres_status bres__set_verdict(bres_decision *decision, bres_verdict verdict, bres_reason reason,
                              const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
