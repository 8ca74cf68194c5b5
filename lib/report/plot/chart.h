/* SPDX-License-Identifier: MIT */
/*
 * A chart: a script for gnuplot. Names come from files of strangers and never become part of a
 * command: they stand in quoted strings, in which all but a few harmless characters are written as
 * numbers.
 */
#ifndef BRES_REPORT_PLOT_CHART_H
#define BRES_REPORT_PLOT_CHART_H

#include "report/plot/plots.h"

typedef struct bres__chart {
    bres__text script; /* what comes after the terminal has been set */
    double width;      /* inches */
    double height;
    bool dark;
} bres__chart;

/* The longest label, in columns of text; more is cut off. */
#define BRES__LABEL_MAX    120
/* What a column of text takes, in inches. */
#define BRES__LABEL_COLUMN 0.085

/* Appends a string for a script. In a `label` of a tic, gnuplot looks for formats, too. */
void bres__plot_quote(bres__text *script, const char *string);
void bres__plot_quote_label(bres__text *script, const char *string);
/* Cuts a text to this many columns, or to BRES__LABEL_MAX, and returns its width. */
size_t bres__plot_cut(bres__text *text, size_t columns);
/* Appends the title, which is cut to the width of the chart, and centred on all of it. */
void bres__chart_put_title(bres__chart *chart, bres__text *title);

/* Draws the chart into a file, whose ending chooses the form, under a name that no other chart of
 * this call has, and tells the log. */
bres_status bres__plots_write(bres__plots *plots, const bres__chart *chart, const char *path);

#endif
