/* SPDX-License-Identifier: MIT */
/*
 * The JSON of other tools as a tree (json-c). A node knows its place in the document, so errors can
 * name the place. json-c does not survive every allocation failure, so tests do not inject faults
 * into json-c.
 *
 * A node borrows its parent, which must not move. Functions that return a status set an error that
 * names the file, the place and the expected value.
 */
#ifndef BRES_FORMATS_TREE_H
#define BRES_FORMATS_TREE_H

#include "formats/formats.h"

struct json_object;

/* A value and its place in the document. */
typedef struct bres__node {
    const bres__import *import;
    const struct bres__node *parent; /* NULL: the root */
    const char *key;                 /* key in the parent; NULL: an element of a list */
    size_t index;
    struct json_object *value; /* NULL: JSON null */
} bres__node;

/* Parses the whole input. The grammar is RFC 8259 with NaN and Infinity, nested at most as deep as
 * the load options allow. If a key repeats in an object, its last value counts. Errors:
 * BRES_ERROR_SYNTAX, BRES_ERROR_LIMIT; BRES_ERROR_VALUE for a string with U+0000. Call
 * bres__tree_close() in any case. */
bres_status bres__tree_open(const bres__import *import, bres__node *root);
/* The same for another text, such as one line of the input or another file. `name` is the file name
 * in messages; NULL: that of the input. */
bres_status bres__tree_parse(const bres__import *import, const bres__slice *text, const char *name,
                             bres__node *root);
void bres__tree_close(bres__node *root);

/* The kind of the value. */
bres__json_kind bres__node_kind(const bres__node *node);
/* Finds a member; false if the member is missing or null, or if the node is not an object. */
bool bres__node_find(const bres__node *node, const char *key, bres__node *member);
/* The same for an optional member of one kind; *found says whether the object has it.
 * BRES_ERROR_KIND for another kind; an INTEGER is accepted as a REAL. */
bres_status bres__node_optional(const bres__node *node, const char *key, bres__json_kind kind,
                                bres__node *member, bool *found);
/* Finds a member that the format requires. Errors: BRES_ERROR_KEY if it is missing or null,
 * BRES_ERROR_KIND. */
bres_status bres__node_require(const bres__node *node, const char *key, bres__json_kind kind,
                               bres__node *member);
/* The number of elements of a list or of members of an object; 0 for any other value. */
size_t bres__node_count(const bres__node *node);
/* Element `index` of a list. `index` must be in range. */
bres__node bres__node_at(const bres__node *node, size_t index);
/* A walk over the members of an object, in order. Initialize it with { .object = NODE }. */
typedef struct bres__members_walk {
    const bres__node *object;
    const void *entry;
    bool begun;
    bres__node member; /* valid after bres__members_next() */
} bres__members_walk;
bool bres__members_next(bres__members_walk *walk);

/* The number of a node. Errors: BRES_ERROR_KIND. NaN and infinities are numbers. */
bres_status bres__node_float64(const bres__node *node, double *value);
/* Read a required member: a number, a finite number that is not negative, or a text. Errors: those
 * of bres__node_require(); BRES_ERROR_VALUE for a duration out of range. */
bres_status bres__node_read_float64(const bres__node *node, const char *key, double *value);
bres_status bres__node_read_duration(const bres__node *node, const char *key, double *value);
bres_status bres__node_read_text(const bres__node *node, const char *key, const char **text);
/* The text of a string; NULL if it is not a string. Valid as long as the tree. */
const char *bres__node_text(const bres__node *node);
/* The content of a string, or the compact JSON text of any other value. Valid until the next call
 * for the same node. */
const char *bres__node_as_text(const bres__node *node);
/* The compact JSON text of any value. Valid until the next call for the same node. */
bres__slice bres__node_json(const bres__node *node);

/* Adds the members that are not in the NULL-terminated list `known` to the state's extra JSON. */
void bres__node_keep_others(const bres__node *node, const char *const *known,
                            bres__draft_state *state);

/* Sets an error at the node. Returns `status`. */
bres_status bres__node_fault(const bres__node *node, bres_status status, const char *expected,
                             const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
