/* SPDX-License-Identifier: MIT */
/*
 * Timing tables: one for each label. Unless stated otherwise, texts in them are on one line, and
 * control characters are made visible.
 */
#ifndef BRES_TIMER_TABLE_TABLE_H
#define BRES_TIMER_TABLE_TABLE_H

#include "timer/measurement/measurement.h"

typedef struct bres__timing_row {
    int32_t threads;
    const char *env; /* as given, for the order; NULL: not given */
    const char *shown_env;
    const char *name;
    size_t index;                   /* in the order of first use */
    const bres_measurement **cells; /* by column; NULL: empty cell */
} bres__timing_row;

typedef struct bres__timing_column {
    const char *header;
    size_t width; /* of header and cells, on a terminal */
    int field;    /* width of a number */
    int decimals;
    bool has_warnings; /* that are shown */
} bres__timing_column;

/* Everything is in the arena. */
typedef struct bres__timing_table {
    bres__arena arena;
    const bres_timing_table_options *options;
    const char *label;
    bres__timing_row *rows; /* by threads, then by env */
    size_t row_count;
    bres__timing_column *columns;
    size_t column_count;
    const bres__time_unit *unit;
    bool has_warnings; /* that are shown */
    bool shows_env;
} bres__timing_table;

/* Makes the table of `count` measurements with the same label. The caller sets the options, leaves
 * the rest zero, and frees the arena. false: out of memory. */
bool bres__timing_table_make(bres__timing_table *table, const bres_measurement *const *measurements,
                             size_t count);
/* The order of two envs: by bytes, which in UTF-8 is the order of the code points. NULL goes
 * first. */
int bres__timing_env_order(const char *a, const char *b);
/* Sets the format and the width of the cells of a column. false: out of memory. */
bool bres__timing_column_layout(const bres__timing_table *table, size_t column);
/* Appends a cell without centering and color; blanks if `cell` is NULL. */
void bres__timing_cell_put(bres__text *text, const bres__timing_table *table, size_t column,
                           const bres_measurement *cell);
/* Appends the whole table. */
bres_status bres__timing_table_put(bres__text *text, const bres__timing_table *table);

#endif
