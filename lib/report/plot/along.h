/* SPDX-License-Identifier: MIT */
/*
 * The points and series of a chart along an axis.
 */
#ifndef BRES_REPORT_PLOT_ALONG_H
#define BRES_REPORT_PLOT_ALONG_H

#include "report/plot/chart.h"

/* A row in the chart. */
typedef struct bres__along_point {
    const bres_row *row;
    size_t series;
    double x;
    size_t order; /* in the comparison */
} bres__along_point;

/* States that differ only on the axis of the chart. */
typedef struct bres__along_series {
    const char *label;
    bres__along_point *points; /* by x */
    size_t count;
} bres__along_series;

/* A chart being made. Set the first four members; the rest is zero. */
typedef struct bres__along {
    bres__plots *plots;
    const bres_compared *compared;
    const bres_comparison_bench *bench;
    const bres_axis *axis;
    bres__arena arena; /* the labels */
    bres__index labels;
    bres__along_point *points; /* by series, then by x */
    size_t count;
    bres__along_series *series; /* by position in `labels` */
    size_t series_count;
    bool with_names; /* labels have the names of the states */
    bres__chart chart;
} bres__along;

/* Collects the rows of a pair of devices that can be drawn, and makes series of them.
 * BRES_ERROR_VALUE for a value on the axis that cannot be drawn. The caller frees *along in any
 * case. */
bres_status bres__along_collect(bres__along *along, const bres_device_pair *pair);
/* Frees the points, the series and the script of the chart. */
void bres__along_free(bres__along *along);

#endif
