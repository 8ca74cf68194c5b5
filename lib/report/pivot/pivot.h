/* SPDX-License-Identifier: MIT */
/*
 * The table of states by keys: shared declarations. The states are selected (where.c) and placed
 * into cells by the values of the keys (key.c, choose.c, line.c, layout.c, check.c); each cell gets
 * its time (cell.c) and the comparison with the reference column (verdict.c).
 */
#ifndef BRES_REPORT_PIVOT_PIVOT_H
#define BRES_REPORT_PIVOT_PIVOT_H

#include "report/format.h"
#include "report/pivot/key.h"
#include "report/report.h"
#include "stats/robust/median.h"

/* One state of a cell. */
typedef struct bres__pivot_entry {
    const bres_state *state;
    size_t result;
    size_t cell;
    struct bres__pivot_entry *next; /* of the same cell */
} bres__pivot_entry;

typedef struct bres__pivot_cell {
    bres__pivot_entry *first; /* NULL: an empty cell */
    bres__pivot_entry *last;
    size_t states;
    uint32_t highest_run;       /* of the last result */
    size_t runs;                /* states with a time */
    const bres_state *run;      /* the last of them */
    uint64_t samples;           /* of the run with the fewest samples */
    bres__median_interval time; /* of the run, or the geometric mean of the runs */
    bool by_mean;               /* the times of the runs are means, since a run has no median */
    bool has_zero;              /* the time of a run is not positive */
    double ratio;               /* to the reference; NaN: unknown */
    double p_value;             /* of the rank sum test of two runs; NaN: unknown */
    bool is_unknown;            /* this cell or the reference has a time that no ratio can use */
    bool is_timed;              /* this cell and the reference have a time */
    bool is_mixed;              /* one of these times is a mean, and the other one a median */
    const bres_row *row;        /* the comparison with the reference; NULL: not compared */
} bres__pivot_cell;

/* A row or a column of the table. */
typedef struct bres__pivot_line {
    const char *label;  /* the values of all keys */
    const char **texts; /* by key; NULL: its states do not have the key */
} bres__pivot_line;

typedef struct bres__pivot_lines {
    bres__pivot_key *keys;
    size_t key_count;
    size_t key_capacity;
    bres__index labels;
    bres__pivot_line *items; /* by position of the label; bres__free() */
    size_t capacity;
} bres__pivot_lines;

/* The geometric mean of a column. */
typedef struct bres__pivot_mean {
    double time;
    double ratio;
} bres__pivot_mean;

/* A table being made. */
typedef struct bres__pivot {
    bres_result *const *results;
    size_t count;
    bres_table_options options; /* its log drops repeated messages */
    bres_log_fn log;            /* the log of the caller; NULL: no log */
    void *log_user;
    bres__index said;
    bres__arena arena;
    bres__pivot_lines rows;
    bres__pivot_lines columns;
    bres__pivot_entry *entries; /* bres__free() */
    size_t entry_count;
    size_t entry_capacity;
    bres__pivot_cell *cells;       /* row by row; bres__free() */
    size_t reference;              /* a column */
    bres_comparison **comparisons; /* bres__free() */
    size_t comparison_count;
    size_t comparison_capacity;
    bres__pivot_mean *means; /* by column, in the arena */
    size_t mean_rows;        /* rows in which all columns have a time */
    bres__text text;         /* the report so far */
} bres__pivot;

static inline bres__pivot_cell *bres__pivot_cell_at(const bres__pivot *pivot, size_t row,
                                                    size_t column)
{
    return &pivot->cells[row * pivot->columns.labels.count + column];
}

/* Selects the states and places them into cells. */
bres_status bres__pivot_place(bres__pivot *pivot);
/* Chooses the keys of the rows and columns. */
bres_status bres__pivot_choose(bres__pivot *pivot);
/* Finds the row or column of a state, and adds it if it is new. */
bres_status bres__pivot_line_find(bres__pivot *pivot, bres__pivot_lines *lines,
                                  const bres__pivot_entry *entry, bres__text *scratch,
                                  size_t *position);
/* Refuses a state that is not another run of the configuration of its cell, which is not empty. */
bres_status bres__pivot_check(const bres__pivot *pivot, const bres__pivot_cell *cell,
                              const bres__pivot_entry *entry);
/* Refuses results in one cell that are copies of each other. */
bres_status bres__pivot_check_copies(const bres__pivot *pivot);
/* Appends a text that identifies the set of runs of a cell. */
void bres__pivot_put_runs(bres__text *text, const bres__pivot_cell *cell);
/* Warns if the cells of a row differ in anything but the keys. */
bres_status bres__pivot_warn(const bres__pivot *pivot);
/* Refuses times of different clocks in one cell, and warns if the states of a row differ in a
 * setting that is not a key. */
bres_status bres__pivot_check_settings(const bres__pivot *pivot);
/* Whether settings of this name are not compared: they describe the date or the sources of a
 * result, or differ between runs. */
bool bres__pivot_setting_is_ignored(const char *name);
/* Fills the times of all cells, and the means of the columns. */
bres_status bres__pivot_measure(bres__pivot *pivot);
/* Compares all cells with the cells of the reference column. */
bres_status bres__pivot_compare(bres__pivot *pivot);

/* The value of a key of a row or a column as tables show it. */
const char *bres__pivot_value(const bres__pivot_line *line, size_t key);
/* The estimator of a cell's time, such as "median"; NULL: the cell has no time. */
const char *bres__pivot_estimator(const bres__pivot_cell *cell);
/* The verdict on a cell, such as "SLOW", its reason and its message; NULL without a verdict. */
const char *bres__pivot_verdict(const bres__pivot_cell *cell);
const char *bres__pivot_reason(const bres__pivot_cell *cell);
const char *bres__pivot_message(const bres__pivot_cell *cell);
/* true when all states of a cell, which is not empty, were skipped. */
bool bres__pivot_is_skipped(const bres__pivot_cell *cell);

/* Each appends the whole table in its format: bres__pivot_markdown() and so on. */
#define BRES__PIVOT_WRITER(value, name) bres_status bres__pivot_##name(bres__pivot *pivot);
BRES__TABLE_FORMATS(BRES__PIVOT_WRITER)

#endif
