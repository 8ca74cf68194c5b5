/* SPDX-License-Identifier: MIT */
/*
 * The rows of a comparison: decisions on single rows (rows.c, rows_runs.c) and on all rows together
 * (rows_discover.c).
 */
#ifndef BRES_COMPARE_ROWS_H
#define BRES_COMPARE_ROWS_H

#include "compare/comparison.h"
#include "compare/evidence/evidence.h"
#include "compare/replicates/replicates.h"

/* State shared by the rows of a worker thread. */
typedef struct bres__row_context {
    bres__scratch *scratch;
    bres__warning_list *warnings; /* NULL: the caller wants none */
    bres__arena *arena;           /* for data that the row keeps */
    bres__row_run *runs;          /* room for the runs of both sides */
    double *logs;                 /* receives the logarithms of the runs' times; NULL: not wanted */
} bres__row_context;

/* Decides all rows on several threads, and reports the warnings. */
bres_status bres__rows_decide(bres_comparison *comparison, const bres_compare_options *options);
/* Decides a row of a comparison with replicates. */
bres_status bres__row_decide_runs(const bres_comparison *comparison,
                                  const bres_compare_options *options, bres_row *row,
                                  const bres__row_context *context, bres_decision *decision);
/* Whether samples that cannot be read are an error. */
bool bres__samples_are_required(const bres_compare_options *options);
/* Copies the ratio, if it was filled, into the arena, and stores it in the row. */
bres_status bres__row_keep_ratio(bres_row *row, const bres_ratio *ratio, bres__arena *arena);
/* Adjusts the p-values for the number of rows of all comparisons, and withdraws verdicts that are
 * not discoveries at this rate. `comparison_count` is at least 1. The first comparison provides the
 * thresholds and the memory of new messages. Does not update the verdict counts. */
bres_status bres__rows_discover(bres_comparison *const *comparisons, size_t comparison_count,
                                double rate, bool any_dependence);

#endif
