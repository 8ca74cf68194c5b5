/* SPDX-License-Identifier: MIT */
/*
 * Logarithmic axes of charts.
 */
#ifndef BRES_REPORT_PLOT_AXIS_H
#define BRES_REPORT_PLOT_AXIS_H

#include "base/base.h"

/* The ends of a logarithmic axis. Empty: `low` is infinite and `high` is 0. */
typedef struct bres__plot_range {
    double low;
    double high;
} bres__plot_range;

/* true when a value can be drawn: gnuplot's arithmetic fails close to 0 and to infinity. */
bool bres__plot_has_place(double value);
/* Extends the range to a value that can be drawn, or is close to one. */
void bres__plot_range_add(bres__plot_range *range, double value);
/* Extends both ends, so that no point lies on one. */
void bres__plot_range_widen(bres__plot_range *range);
/* The position of a value on the axis, from 0 to 1. */
double bres__plot_range_place(const bres__plot_range *range, double value);
/* Appends the command that sets the range of the axis 'x' or 'y'. */
void bres__plot_put_range(bres__text *script, char axis, const bres__plot_range *range);
/* Appends the commands that set tics at round numbers. */
void bres__plot_put_tics(bres__text *script, char axis, const bres__plot_range *range);

#endif
