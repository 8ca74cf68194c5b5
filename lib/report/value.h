/* SPDX-License-Identifier: MIT */
/*
 * Display values: values of the model in the form in which reports show them.
 */
#ifndef BRES_REPORT_VALUE_H
#define BRES_REPORT_VALUE_H

#include "base/base.h"

#include <benchresult/criterion.h>
#include <benchresult/model.h>

/* A number of at least this size is shown with an exponent, because a double does not have all of
 * its digits. */
#define BRES__FIXED_END 1e15

typedef struct bres__display_value {
    bres_kind kind;     /* ABSENT: no value can be shown; NULL: a blank */
    int64_t number;     /* when the kind is INT64 */
    double real;        /* when the kind is FLOAT64 */
    const char *string; /* when the kind is STRING: borrowed, or `buffer` */
    char buffer[BRES__NUMBER_SIZE];
} bres__display_value;

/* Gets the value of a summary; a blank if the summary has no value. */
void bres__display_summary(bres__display_value *display, const bres_summary *summary);
/* Gets the value of a state on an axis. Its type is int64 on a power-of-two axis, else the value's
 * own type, else the type of the axis. A value of another type, or one that does not parse, becomes
 * a string. */
void bres__display_axis(bres__display_value *display, const bres_axis *axis,
                        const bres_value *value);
/* Gets the value of a criterion's parameter. */
void bres__display_parameter(bres__display_value *display, const bres_criterion *criterion,
                             const char *name);
/* true when tables show the values of the axis as powers of two. */
bool bres__axis_shows_powers(const bres_axis *axis);
/* The exponent of the largest power of two up to |value|; -1 for 0. */
int bres__exponent_of(int64_t value);

/* Appends the value with all its digits and without a unit, for programs. */
void bres__display_put_plain(bres__text *text, const bres__display_value *display);
/* Appends the value as tables show it on an axis: a float64 with five digits. */
void bres__display_put_generic(bres__text *text, const bres__display_value *display);
/* Appends the value as `hint` asks: "duration", "bytes" and so on; with NULL or an unknown hint as
 * bres__display_put_generic() does. Returns false and appends nothing when the hint has a unit and
 * the value is not a number, or when the hint is "sample_size" and the value is not finite. */
bool bres__display_put_with_unit(bres__text *text, const bres__display_value *display,
                                 const char *hint);
/* The suffix of a CSV column's header under this hint: " (sec)" and so on, as NVBench writes it, or
 * "". */
const char *bres__units_csv_suffix(const char *hint);

#endif
