/* SPDX-License-Identifier: MIT */
/*
 * The parts of a comparison's markdown around its tables.
 */
#ifndef BRES_REPORT_COMPARE_MARKDOWN_H
#define BRES_REPORT_COMPARE_MARKDOWN_H

#include "report/compare/compare.h"

/* Appends the plans of the ambiguous rows of a pair of devices, if there are any. */
void bres__markdown_put_plans(bres__compare_report *report, const bres_device_pair *pair);
/* Appends how many runs there were, and whether in pairs; nothing with one run a side. */
void bres__markdown_put_runs(bres__compare_report *report);
/* Appends the list of what has no partner, if there is anything. */
void bres__markdown_put_missing(bres__compare_report *report);
/* Appends the counts and the closing sentence. */
void bres__markdown_put_summary(bres__compare_report *report);

#endif
