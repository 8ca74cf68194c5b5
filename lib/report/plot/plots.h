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

/* Reserves an absolute path for a chart and puts it into `plots->text`: the path itself, or, with
 * *copied, a free one beside it. */
bres_status bres__plots_use(bres__plots *plots, const char *path, bool *copied);

/* Sends a message to the log of the call, if it has one. */
void bres__plots_say(const bres__plots *plots, bres_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
