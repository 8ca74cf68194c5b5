/* SPDX-License-Identifier: MIT */
/*
 * The cells of a table of a comparison.
 */
#ifndef BRES_REPORT_COMPARE_CELL_H
#define BRES_REPORT_COMPARE_CELL_H

#include "report/report.h"

/* Widths that align the cells of one side of a table. All zero: a single cell. */
typedef struct bres__cell_widths {
    size_t center;  /* of intervals */
    size_t bracket; /* of intervals */
    size_t ends[3]; /* of ranges: lower, center, upper */
} bres__cell_widths;

/* Widens the widths to the cell of an estimate. */
void bres__cell_widths_add(bres__cell_widths *widths, const bres_estimate *estimate);
/* Appends a center with the distances of its interval: `2.600 s [-100, +150] ms`. */
void bres__put_interval(bres__text *text, const bres_estimate *estimate,
                        const bres__cell_widths *widths);
/* Appends lower end, center and upper end with their common prefix: `1.23[4 / 5 / 6] ms`. */
void bres__put_range(bres__text *text, const bres_estimate *estimate,
                     const bres__cell_widths *widths);

/* The content of a cell. */
typedef enum bres__cell_content {
    BRES__CELL_REFERENCE_INTERVAL,
    BRES__CELL_CANDIDATE_INTERVAL,
    BRES__CELL_REFERENCE_RANGE,
    BRES__CELL_CANDIDATE_RANGE,
    BRES__CELL_REFERENCE_TIME,
    BRES__CELL_CANDIDATE_TIME,
    BRES__CELL_REFERENCE_SPAN,
    BRES__CELL_CANDIDATE_SPAN,
    BRES__CELL_REFERENCE_NOISE,
    BRES__CELL_CANDIDATE_NOISE,
    BRES__CELL_CLOCK_STEP,
    BRES__CELL_CENTER_CHANGE,
    BRES__CELL_TIME_DIFFERENCE,
    BRES__CELL_FRACTION,
    BRES__CELL_CHANGE,
    BRES__CELL_RATIO,
    BRES__CELL_WITHIN,
    BRES__CELL_BETWEEN,
    BRES__CELL_SPREAD,
    BRES__CELL_REASON,
    BRES__CELL_STATUS
} bres__cell_content;

/* Settings shared by all cells of a table. */
typedef struct bres__cell_style {
    bres__cell_widths reference;
    bres__cell_widths candidate;
    double margin;  /* equivalence margin; below 0: BRES_RULE_NOT_SLOWER; 0: other rules */
    uint32_t color; /* a bres_color */
} bres__cell_style;

/* Appends the content of a cell of a row. */
void bres__put_content(bres__text *text, const bres_row *row, bres__cell_content content,
                       const bres__cell_style *style);

#endif
