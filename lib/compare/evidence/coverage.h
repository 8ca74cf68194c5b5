/* SPDX-License-Identifier: MIT */
/*
 * Coverage: how much of the samples of each side has a near neighbour on the other side.
 */
#ifndef BRES_COMPARE_EVIDENCE_COVERAGE_H
#define BRES_COMPARE_EVIDENCE_COVERAGE_H

#include "compare/evidence/evidence.h"

/* Distinct values in ascending order, as the bit patterns of positive doubles, and how often each
 * occurs. */
typedef struct bres__support {
    const uint64_t *values;
    const uint64_t *counts;
    size_t distinct;
    uint64_t total;
} bres__support;

/* Turns the sorted values of a side into a support, which is valid until the next sorting. */
void bres__bulk_deduplicate(bres__evidence *evidence, int side, bres__support *support);

typedef struct bres__coverage {
    double samples[2]; /* fraction of the samples that is covered */
    double support[2]; /* fraction of the distinct values, rare ones aside */
    bool samples_pass;
    bool support_passes;
    double severity; /* the largest shortfall, or 0 */
} bres__coverage;

void bres__cover(const bres__support *reference, const bres__support *candidate,
                 const bres_thresholds *thresholds, bres__coverage *coverage);

#endif
