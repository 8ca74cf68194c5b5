/* SPDX-License-Identifier: MIT */
/*
 * The report of a comparison: the report being made, and its writers.
 */
#ifndef BRES_REPORT_COMPARE_COMPARE_H
#define BRES_REPORT_COMPARE_COMPARE_H

#include "report/format.h"
#include "report/rows/rows.h"
#include "report/rows/tally.h"

/* A report being made. */
typedef struct bres__compare_report {
    const bres_compared *pairs;
    size_t count;
    bres_compare_report_options options;
    bres__tally tally;
    bres__text text;               /* the report so far */
    bres__text cell;               /* scratch */
    bres__ordered_map axis_values; /* of one state: const bres_value */
} bres__compare_report;

/* X(VALUE, "name", "header", alignment, content of a cell) for each column. */
/* clang-format off */
#define BRES__COMPARE_COLUMNS(X) \
    X(REFERENCE, "ref", "Ref", RIGHT, REFERENCE_TIME) \
    X(CANDIDATE, "cmp", "Cmp", RIGHT, CANDIDATE_TIME) \
    X(REFERENCE_NOISE, "ref-noise", "Ref Noise", RIGHT, REFERENCE_NOISE) \
    X(CANDIDATE_NOISE, "cmp-noise", "Cmp Noise", RIGHT, CANDIDATE_NOISE) \
    X(DIFFERENCE, "difference", "Diff", RIGHT, TIME_DIFFERENCE) \
    X(FRACTION, "fraction", "%Diff", RIGHT, FRACTION) \
    X(CHANGE, "change", "Change", RIGHT, CHANGE) \
    X(REASON, "reason", "Reason", LEFT, REASON) \
    X(STATUS, "status", "Status", CENTER, STATUS)
/* clang-format on */

#define BRES__COMPARE_COLUMN_BIT(value, name, header, align, content)                              \
    | BRES_COLUMN_BIT(BRES_COMPARE_COLUMN_##value)

/* BRES_ERROR_ARGUMENT for a column that rows cannot be sorted by. */
bres_status bres__compare_sort_check(uint32_t column);
/* Sorts rows by the numbers of the options' column, and removes rows beyond the top. Rows without
 * a number come last; equal rows keep their order. BRES_ERROR_MEMORY. */
bres_status bres__compare_rows_order(const bres_compare_report_options *options,
                                     const bres_row **rows, size_t *count);

/* Each appends the whole report in its format: bres__compare_markdown() and so on. */
#define BRES__COMPARE_WRITER(value, name)                                                          \
    bres_status bres__compare_##name(bres__compare_report *report);
BRES__COMPARE_FORMATS(BRES__COMPARE_WRITER)

/* A position among the rows that the report shows. All zero: the start. */
typedef struct bres__row_walk {
    size_t pair;
    size_t row;
} bres__row_walk;

/* The next row, with its pair of files; NULL at the end. */
const bres_row *bres__row_walk_next(bres__row_walk *walk, const bres__compare_report *report,
                                    const bres_compared **compared);

/* The parts of the markdown around its tables. */

/* Appends the plans of the ambiguous rows of a pair of devices, if any row has a plan. */
void bres__markdown_put_plans(bres__compare_report *report, const bres_device_pair *pair);
/* Appends the numbers of runs and how they were compared; nothing with one run per side. */
void bres__markdown_put_runs(bres__compare_report *report);
/* Appends the list of files, benchmarks and states without a partner, if any. */
void bres__markdown_put_missing(bres__compare_report *report);
/* Appends the counts and the closing sentence. */
void bres__markdown_put_summary(bres__compare_report *report);

#endif
