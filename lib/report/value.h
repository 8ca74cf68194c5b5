/* SPDX-License-Identifier: MIT */
/*
 * Values in the form in which reports show them.
 */
#ifndef BRES_REPORT_VALUE_H
#define BRES_REPORT_VALUE_H

#include "base/base.h"

#include <benchresult/criterion.h>
#include <benchresult/model.h>

/* A value in the form in which it is shown. */
typedef struct bres__display_value {
    bres_kind kind;     /* ABSENT when there is no value to show, NULL for a blank */
    int64_t number;     /* of INT64 */
    double real;        /* of FLOAT64 */
    const char *string; /* of STRING: borrowed, or `buffer` */
    char buffer[BRES__NUMBER_SIZE];
} bres__display_value;

/* The value that tables show of a summary; a blank when it has none. */
void bres__display_summary(bres__display_value *display, const bres_summary *summary);
/* The value that a state has on an axis, by its own type or else that of the axis; on a
 * power-of-two axis an int64. What is neither int64 nor float64, or does not parse, is a string. */
void bres__display_axis(bres__display_value *display, const bres_axis *axis,
                        const bres_value *value);
/* What a parameter of a criterion is set to. */
void bres__display_parameter(bres__display_value *display, const bres_criterion *criterion,
                             const char *name);
/* true when the values of the axis are shown as powers of two. */
bool bres__axis_shows_pow2(const bres_axis *axis);
/* The exponent of the power of two that is not above |value|; -1 for 0. */
int bres__exponent_of(int64_t value);

/* Appends the value with all its digits and without a unit, for programs. */
void bres__display_put_plain(bres__text *text, const bres__display_value *display);
/* Appends the value as tables show it on an axis: a float64 with five digits. */
void bres__display_put_generic(bres__text *text, const bres__display_value *display);
/* Appends the value as `hint` asks ("duration", "bytes", ...; NULL or unknown: as the function
 * above). false, with nothing appended, when the hint cannot show it: a string that is no number
 * under a hint with a unit, or a sample_size that is not finite. */
bool bres__display_put_with_unit(bres__text *text, const bres__display_value *display,
                                 const char *hint);
/* What NVBench's CSV appends to the header of a column with this hint: " (sec)", ..., or "". */
const char *bres__units_csv_suffix(const char *hint);

#endif
