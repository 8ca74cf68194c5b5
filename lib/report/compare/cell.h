/* SPDX-License-Identifier: MIT */
/*
 * Table cells of centers with their intervals.
 */
#ifndef BRES_REPORT_COMPARE_CELL_H
#define BRES_REPORT_COMPARE_CELL_H

#include "report/report.h"

/* Widths that align the cells of one side of a table. All zero for a cell on its own. */
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

#endif
