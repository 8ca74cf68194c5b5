/* SPDX-License-Identifier: MIT */
/*
 * The cells of a state in the summary report.
 */
#ifndef BRES_REPORT_SUMMARY_CELLS_H
#define BRES_REPORT_SUMMARY_CELLS_H

#include "report/summary/columns.h"
#include "report/summary/samples.h"
#include "stats/robust/median.h"

/* A row while its cells are made. */
typedef struct bres__summary_row {
    const bres_state *state;
    const char *measurement; /* whose times are shown: "cpu_only" or "cold"; NULL: none */
    const char *unit;        /* of the times, in their tags: "cpu" or "gpu" */
    const char *clock;       /* of the times: "wall", "thread" or "process" */
    bres__cell_fn put;
    void *user;
    bres__sorted_samples *samples; /* read by the first cell that needs them */
} bres__summary_row;

bres__summary_row bres__summary_row_of(const bres_state *state);
/* The summary of a time of the shown measurement, such as "median"; NULL if it is missing. */
const bres_summary *bres__cells_time(const bres__summary_row *row, const char *name);
/* Whether the mean is so far above the median that it misleads without the median. */
bool bres__cells_mean_is_far(const bres__summary_row *row);
/* Reads the confidence interval of the median that the file records. Returns false if it is
 * missing. */
bool bres__cells_recorded_interval(const bres_state *state, bres__median_interval *interval);

bres_status bres__cells_put_interval(const bres__summary_row *row,
                                     const bres__median_interval *interval);
/* Puts the cells of a set of columns, in the order of BRES__CELL_COLUMNS. */
bres_status bres__cells_put(uint32_t set, const bres__summary_row *row);

#endif
