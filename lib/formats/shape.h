/* SPDX-License-Identifier: MIT */
/*
 * The outer shape of JSON text, for detecting a format. The text is not validated and may be
 * truncated.
 */
#ifndef BRES_FORMATS_SHAPE_H
#define BRES_FORMATS_SHAPE_H

#include "base/json/json.h"

/* The kind of the value at a path, relative to the value that the text begins with. '/' separates
 * the steps of the path: "0" selects the first element of a list, any other step the first member
 * with this name in an object. MISSING if the path does not exist. Only the first byte of a number
 * decides between INTEGER and REAL. */
bres__json_kind bres__shape_at(const bres__slice *text, const char *path);
/* The number of members of the object at the path; 0 if the value is not an object. */
size_t bres__shape_members(const bres__slice *text, const char *path);
/* Whether the value at the path has this kind. */
bool bres__shape_is(const bres__slice *text, const char *path, bres__json_kind kind);
/* Whether the path leads to a value. */
bool bres__shape_has(const bres__slice *text, const char *path);
/* Whether the value at the path is an empty list. For the path "", the whole text must be the list.
 */
bool bres__shape_is_empty_list(const bres__slice *text, const char *path);

#endif
