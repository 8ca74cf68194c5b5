/* SPDX-License-Identifier: MIT */
/*
 * Writing members of JSON objects, and values.
 */
#ifndef BRES_REPORT_JSON_H
#define BRES_REPORT_JSON_H

#include "report/ordered_map.h"
#include "report/value.h"

/* Writes a member with a string; NULL becomes null. */
void bres__json_put_text(bres__json_writer *writer, const char *key, const char *text);
/* Writes a member with true or false. */
void bres__json_put_bool(bres__json_writer *writer, const char *key, bool value);
/* Writes a member with an integer. */
void bres__json_put_count(bres__json_writer *writer, const char *key, size_t count);
/* Writes a member with a number; null unless `present`. Infinities and NaN, which JSON lacks,
 * become strings. */
void bres__json_put_real(bres__json_writer *writer, const char *key, bool present, double value);
/* Writes a member with a text that may hold any bytes, such as a file name: bytes that are not
 * UTF-8 become U+FFFD, and NULL becomes null. */
bres_status bres__json_put_path(bres__json_writer *writer, const char *key, const char *path,
                                bres__text *scratch);
/* Writes a value whose key has been written. */
void bres__json_put_display(bres__json_writer *writer, const bres__display_value *display);
/* Writes the member `axis_values`, an object with the axis values of the state. */
bres_status bres__json_put_axis_values(bres__json_writer *writer, bres__ordered_map *scratch,
                                       const bres_state *state);
/* Writes the members `criterion`, the name, and `parameters`, an object with the parameters. */
void bres__json_put_criterion(bres__json_writer *writer, const bres_criterion *criterion);
/* Appends a text; bytes that are not UTF-8 become U+FFFD. */
void bres__put_valid(bres__text *text, const char *string);

#endif
