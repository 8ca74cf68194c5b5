/* SPDX-License-Identifier: MIT */
/*
 * Room report: values as text, tables, and the summary report in its formats.
 */
#ifndef BRES_REPORT_REPORT_H
#define BRES_REPORT_REPORT_H

#include "base/base.h"

#include <benchresult/report.h>

/* --- The text that a report function gives away --------------------------------------------- */

/* Empties what the caller gets. BRES_ERROR_ARGUMENT when there is no place for the text; `report`
 * is what the message calls the report. */
bres_status bres__report_begin(const char *report, char **text, size_t *length);
/* Gives the text that was made to the caller, with its length when it is wanted. BRES_ERROR_MEMORY
 * when an append has failed. */
bres_status bres__report_finish(bres__text *made, char **text, size_t *length);

/* --- Values: what there is to show ---------------------------------------------------------- */

/* A value in the form in which it is shown. */
typedef struct bres__shown {
    bres_kind kind;     /* ABSENT when there is nothing that could be shown, NULL for a blank */
    int64_t number;     /* of INT64 */
    double real;        /* of FLOAT64 */
    const char *string; /* of STRING: borrowed, or `buffer` */
    char buffer[BRES__NUMBER_SIZE];
} bres__shown;

/* The value that tables show of a summary; a blank when it has none. */
void bres__shown_summary(bres__shown *shown, const bres_summary *summary);
/* The value that a state has on an axis, by its own type or else that of the axis; on a
 * power-of-two axis an int64. What is neither int64 nor float64, or does not parse, is a string. */
void bres__shown_axis(bres__shown *shown, const bres_axis *axis, const bres_value *value);
/* What a parameter of a criterion is set to. */
void bres__shown_parameter(bres__shown *shown, const bres_criterion *criterion, const char *name);
/* true when the values of the axis are shown as powers of two. */
bool bres__shown_as_pow2(const bres_axis *axis);
/* The exponent of the power of two that is not above |value|; -1 for 0. */
int bres__shown_exponent(int64_t value);

/* Appends the value with all its digits and without a unit, for programs. */
void bres__shown_plain(bres__text *text, const bres__shown *shown);
/* Appends the value as tables show it on an axis: a float64 with five digits. */
void bres__shown_generic(bres__text *text, const bres__shown *shown);
/* Appends the value as `hint` asks ("duration", "bytes", ...; NULL or unknown: as the function
 * above). false, with nothing appended, when the hint cannot show it: a string that is no number
 * under a hint with a unit, or a sample_size that is not finite. */
bool bres__shown_units(bres__text *text, const bres__shown *shown, const char *hint);
/* What NVBench's CSV appends to the header of a column with this hint: " (sec)", ..., or "". */
const char *bres__units_csv_suffix(const char *hint);

/* --- Names: a list in which a repeated name keeps its first place and gets the last item ----- */

/* All zero is empty. */
typedef struct bres__named {
    bres__map places; /* name -> index counted from 1 */
    const void **items;
    size_t count;
    size_t capacity;
} bres__named;

/* The name is borrowed. false: no memory. */
bool bres__named_put(bres__named *named, const char *name, const void *item);
/* Empties the list and keeps its memory. */
void bres__named_clear(bres__named *named);
void bres__named_free(bres__named *named);
/* Fills the list with the axis values of a state (const bres_value), without those that have no
 * name. */
bres_status bres__list_axis_values(bres__named *named, const bres_state *state);

/* --- JSON: members of an object, and values ------------------------------------------------- */

/* NULL text becomes null. */
void bres__json_put_text(bres__json_writer *writer, const char *key, const char *text);
void bres__json_put_bool(bres__json_writer *writer, const char *key, bool value);
void bres__json_put_count(bres__json_writer *writer, const char *key, size_t count);
/* null unless present. JSON has no infinities and no NaN: they are strings. */
void bres__json_put_real(bres__json_writer *writer, const char *key, bool present, double value);
/* A file name may be any bytes, JSON may not: what is not UTF-8 becomes U+FFFD. NULL becomes null.
 */
bres_status bres__json_put_path(bres__json_writer *writer, const char *key, const char *path,
                                bres__text *scratch);
/* A value, without a key. */
void bres__json_put_shown(bres__json_writer *writer, const bres__shown *shown);
/* The member `axis_values`: an object of the state's axis values. */
bres_status bres__json_put_axis_values(bres__json_writer *writer, bres__named *scratch,
                                       const bres_state *state);
