/* SPDX-License-Identifier: MIT */
/*
 * The charts of one call: their options, the paths used so far, and the log.
 */
#ifndef BRES_REPORT_PLOT_PLOTS_H
#define BRES_REPORT_PLOT_PLOTS_H

#include "report/report.h"

/* Charts of one call. */
typedef struct bres__plots {
    const bres_compared *pairs;
    size_t count;
    bres_plot_options options;
    bres__arena names; /* of `used` */
    bres__map used;    /* absolute paths of charts that were written */
    bres__text text;   /* scratch */
} bres__plots;

/* Puts an absolute path into `plots->text` that is not used yet, and uses it: the path itself, or
 * one beside it. *copied says which. */
bres_status bres__plots_use(bres__plots *plots, const char *path, bool *copied);

/* Tells the log of the call; nothing when there is none. */
void bres__plots_say(const bres__plots *plots, bres_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
