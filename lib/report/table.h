/* SPDX-License-Identifier: MIT */
/*
 * Tables. Columns have keys and are in the order of their first use; cells are stored by row.
 */
#ifndef BRES_REPORT_TABLE_H
#define BRES_REPORT_TABLE_H

#include "base/base.h"
#include "base/text/index.h"

/* The subject of a column. Columns of different kinds are different even if their names are equal.
 */
typedef enum bres__column_kind {
    BRES__COLUMN_FACT = 'f',     /* about the row itself: its run, its device */
    BRES__COLUMN_AXIS = 'a',     /* by axis name */
    BRES__COLUMN_EXPONENT = 'e', /* by axis name, beside the axis itself */
    BRES__COLUMN_SUMMARY = 's',  /* by tag */
    BRES__COLUMN_CHOSEN = 'c'    /* by header: a value with its own column */
} bres__column_kind;

typedef struct bres__column {
    bres__column_kind kind;
    const char *header;
    const char **cells; /* by row; NULL where the row has none */
    size_t count;       /* rows up to the last cell */
    size_t capacity;
} bres__column;

/* All zero: an empty table, at its first row. A failed allocation sets `failed`, which the writers
 * report as an error. */
typedef struct bres__table {
    bres__arena arena;      /* columns and texts */
    bres__index index;      /* of the columns' keys */
    bres__text cell;        /* the cell being made, see bres__table_put() */
    bres__column **columns; /* by position in the index */
    size_t count;
    size_t capacity;
    size_t row;  /* the row being filled */
    size_t rows; /* up to the last one with a cell */
    bool failed;
} bres__table;

/* Moves the text of `table->cell` into the current row, into the column of this kind and name. A
 * new column gets `header` followed by `suffix` as its header. An earlier cell is replaced. */
void bres__table_put(bres__table *table, bres__column_kind kind, const char *name,
                     const char *header, const char *suffix);
/* Like bres__table_put(), into the BRES__COLUMN_FACT column with this header. */
void bres__table_put_fact(bres__table *table, const char *header);
/* Begins the next row. Rows without a cell at the end of the table are not part of it. */
void bres__table_next_row(bres__table *table);
/* The text of a cell; "" if the row has no cell in the column. */
const char *bres__table_cell(const bres__table *table, size_t row, size_t column);
/* Frees all memory; the table is empty afterwards. */
void bres__table_free(bres__table *table);
/* Appends a text that is safe in a markdown table: control characters become visible, and `|`
 * becomes U+2758. */
void bres__put_cell(bres__text *text, const char *string);
/* Appends the table as markdown, as NVBench prints it: headers centred, cells right-aligned. */
bres_status bres__table_markdown(const bres__table *table, bres__text *text);

typedef enum bres__align { BRES__ALIGN_RIGHT, BRES__ALIGN_LEFT, BRES__ALIGN_CENTER } bres__align;

/* Appends the table as markdown with an alignment for each column, marked in the separator line. */
bres_status bres__table_markdown_aligned(const bres__table *table, const bres__align *aligns,
                                         bres__text *text);
/* Like bres__table_markdown_aligned(), without blanks around the headers. */
bres_status bres__table_markdown_narrow(const bres__table *table, const bres__align *aligns,
                                        bres__text *text);
/* Cuts long values of axes in the middle, so that a line of the table has at most this many columns
 * if possible; 0: no limit. */
void bres__table_fit(bres__table *table, size_t width);
/* The width of a line of bres__table_markdown_narrow(), in columns of the terminal. */
size_t bres__table_markdown_width(const bres__table *table);
/* Appends the table as CSV (RFC 4180, except that lines end in a newline alone). Only cells that
 * need quotes have them. Appends nothing when there are no rows. `is_safe`: writes cells so that a
 * spreadsheet does not execute them, see BRES_FORMAT_CSV_SAFE. */
bres_status bres__table_csv(const bres__table *table, bool is_safe, bres__text *text);

#endif