/* The members `criterion`, its name, and `parameters`, an object of its parameters by name. */
void bres__json_put_criterion(bres__json_writer *writer, const bres_criterion *criterion);
/* Appends a text with U+FFFD for what is not UTF-8. */
void bres__put_valid(bres__text *text, const char *string);

/* --- Tables: columns by key in the order of their first use, cells by row -------------------- */

/* Columns of different kinds have different keys, whatever their names. */
typedef enum bres__column_kind {
    BRES__COLUMN_FACT = 'f',     /* about the row itself: its run, its device */
    BRES__COLUMN_AXIS = 'a',     /* by axis name */
    BRES__COLUMN_EXPONENT = 'e', /* by axis name, beside the axis itself */
    BRES__COLUMN_SUMMARY = 's'   /* by tag */
} bres__column_kind;

typedef struct bres__column {
    const char *header;
    const char **cells; /* by row; NULL where the row has none */
    size_t count;       /* rows up to the last one with a cell */
    size_t capacity;
} bres__column;

/* All zero is an empty table, in its first row. A failure for want of memory is remembered, and
 * reported when the table is written. */
typedef struct bres__table {
    bres__arena arena; /* columns and texts */
    bres__map by_key;
    bres__text key;  /* the one being looked up */
    bres__text cell; /* the cell being made, see bres__table_put() */
    bres__column **columns;
    size_t count;
    size_t capacity;
    size_t row;  /* the row being filled */
    size_t rows; /* up to the last one with a cell */
    bool failed;
} bres__table;

/* Moves the text of `table->cell` into the row being filled. When the column's key is new, the
 * column is made, with the header and the suffix as its header. A cell that is there already is
 * replaced. */
void bres__table_put(bres__table *table, bres__column_kind kind, const char *name,
                     const char *header, const char *suffix);
/* Goes on with the next row. Rows at the end that get no cell are not part of the table. */
void bres__table_next_row(bres__table *table);
/* The text of a cell; "" where the row has none. */
const char *bres__table_cell(const bres__table *table, size_t row, size_t column);
void bres__table_free(bres__table *table);
/* Appends a text that is safe in a markdown table: control characters become visible, and `|`
 * becomes U+2758. */
void bres__put_cell(bres__text *text, const char *string);
/* Appends the table as markdown: headers centred, cells to the right. */
bres_status bres__table_markdown(const bres__table *table, bres__text *text);

typedef enum bres__align { BRES__ALIGN_RIGHT, BRES__ALIGN_LEFT, BRES__ALIGN_CENTER } bres__align;

/* Appends the table as markdown whose separator says how each column is aligned, headers and cells
 * alike. */
bres_status bres__table_markdown_aligned(const bres__table *table, const bres__align *aligns,
                                         bres__text *text);
/* Appends the table as CSV (RFC 4180, but for lines that end in a newline alone), with quotes only
 * around a cell that needs them; nothing when there are no rows. */
bres_status bres__table_csv(const bres__table *table, bres__text *text);

/* --- The summary report --------------------------------------------------------------------- */

/* A report being made: what it is about, and memory that its parts share. */
typedef struct bres__summary_report {
    bres_result *const *results;
    size_t count;
    const bres_filter *filter; /* NULL: everything */
    bres__text text;           /* what has been written */
    bres__text cell;           /* scratch, as the next */
    bres__text header;
    bres__named benches;     /* of one result: const bres_subbench */
    bres__named axis_values; /* of one state: const bres_value */
    bres__named summaries;   /* of one state: const bres_summary */
} bres__summary_report;

/* These fill the lists with what the report shows, as a reader maps it by name: of a repeated name
 * the last. */
bres_status bres__summary_list_benches(bres__summary_report *report, const bres_result *result);
bres_status bres__summary_list_summaries(bres__summary_report *report, const bres_state *state);
/* true, with its id, when the state ran on a device; a CPU-only benchmark has none, whatever its
 * states say. */
bool bres__summary_device(const bres_state *state, int64_t *id);
/* Appends the name of a device, "Device <id>" when the result does not know it. */
void bres__summary_device_name(bres__text *text, const bres_result *result, int64_t id);
/* Appends what stands for the result of this index in headings: its path, or "<result N>". */
void bres__summary_file_name(bres__text *text, const bres__summary_report *report, size_t index);
/* true when a state of the benchmark is a later run of another one. */
bool bres__summary_has_runs(const bres_subbench *bench);

/* Each appends the whole report in its format. */
bres_status bres__summary_markdown(bres__summary_report *report);
bres_status bres__summary_csv(bres__summary_report *report);
bres_status bres__summary_json(bres__summary_report *report);

#endif
