/* SPDX-License-Identifier: MIT */
/*
 * The columns of the summary report. A new column needs a value of bres_column, a line of the
 * table, and a function that makes its cell, put_NAME() in cells.c.
 */
#ifndef BRES_REPORT_SUMMARY_COLUMNS_H
#define BRES_REPORT_SUMMARY_COLUMNS_H

#include "report/ordered_map.h"
#include "report/table.h"
#include "report/value.h"

#include <benchresult/report.h>

/* X(VALUE, function, "name") for each column that has one cell for a state. */
/* clang-format off */
#define BRES__CELL_COLUMNS(X) \
    X(SAMPLES, samples, "samples") \
    X(EXECUTIONS, executions, "executions") \
    X(MEAN, mean, "mean") \
    X(MEDIAN, median, "median") \
    X(CI, ci, "ci") \
    X(MIN, min, "min") \
    X(MAX, max, "max") \
    X(NOISE, noise, "noise") \
    X(WALL_TIME, wall_time, "wall-time") \
    X(CPU_TIME, cpu_time, "cpu-time") \
    X(PREEMPTED, preempted, "preempted") \
    X(PHASES, phases, "phases") \
    X(P5, p5, "p5") \
    X(P95, p95, "p95") \
    X(P99, p99, "p99") \
    X(HISTOGRAM, histogram, "histogram") \
    X(SET_UP, set_up, "set-up") \
    X(WARM_UP, warm_up, "warm-up") \
    X(MEASURING, measuring, "measuring") \
    X(TOTAL, total, "total")
/* For each column. */
#define BRES__COLUMNS(X) \
    X(DEFAULT, default, "default") \
    X(SUMMARIES, summaries, "summaries") \
    BRES__CELL_COLUMNS(X)
/* clang-format on */

#define BRES__COLUMN_BIT(value, function, name) | BRES_COLUMN_BIT(BRES_COLUMN_##value)

/* The value of a state in a column. */
typedef struct bres__cell {
    bres__column_kind kind;      /* SUMMARY or CHOSEN */
    const bres_summary *summary; /* the source of the value; NULL: the value is computed */
    const char *key;             /* of the column: the tag of the summary, or the header */
    const char *header;
    const char *hint;           /* like the hint of a summary; may be NULL */
    bres__display_value value;  /* a blank: no value */
    bres__display_value *upper; /* of an interval, whose lower end is `value`; both ends may be
                                   blank; NULL: no interval */
} bres__cell;

/* Receives the cells of a state in their order. A later cell with the same key replaces an earlier
 * one. */
typedef bres_status (*bres__cell_fn)(void *user, const bres__cell *cell);

/* Calls `put` for each cell of a state in a set of columns. `summaries` are the summaries of the
 * state. `people`: uses the default columns of tables for people. Errors: those of `put` and of
 * bres_state_samples(), BRES_ERROR_MEMORY. */
bres_status bres__columns_put(uint32_t columns, bool people, const bres_state *state,
                              const bres__ordered_map *summaries, bres__cell_fn put, void *user);

#endif
