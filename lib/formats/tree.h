/* SPDX-License-Identifier: MIT */
/*
 * The JSON of other tools as a tree (json-c), read with the place of each value, so that an error
 * names it. json-c does not survive every failing allocation: tests inject no faults into it.
 *
 * A node borrows its parent, which must stay where it is. Functions that return a status set an
 * error that names file, place and expectation.
 */
#ifndef BRES_FORMATS_TREE_H
#define BRES_FORMATS_TREE_H

#include "formats/formats.h"

struct json_object;

/* A value and its place. */
typedef struct bres__node {
    const bres__import *import;
    const struct bres__node *parent; /* NULL: the root */
    const char *key;                 /* in the parent; NULL: an element of a list */
    size_t index;
    struct json_object *value; /* NULL: JSON null */
} bres__node;

/* Parses the whole input. The grammar is RFC 8259 with NaN and Infinity, in at most the depth of
 * the load; of a key that repeats in an object the last value counts. Errors: BRES_ERROR_SYNTAX,
 * BRES_ERROR_LIMIT; BRES_ERROR_VALUE for a string with U+0000. bres__tree_close() in any case. */
bres_status bres__tree_open(const bres__import *import, bres__node *root);
/* The same for a text that is not the input, such as one line of it or another file; `name` is the
 * file in messages, and NULL stands for the input. */
bres_status bres__tree_parse(const bres__import *import, const bres__slice *text, const char *name,
                             bres__node *root);
void bres__tree_close(bres__node *root);

/* The kind of the value. */
bres__json_kind bres__node_kind(const bres__node *node);
/* The member of an object; false if it is missing or null, or if the node is no object. */
bool bres__node_find(const bres__node *node, const char *key, bres__node *member);
/* The same for a member of one kind that may be missing: *found. BRES_ERROR_KIND for another kind;
 * an INTEGER is accepted as a REAL. */
bres_status bres__node_optional(const bres__node *node, const char *key, bres__json_kind kind,
                                bres__node *member, bool *found);
/* The member that the format requires. Errors: BRES_ERROR_KEY if it is missing or null,
 * BRES_ERROR_KIND. */
bres_status bres__node_require(const bres__node *node, const char *key, bres__json_kind kind,
                               bres__node *member);
/* The number of elements of a list or of members of an object; 0 of any other value. */
size_t bres__node_count(const bres__node *node);
/* Element `index` of a list, which has it. */
bres__node bres__node_at(const bres__node *node, size_t index);
/* A walk over the members of an object, in order; begin with { .object = NODE }. */
typedef struct bres__members_walk {
    const bres__node *object;
    const void *entry;
    bool begun;
    bres__node member; /* after bres__members_next() */
} bres__members_walk;
bool bres__members_next(bres__members_walk *walk);

/* The number of a node. Errors: BRES_ERROR_KIND. NaN and infinities are numbers. */
bres_status bres__node_float64(const bres__node *node, double *value);
/* The number of a required member, the same finite and not negative, and a required text. */
bres_status bres__node_read_float64(const bres__node *node, const char *key, double *value);
bres_status bres__node_read_duration(const bres__node *node, const char *key, double *value);
bres_status bres__node_read_text(const bres__node *node, const char *key, const char **text);
/* The text of a string; NULL if it is not a string. Valid as long as the tree. */
const char *bres__node_text(const bres__node *node);
/* The text of a string or a number, "true", "false", "null", or of a container its JSON text.
 * Valid until the next call for the same node. */
const char *bres__node_as_text(const bres__node *node);
/* The compact JSON text of any value. Valid until the next call for the same node. */
bres__slice bres__node_json(const bres__node *node);

/* Keeps the members of an object that the NULL-ended list lacks in the extra JSON of the state. */
void bres__node_keep_others(const bres__node *node, const char *const *known,
                            bres__draft_state *state);

/* Sets an error at the node; returns the status. */
bres_status bres__node_fault(const bres__node *node, bres_status status, const char *expected,
                             const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
