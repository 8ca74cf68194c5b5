/* SPDX-License-Identifier: MIT */
/*
 * The axes of benchmarks: what was declared, or what a command line made of it.
 */
#ifndef BRES_HARNESS_SUITE_AXIS_H
#define BRES_HARNESS_SUITE_AXIS_H

#include "base/base.h"

typedef enum bres__axis_type {
    BRES__AXIS_INT64,
    BRES__AXIS_POW2,
    BRES__AXIS_FLOAT64,
    BRES__AXIS_STRING
} bres__axis_type;

typedef struct bres__axis {
    char *name;
    bres__axis_type type;
    size_t count;
    int64_t *integers; /* INT64: values; POW2: exponents */
    double *reals;
    char **strings;
} bres__axis;

/* Fills an empty axis with a copy of what another one holds. */
bres_status bres__axis_copy(bres__axis *copy, const bres__axis *axis);
/* Checks `values` and makes them the values of the axis, whose type may change between INT64 and
 * POW2. The axis then owns their arrays. */
bres_status bres__axis_replace(bres__axis *axis, bres__axis *values);
/* Frees what an axis holds. */
void bres__axis_clear(bres__axis *axis);
/* Fill the array of an axis of this type with the values of a range, as
 * bres_bench_add_int64_range() and bres_bench_add_float64_range() describe them. The caller frees
 * it by bres__axis_clear(). */
bres_status bres__axis_fill_int64_range(bres__axis *axis, int64_t first, int64_t last,
                                        int64_t stride);
bres_status bres__axis_fill_float64_range(bres__axis *axis, double first, double last,
                                          double stride);

#endif
