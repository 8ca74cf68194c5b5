/* SPDX-License-Identifier: MIT */
/*
 * The fields of a row of a comparison, described once for CSV, JSON and the Python script.
 */
#ifndef BRES_REPORT_ROWS_ROW_H
#define BRES_REPORT_ROWS_ROW_H

#include "report/report.h"

typedef struct bres__row_field {
    const char *group;         /* the object that has the field; NULL: the row itself */
    bool group_is_missing;     /* the row lacks the whole object */
    const char *key;           /* in JSON and CSV; NULL: only the script has the field */
    const char *script_key;    /* NVBench's name, in the Python script; NULL: not in the script */
    bres__display_value value; /* kind NULL: the row lacks the value; ABSENT: the axis values, which
                                  a writer reads from the state */
} bres__row_field;

/* Receives each field in turn; an error ends the walk. */
typedef bres_status (*bres__row_field_fn)(void *user, const bres__row_field *field);

/* Calls `fn` for each field of the row, in the order in which they are written. */
bres_status bres__row_each_field(const bres_compared *compared, const bres_row *row,
                                 bres__row_field_fn fn, void *user);

#endif
