/* SPDX-License-Identifier: MIT */
/*
 * The variation between runs in a report, and the ratio of a row with its confidence interval.
 */
#ifndef BRES_REPORT_COMPARE_NOTES_H
#define BRES_REPORT_COMPARE_NOTES_H

#include "report/compare/compare.h"

/* The known variation between runs that the verdicts include; 0: unknown. */
double bres__compared_run_variation(const bres_compared *compared);
/* The first comparison with a note; NULL if no comparison has a note. */
const bres_compared *bres__noted_find(const bres__compare_report *report);
/* Gets the ratio of a row with its confidence interval, whose level is 0 if the interval is
 * unknown. With one run per side and an unknown run variation, the interval includes only the noise
 * of the samples. Returns false if the row has no ratio. */
bool bres__row_shown_ratio(const bres_compared *compared, const bres_row *row, bres_ratio *ratio);
/* Puts the note and the command of the first comparison that has them, and each known variation
 * between runs. */
void bres__markdown_put_note(bres__compare_report *report);

#endif
