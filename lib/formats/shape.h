/* SPDX-License-Identifier: MIT */
/*
 * The outer shape of JSON text, for detecting a format. The text is not checked, and may be cut
 * off.
 */
#ifndef BRES_FORMATS_SHAPE_H
#define BRES_FORMATS_SHAPE_H

#include "base/json/json.h"

/* The kind of the value at a path below the value that the text begins with: steps with '/'
 * between them; "0" is the first element of a list, any other step the first member of this name in
 * an object. MISSING if the path leads nowhere. A number is INTEGER or REAL by its first byte
 * alone. */
bres__json_kind bres__shape_at(const bres__slice *text, const char *path);
/* How many members the object at the path has; 0: none, or no object. */
size_t bres__shape_members(const bres__slice *text, const char *path);
/* The path leads to a value of this kind. */
bool bres__shape_is(const bres__slice *text, const char *path, bres__json_kind kind);
/* The path leads to any value. */
bool bres__shape_has(const bres__slice *text, const char *path);
/* Whether the value is a list without elements; at the path "", whether the whole text is one. */
bool bres__shape_is_empty_list(const bres__slice *text, const char *path);

#endif
