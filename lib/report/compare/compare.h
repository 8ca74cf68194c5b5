/* SPDX-License-Identifier: MIT */
/*
 * The report of a comparison: the report being made, and its writers.
 */
#ifndef BRES_REPORT_COMPARE_COMPARE_H
#define BRES_REPORT_COMPARE_COMPARE_H

#include "report/compare/rows.h"
#include "report/compare/tally.h"
#include "report/format.h"

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

/* Each appends the whole report in its format: bres__compare_markdown() and so on. */
#define BRES__COMPARE_WRITER(value, name)                                                          \
    bres_status bres__compare_##name(bres__compare_report *report);
BRES__COMPARE_FORMATS(BRES__COMPARE_WRITER)

/* A position among the rows that the report shows. All zero is the start. */
typedef struct bres__row_walk {
    size_t pair;
    size_t row;
} bres__row_walk;

/* The next row, with its pair of files; NULL at the end. */
const bres_row *bres__row_walk_next(bres__row_walk *walk, const bres__compare_report *report,
                                    const bres_compared **compared);

#endif
