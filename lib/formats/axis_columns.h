/* SPDX-License-Identifier: MIT */
/*
 * The axes of a benchmark: their types follow from the texts of all values.
 */
#ifndef BRES_FORMATS_AXIS_COLUMNS_H
#define BRES_FORMATS_AXIS_COLUMNS_H

#include "formats/formats.h"

/* One axis of a benchmark, with the texts of its values in order of first occurrence. */
typedef struct bres__axis_column {
    const char *name;
    const bres_axis *axis; /* set by bres__axis_columns_declare() */
    bool is_text;
    bool is_real; /* some value is not an int64 */
    bres__index values;
    const char **texts; /* by position in `values`; bres__free() */
    size_t capacity;
} bres__axis_column;

/* The axes of a benchmark. */
typedef struct bres__axis_columns {
    bres__index names;
    bres__axis_column *list; /* by position in `names`; bres__free() */
    size_t capacity;
} bres__axis_columns;

/* Records a value of a state. */
bres_status bres__axis_columns_add(bres__axis_columns *set, const bres__draft_axis *value);
/* Adds the axes to the benchmark, after all values have been recorded. */
bres_status bres__axis_columns_declare(bres__axis_columns *set, bres_subbench *bench);
/* Adds the values of a state, which must have been recorded before. */
bres_status bres__axis_columns_put(const bres__draft_state *draft, const bres__axis_columns *set,
                                   bres_state *state);
void bres__axis_columns_free(bres__axis_columns *set);

#endif
