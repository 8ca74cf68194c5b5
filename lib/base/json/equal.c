/* SPDX-License-Identifier: MIT */
#include "base/json/equal.h"

#include <string.h>

static bool slice_equal(const bres__slice *a, const bres__slice *b)
{
    return a->length == b->length && (a->length == 0 || memcmp(a->data, b->data, a->length) == 0);
}

static bres_status object_equal(const bres__slice *a, const bres__slice *b, bool *equal)
{
    bres__json_members members[2] = { { .count = 0 }, { .count = 0 } };
    bres_status status = bres__json_members_read(&members[0], a);

    if (status == BRES_OK)
        status = bres__json_members_read(&members[1], b);
    *equal = status == BRES_OK && members[0].count == members[1].count;
    for (size_t i = 0; *equal && i < members[0].count; i++) {
        const bres__slice *other = bres__json_members_find(&members[1], &members[0].keys[i]);

        *equal = other != NULL;
        if (*equal)
            status = bres__json_equal(&members[0].values[i], other, equal);
    }
    bres__json_members_free(&members[0]);
    bres__json_members_free(&members[1]);
    return status;
}

static bres_status list_equal(const bres__slice *a, const bres__slice *b, bool *equal)
{
    bres__cursor cursors[2] = { bres__json_unchecked_cursor(a->data, a->length),
                                bres__json_unchecked_cursor(b->data, b->length) };
    bres__json_walk walks[2] = { bres__json_walk_list(&cursors[0]),
                                 bres__json_walk_list(&cursors[1]) };
    bres_status status = BRES_OK;
    bool more = true;

    *equal = true;
    while (*equal && more) {
        bres__slice values[2];

        more = bres__json_walk_pass(&walks[0], &values[0]);
        *equal = bres__json_walk_pass(&walks[1], &values[1]) == more;
        if (*equal && more)
            status = bres__json_equal(&values[0], &values[1], equal);
    }
    for (size_t i = 0; i < 2 && status == BRES_OK; i++)
        status = walks[i].status;
    *equal = *equal && status == BRES_OK;
    return status;
}

static bool is_number(bres__json_kind kind)
{
    return kind == BRES__JSON_INTEGER || kind == BRES__JSON_REAL;
}

/* Ends with a digit: neither NaN nor an infinity. */
static bool is_finite(const bres__slice *number)
{
    const char last = number->data[number->length - 1];

    return last >= '0' && last <= '9';
}

static bool scalar_equal(const bres__json_kind kinds[2], const bres__slice values[2])
{
    if (is_number(kinds[0]) && is_finite(&values[0]) && is_finite(&values[1]))
        return bres__json_equal_number(&values[0], &values[1]);
    return slice_equal(&values[0], &values[1]);
}

/* The cursor's nesting limit bounds the recursion. */
bres_status bres__json_equal(const bres__slice *a, const bres__slice *b, bool *equal)
{
    bres__cursor cursors[2] = { bres__json_unchecked_cursor(a->data, a->length),
                                bres__json_unchecked_cursor(b->data, b->length) };
    bres__json_kind kinds[2] = { bres__json_peek(&cursors[0]), bres__json_peek(&cursors[1]) };
    bres__arena arena = { 0 };
    bres__slice values[2];
    bres_status status = BRES_OK;

    *equal = slice_equal(a, b);
    if (*equal || (kinds[0] != kinds[1] && !(is_number(kinds[0]) && is_number(kinds[1]))))
        return BRES_OK;
    if (kinds[0] == BRES__JSON_OBJECT)
        return object_equal(a, b, equal);
    if (kinds[0] == BRES__JSON_ARRAY)
        return list_equal(a, b, equal);
    for (size_t i = 0; i < 2 && status == BRES_OK; i++)
        status = bres__json_scalar(&cursors[i], &arena, &kinds[i], &values[i]);
    *equal = status == BRES_OK && scalar_equal(kinds, values);
    bres__arena_free(&arena);
    return status;
}

bres_status bres__json_equal_text(const char *a, const char *b, bool *equal)
{
    *equal = a == b;
    if (a == NULL || b == NULL)
        return BRES_OK;
    return bres__json_equal(&(bres__slice){ a, strlen(a) }, &(bres__slice){ b, strlen(b) }, equal);
}
