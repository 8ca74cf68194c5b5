/* SPDX-License-Identifier: MIT */
/*
 * The axes of benchmarks, as declared or as changed by a command line.
 */
#ifndef BRES_HARNESS_SUITE_AXIS_H
#define BRES_HARNESS_SUITE_AXIS_H

#include "base/base.h"

typedef enum bres__axis_type {
    BRES__AXIS_INT64,
    BRES__AXIS_POW2,
    BRES__AXIS_FLOAT64,
    BRES__AXIS_STRING,
    BRES__AXIS_TYPE
} bres__axis_type;

typedef struct bres__axis {
    char *name;
    bres__axis_type type;
    size_t count;
    int64_t *integers; /* INT64: values; POW2: exponents */
    double *reals;
    char **strings;      /* STRING: values; TYPE: names */
    char **descriptions; /* TYPE: one for each name, "" for none */
    size_t *active;      /* TYPE: indices of the values that states have, ascending */
    size_t active_count;
} bres__axis;

/* Returns the number of values that states have; for an axis of types, the number of chosen
 * types. */
size_t bres__axis_active_count(const bres__axis *axis);
/* Returns the index, among all values, of the nth value that states have. */
size_t bres__axis_active_index(const bres__axis *axis, size_t nth);
/* The index of a type by its name; the number of types if the axis does not have it. */
size_t bres__axis_type_index(const bres__axis *axis, const char *name);
/* Chooses the types that states have, and replaces the previous choice. Errors: BRES_ERROR_KEY for
 * an unknown name, BRES_ERROR_MEMORY; the axis is unchanged then. */
bres_status bres__axis_choose_types(bres__axis *axis, char *const *names, size_t count);
/* Sets the descriptions of the types of an axis (NULL: none) and makes all types active; false: out
 * of memory. */
bool bres__axis_describe(bres__axis *axis, const char *const *descriptions);
/* BRES_ERROR_CONFLICT for a repeated name. */
bres_status bres__axis_check_types(const char *axis, const char *const *names, size_t count);
/* BRES_ERROR_ARGUMENT for a description that is not UTF-8. */
bres_status bres__axis_check_descriptions(const char *axis, const char *const *descriptions,
                                          size_t count);

/* Copies an axis to an empty axis. */
bres_status bres__axis_copy(bres__axis *copy, const bres__axis *axis);
/* Checks `values` and makes them the values of the axis, whose type may change between INT64 and
 * POW2. The axis then owns their arrays. For an axis of types, `values` has the names of the types
 * to choose. */
bres_status bres__axis_replace(bres__axis *axis, bres__axis *values);
/* Frees the members of an axis. */
void bres__axis_clear(bres__axis *axis);
/* Fill the array of an axis of this type with the values of a range, as
 * bres_bench_add_int64_range() and bres_bench_add_float64_range() describe them. The caller frees
 * the array with bres__axis_clear(). */
bres_status bres__axis_fill_int64_range(bres__axis *axis, int64_t first, int64_t last,
                                        int64_t stride);
bres_status bres__axis_fill_float64_range(bres__axis *axis, double first, double last,
                                          double stride);

#endif
