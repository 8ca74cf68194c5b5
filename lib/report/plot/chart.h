/* SPDX-License-Identifier: MIT */
/*
 * A chart: a script for gnuplot. Names come from untrusted files and never become part of a
 * command: they are quoted strings, in which all but a few harmless characters are octal escapes.
 */
#ifndef BRES_REPORT_PLOT_CHART_H
#define BRES_REPORT_PLOT_CHART_H

#include "report/plot/plots.h"

typedef struct bres__chart {
    bres__text script; /* without the command that sets the terminal */
    double width;      /* inches */
    double height;     /* inches */
    bool dark;
} bres__chart;

/* The longest label in columns of text; longer ones are cut. */
#define BRES__LABEL_MAX    120
/* The width of a column of text in inches. */
#define BRES__LABEL_COLUMN 0.085

/* Appends a string as a quoted string of a script. */
void bres__plot_quote(bres__text *script, const char *string);
/* Like bres__plot_quote(), for the label of a tic, in which gnuplot looks for formats. */
void bres__plot_quote_label(bres__text *script, const char *string);
/* Cuts a text to this many columns, or to BRES__LABEL_MAX, and returns its width. */
size_t bres__plot_cut(bres__text *text, size_t columns);
/* Appends the title, cut to the width of the chart and centered. */
void bres__chart_put_title(bres__chart *chart, bres__text *title);

/* Draws the chart into a file whose name no other chart of this call has, and logs the name. The
 * extension of the name selects the format. BRES_ERROR_NO_FILE without gnuplot, BRES_ERROR_IO. */
bres_status bres__plots_write(bres__plots *plots, const bres__chart *chart, const char *path);

#endif
