/* SPDX-License-Identifier: MIT */
/*
 * Charts of a comparison.
 */
#ifndef BRES_REPORT_PLOT_PLOT_H
#define BRES_REPORT_PLOT_PLOT_H

#include "report/plot/plots.h"

/* The chart of one pair of files. */
bres_status bres__plot_summary(bres__plots *plots, size_t pair);
/* The charts of one pair of files along the axis; the benchmarks have been looked at. */
bres_status bres__plot_along(bres__plots *plots, size_t pair);
/* BRES_ERROR_KEY when there are benchmarks, and none of them has the axis. */
bres_status bres__plot_along_check(const bres__plots *plots);

#endif
