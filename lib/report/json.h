/* SPDX-License-Identifier: MIT */
/*
 * Members of JSON objects, and values.
 */
#ifndef BRES_REPORT_JSON_H
#define BRES_REPORT_JSON_H

#include "report/named.h"
#include "report/value.h"

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
void bres__json_put_display(bres__json_writer *writer, const bres__display_value *display);
/* The member `axis_values`: an object of the state's axis values. */
bres_status bres__json_put_axis_values(bres__json_writer *writer, bres__named *scratch,
                                       const bres_state *state);
/* The members `criterion`, its name, and `parameters`, an object of its parameters by name. */
void bres__json_put_criterion(bres__json_writer *writer, const bres_criterion *criterion);
/* Appends a text with U+FFFD for what is not UTF-8. */
void bres__put_valid(bres__text *text, const char *string);

#endif
