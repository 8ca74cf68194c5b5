/* SPDX-License-Identifier: MIT */
/*
 * A chart along an axis being made: which states are in it, and on which line.
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

/* States that differ on the axis alone. */
typedef struct bres__along_series {
    const char *label;
    bres__along_point *points; /* by x */
    size_t count;
} bres__along_series;

/* All zero but the first four members is a start. */
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
 * BRES_ERROR_VALUE for a value on the axis that has no place. */
bres_status bres__along_collect(bres__along *along, const bres_device_pair *pair);
void bres__along_free(bres__along *along);

#endif
