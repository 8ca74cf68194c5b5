/* SPDX-License-Identifier: MIT */
/*
 * Whether two JSON texts have the same value. Numbers of any size are equal when their exact
 * decimal values are: 1, 1.0 and 10e-1 are equal, and so are 0 and -0. NaN and the infinities equal
 * themselves. Strings are compared by their characters, lists in order, objects by key regardless
 * of order. The last value of a repeated key in an object is used.
 */
#ifndef BRES_BASE_JSON_EQUAL_H
#define BRES_BASE_JSON_EQUAL_H

#include "base/json/json.h"
#include "base/text/index.h"

/* Compares two valid texts. Errors: those of the cursor, in practice BRES_ERROR_MEMORY. */
bres_status bres__json_equal(const bres__slice *a, const bres__slice *b, bool *equal);
/* The same for NUL-terminated texts. NULL equals only NULL. */
bres_status bres__json_equal_text(const char *a, const char *b, bool *equal);

/* Compares two valid, finite numbers. */
bool bres__json_equal_number(const bres__slice *a, const bres__slice *b);

/* The members of an object, in the order of their first occurrence. All zero is empty. */
typedef struct bres__json_members {
    bres__index index;   /* of the keys */
    bres__slice *keys;   /* by position */
    bres__slice *values; /* by position: the text of the last value */
    size_t count;
    size_t key_capacity;
    size_t value_capacity;
    bres__arena arena; /* decoded keys */
} bres__json_members;

/* Reads a valid object text into empty `members`. The caller must free `members`, also after an
 * error. */
bres_status bres__json_members_read(bres__json_members *members, const bres__slice *object);
/* The value of a key; NULL when the object lacks the key. */
const bres__slice *bres__json_members_find(const bres__json_members *members,
                                           const bres__slice *key);
void bres__json_members_free(bres__json_members *members);

#endif
