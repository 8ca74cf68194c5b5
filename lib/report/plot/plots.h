/* SPDX-License-Identifier: MIT */
/*
 * The charts of one call: their options, the paths used so far, and the log.
 */
#ifndef BRES_REPORT_PLOT_PLOTS_H
#define BRES_REPORT_PLOT_PLOTS_H

#include "report/report.h"

typedef struct bres__plots {
    const bres_compared *pairs;
    size_t count;
    bres_plot_options options;
    bres__arena names; /* of `used` */
    bres__map used;    /* absolute paths of charts that were written */
    bres__text text;   /* scratch */
} bres__plots;

/* Copies the caller's options and checks them. BRES_ERROR_ARGUMENT. */
bres_status bres__plot_options_load(bres_plot_options *full, const bres_plot_options *options);
/* Reserves an absolute path for a chart and puts it into `plots->text`: the path itself or, if it
 * is used already, a free path beside it. *copied is then true. */
bres_status bres__plots_use(bres__plots *plots, const char *path, bool *copied);

/* Sends a message to the log of the call, if it has one. */
void bres__plots_say(const bres__plots *plots, bres_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Draws the summary chart of one pair of files. */
bres_status bres__plot_summary(bres__plots *plots, size_t pair);
/* Draws the charts of one pair of files along the axis. Call bres__plot_along_check() first. */
bres_status bres__plot_along(bres__plots *plots, size_t pair);
/* Checks that a benchmark has the axis, unless there are no benchmarks: BRES_ERROR_KEY. */
bres_status bres__plot_along_check(const bres__plots *plots);

#endif
