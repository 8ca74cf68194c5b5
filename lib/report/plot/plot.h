/* SPDX-License-Identifier: MIT */
/*
 * Room report: charts of a comparison, drawn by gnuplot.
 *
 * A chart is a script for gnuplot. Names come from files of strangers and never become part of a
 * command: they stand in quoted strings, in which all but a few harmless characters are written as
 * numbers.
 */
#ifndef BRES_REPORT_PLOT_PLOT_H
#define BRES_REPORT_PLOT_PLOT_H

#include "report/compare/name.h"
#include "report/compare/number.h"
#include "report/compare/rows.h"

typedef struct bres__chart {
    bres__text script; /* what comes after the terminal has been set */
    double width;      /* inches */
    double height;
    bool dark;
} bres__chart;

/* Charts of one call. */
typedef struct bres__plots {
    const bres_compared *pairs;
    size_t count;
    bres_plot_options options;
    bres__arena names; /* of `used` */
    bres__map used;    /* absolute paths of charts that were written */
    bres__text text;   /* scratch */
} bres__plots;

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

/* Draws the chart into a file, whose ending chooses the form, under a name that no other chart of
 * this call has, and tells the log. */
bres_status bres__plots_write(bres__plots *plots, const bres__chart *chart, const char *path);

/* true when the path ends in a form that can be drawn. */
bool bres__plot_path_has_form(const char *path);
/* What the fields of a template stand for. */
typedef struct bres__plot_fields {
    const char *benchmark;
    const char *device;
    const char *axis;
    size_t pair;
} bres__plot_fields;
/* Appends the path that a template means, its fields made harmless. BRES_ERROR_ARGUMENT when it is
 * no template. */
bres_status bres__plot_path_expand(bres__text *path, const char *template,
                                   const bres__plot_fields *fields);
/* Puts an absolute path into `plots->text` that is not used yet, and uses it: the path itself, or
 * one beside it. *copied says which. */
bres_status bres__plots_use(bres__plots *plots, const char *path, bool *copied);

void bres__plots_say(const bres__plots *plots, bres_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The chart of one pair of files. */
bres_status bres__plot_summary(bres__plots *plots, size_t pair);
/* The charts of one pair of files along the axis; the benchmarks have been looked at. */
bres_status bres__plot_along(bres__plots *plots, size_t pair);
/* BRES_ERROR_KEY when there are benchmarks, and none of them has the axis. */
bres_status bres__plot_along_check(const bres__plots *plots);

#endif
