/* SPDX-License-Identifier: MIT */
/*
 * Timing tables: one for each label. Texts in them are visible and on one line, where nothing else
 * is said.
 */
#ifndef BRES_TIMER_TABLE_TABLE_H
#define BRES_TIMER_TABLE_TABLE_H

#include "timer/measurement/measurement.h"

typedef struct bres__timing_row {
    int32_t threads;
    const char *env; /* as it is, for the order; NULL: not given */
    const char *shown_env;
    const char *name;
    size_t index;                   /* in the order of first use */
    const bres_measurement **cells; /* by column; NULL where there is none */
} bres__timing_row;

typedef struct bres__timing_column {
    const char *header;
    size_t width; /* of header and cells, on a terminal */
    int field;    /* of a number */
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

/* Makes the table of `count` measurements that have one label; its options are set, the rest is
 * zero. The caller frees the arena. false: no memory. */
bool bres__timing_table_make(bres__timing_table *table, const bres_measurement *const *measurements,
                             size_t count);
/* The order of two envs: of UTF-8, bytes have the order of the code points. NULL goes first. */
int bres__timing_env_order(const char *a, const char *b);
/* Says how the cells of a column are formatted, and their width. false: no memory. */
bool bres__timing_column_layout(const bres__timing_table *table, size_t column);
/* Appends a cell as it is before it is centred and colored; blanks where there is none. */
void bres__timing_cell_put(bres__text *text, const bres__timing_table *table, size_t column,
                           const bres_measurement *cell);
/* Appends the whole table. */
bres_status bres__timing_table_put(bres__text *text, const bres__timing_table *table);

#endif
