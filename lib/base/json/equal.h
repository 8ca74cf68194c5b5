/* SPDX-License-Identifier: MIT */
/*
 * Whether two JSON texts have the same value. Numbers are equal when their decimal values are,
 * exactly and whatever their size: 1, 1.0 and 10e-1 are equal, and so are 0 and -0; NaN and the
 * infinities are equal to themselves. Strings are compared by their characters, lists in order,
 * objects by key whatever the order. Of a key that repeats in an object the last value counts.
 */
#ifndef BRES_BASE_JSON_EQUAL_H
#define BRES_BASE_JSON_EQUAL_H

#include "base/json/json.h"
#include "base/text/index.h"

/* The texts are valid; the errors are those of the cursor, in practice BRES_ERROR_MEMORY. */
bres_status bres__json_equal(const bres__slice *a, const bres__slice *b, bool *equal);
/* The same for texts that end with NUL. One that is NULL equals NULL alone. */
bres_status bres__json_equal_text(const char *a, const char *b, bool *equal);

/* The same for two numbers, which are valid and neither NaN nor an infinity. */
bool bres__json_equal_number(const bres__slice *a, const bres__slice *b);

/* The members of an object in the order of their first occurrence. All zero is empty. */
typedef struct bres__json_members {
    bres__index index;   /* of the keys */
    bres__slice *keys;   /* by position */
    bres__slice *values; /* by position: the text of the last value */
    size_t count;
    size_t key_capacity;
    size_t value_capacity;
    bres__arena arena; /* decoded keys */
} bres__json_members;

/* Reads a valid object text into empty members, which the caller frees even after a failure. */
bres_status bres__json_members_read(bres__json_members *members, const bres__slice *object);
/* The value of a key; NULL when there is none. */
const bres__slice *bres__json_members_find(const bres__json_members *members,
                                           const bres__slice *key);
void bres__json_members_free(bres__json_members *members);

#endif
