/* SPDX-License-Identifier: MIT */
/*
 * Counts over the rows of all pairs.
 */
#ifndef BRES_REPORT_ROWS_TALLY_H
#define BRES_REPORT_ROWS_TALLY_H

#include "compare/compare.h"
#include "report/report.h"

typedef struct bres__tally_reason {
    bres_reason reason;
    size_t rows;
    double severity;
    const char *message; /* of the most severe row */
} bres__tally_reason;

typedef struct bres__tally {
    size_t total;
    size_t shown;
    size_t verdicts[BRES_AMBIGUOUS + 1];
    bres__tally_reason reasons[BRES__REASON_END]; /* of ambiguous rows */
    size_t reason_count;
    bool seen[BRES__REASON_END];     /* reasons of any row */
    const bres_row *worst;           /* the SLOW row with the largest change */
    const bres_compared *worst_pair; /* the pair of files of `worst` */
    size_t missing_benches;
    size_t missing_states;
} bres__tally;

/* Counts the rows of all pairs; `threshold_diff` decides which rows are shown. */
void bres__tally_fill(bres__tally *tally, const bres_compared *pairs, size_t count,
                      double threshold_diff);

#endif
