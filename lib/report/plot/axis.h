/* SPDX-License-Identifier: MIT */
/*
 * Logarithmic axes of charts.
 */
#ifndef BRES_REPORT_PLOT_AXIS_H
#define BRES_REPORT_PLOT_AXIS_H

#include "base/base.h"

/* A logarithmic axis: where it begins and ends. Empty with an infinite `low` and a `high` of 0. */
typedef struct bres__plot_range {
    double low;
    double high;
} bres__plot_range;

/* Whether there is a place on such an axis: not too near to 0 or to infinity, where gnuplot's
 * arithmetic fails and which nobody means. */
bool bres__plot_has_place(double value);
/* Takes a value that has a place, or is not far from one that has, into the range. */
void bres__plot_range_add(bres__plot_range *range, double value);
/* Makes the axis longer at both ends, so that no point is on its end. */
void bres__plot_range_widen(bres__plot_range *range);
/* Where a value is on the axis, from 0 to 1. */
double bres__plot_range_place(const bres__plot_range *range, double value);
/* These append commands for the axis `x` or `y`: its range, and tics at round numbers. */
void bres__plot_put_range(bres__text *script, char axis, const bres__plot_range *range);
void bres__plot_put_tics(bres__text *script, char axis, const bres__plot_range *range);

#endif
