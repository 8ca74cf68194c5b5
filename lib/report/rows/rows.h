/* SPDX-License-Identifier: MIT */
/*
 * Which rows of a comparison a report and a chart show.
 */
#ifndef BRES_REPORT_ROWS_ROWS_H
#define BRES_REPORT_ROWS_ROWS_H

#include "report/report.h"

/* Checks the pairs that a caller wants a report of. */
bres_status bres__compared_check(const bres_compared *pairs, size_t count);
/* true when a side of the comparison has more than one run. */
bool bres__compared_has_replicates(const bres_compared *compared);
/* Whether its rows have ratios: replicates, or a known variation between runs. */
bool bres__compared_has_ratios(const bres_compared *compared);
/* true for a row that is shown under this threshold. */
bool bres__row_is_shown(const bres_row *row, double threshold_diff);

#endif
