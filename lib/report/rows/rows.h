/* SPDX-License-Identifier: MIT */
/*
 * Which rows of a comparison a report and a chart show.
 */
#ifndef BRES_REPORT_ROWS_ROWS_H
#define BRES_REPORT_ROWS_ROWS_H

#include "report/report.h"

/* Checks the pairs of a caller: at least one, each with a comparison. BRES_ERROR_ARGUMENT. */
bres_status bres__compared_check(const bres_compared *pairs, size_t count);
/* true when a side of the comparison has more than one run. */
bool bres__compared_has_replicates(const bres_compared *compared);
/* Whether the rows of the comparison have ratios: with replicates, or with a known run variation.
 */
bool bres__compared_has_ratios(const bres_compared *compared);
/* true if a report with this threshold shows the row. */
bool bres__row_is_shown(const bres_row *row, double threshold_diff);

#endif
