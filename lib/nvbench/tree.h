/* SPDX-License-Identifier: MIT */
/*
 * The small parts of a file as json-c's trees.
 */
#ifndef BRES_NVBENCH_TREE_H
#define BRES_NVBENCH_TREE_H

#include "nvbench/nvbench.h"

#include <json-c/json.h>
#include <string.h>

/* The tree of a text that has been checked; the caller json_object_put()s it. `strict` refuses
 * integers beyond 64 bits (BRES_ERROR_VALUE), which json-c would silently cut. A JSON null is a
 * NULL tree. */
bres_status bres__tree_parse(const bres__load *load, const bres__slice *text, bool strict,
                             json_object **tree);
/* The kind of a node; `present` tells a null from a missing one. */
bres__json_kind bres__tree_kind(const json_object *node, bool present);
/* Content of a string, or the text of any other node, in the arena; NULL without memory. */
const char *bres__tree_text(json_object *node, bres__arena *arena);
bres_status bres__tree_scalar(json_object *node, bool present, bres__arena *arena,
                              bres__scalar *scalar);

#endif
