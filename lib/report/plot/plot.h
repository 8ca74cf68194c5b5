/* SPDX-License-Identifier: MIT */
/*
 * Charts of a comparison.
 */
#ifndef BRES_REPORT_PLOT_PLOT_H
#define BRES_REPORT_PLOT_PLOT_H

#include "report/plot/plots.h"

/* Draws the summary chart of one pair of files. */
bres_status bres__plot_summary(bres__plots *plots, size_t pair);
/* Draws the charts of one pair of files along the axis; call bres__plot_along_check() before. */
bres_status bres__plot_along(bres__plots *plots, size_t pair);
/* Checks that a benchmark has the axis, unless there are no benchmarks: BRES_ERROR_KEY. */
bres_status bres__plot_along_check(const bres__plots *plots);

#endif
