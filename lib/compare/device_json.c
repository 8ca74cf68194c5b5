/* SPDX-License-Identifier: MIT */
/*
 * Comparing the JSON texts of devices.
 */
#include "compare/comparison.h"

#include <string.h>

/* Two texts being compared. */
typedef struct json_match {
    bres__arena arena; /* decoded strings */
    bool failed;       /* there was no memory */
} json_match;

static bool json_value_equal(json_match *match, const bres__slice *a, const bres__slice *b);

static bres__cursor json_cursor(const bres__slice *slice)
{
    bres__cursor cursor = bres__json_cursor(slice->data, slice->length);

    cursor.max_depth = BRES__JSON_MAX_DEPTH;
    cursor.max_string = UINT64_MAX;
    return cursor;
}

/* The texts are valid: reading them fails for want of memory alone. */
static bool json_ok(json_match *match, bres_status status)
{
    match->failed = match->failed || status != BRES_OK;
    return status == BRES_OK;
}

static bool slice_equal(const bres__slice *a, const bres__slice *b)
{
    return a->length == b->length && memcmp(a->data, b->data, a->length) == 0;
}

static bool next_member(json_match *match, bres__cursor *cursor, bool *first, bres__slice *key,
                        bres__slice *value)
{
    bool more = false;

    return json_ok(match, bres__json_next_member(cursor, &match->arena, first, &more, key)) &&
           more && json_ok(match, bres__json_skip(cursor, value));
}

/* The last member with this key. */
static bool object_get(json_match *match, const bres__slice *object, const bres__slice *key,
                       bres__slice *value)
{
    bres__cursor cursor = json_cursor(object);
    bres__slice name;
    bres__slice each;
    bool found = false;
    bool first = true;

    if (!json_ok(match, bres__json_enter(&cursor, '{')))
        return false;
    while (next_member(match, &cursor, &first, &name, &each)) {
        if (slice_equal(&name, key)) {
            *value = each;
            found = true;
        }
    }
    return found;
}

/* Every member of `a` is in `b`, with an equal value. */
static bool object_is_within(json_match *match, const bres__slice *a, const bres__slice *b)
{
    bres__cursor cursor = json_cursor(a);
    bres__slice key;
    bres__slice value;
    bres__slice other;
    bool first = true;

    if (!json_ok(match, bres__json_enter(&cursor, '{')))
        return false;
    while (next_member(match, &cursor, &first, &key, &value)) {
        if (!object_get(match, b, &key, &other) || !object_get(match, a, &key, &value) ||
            !json_value_equal(match, &value, &other))
            return false;
    }
    return !match->failed;
}

static bool list_equal(json_match *match, const bres__slice *a, const bres__slice *b)
{
    bres__cursor cursors[2] = { json_cursor(a), json_cursor(b) };
    bool first[2] = { true, true };

    for (int i = 0; i < 2; i++) {
        if (!json_ok(match, bres__json_enter(&cursors[i], '[')))
            return false;
    }
    for (;;) {
        bres__slice values[2];
        bool more[2] = { false, false };

        for (int i = 0; i < 2; i++) {
            if (!json_ok(match, bres__json_next_element(&cursors[i], &first[i], &more[i])) ||
                (more[i] && !json_ok(match, bres__json_skip(&cursors[i], &values[i]))))
                return false;
        }
        if (!more[0] || !more[1])
            return more[0] == more[1];
        if (!json_value_equal(match, &values[0], &values[1]))
            return false;
    }
}

static bool number_equal(const bres__slice *a, const bres__slice *b)
{
    int64_t integers[2];
    double reals[2];

    if (slice_equal(a, b))
        return true;
    if (bres__parse_int64(a->data, a->length, &integers[0]) == BRES__PARSE_OK &&
        bres__parse_int64(b->data, b->length, &integers[1]) == BRES__PARSE_OK)
        return integers[0] == integers[1];
    return bres__parse_float64(a->data, a->length, &reals[0]) == BRES__PARSE_OK &&
           bres__parse_float64(b->data, b->length, &reals[1]) == BRES__PARSE_OK &&
           reals[0] == reals[1];
}

static bool json_is_number(bres__json_kind kind)
{
    return kind == BRES__JSON_INTEGER || kind == BRES__JSON_REAL;
}

/* Recursion ends with the depth that the reader allows. */
static bool json_value_equal(json_match *match, const bres__slice *a, const bres__slice *b)
{
    bres__cursor cursors[2] = { json_cursor(a), json_cursor(b) };
    bres__slice values[2];
    bres__json_kind kinds[2];

    for (int i = 0; i < 2; i++)
        kinds[i] = bres__json_peek(&cursors[i]);
    if (kinds[0] != kinds[1] && !(json_is_number(kinds[0]) && json_is_number(kinds[1])))
        return false;
    if (kinds[0] == BRES__JSON_OBJECT)
        return object_is_within(match, a, b) && object_is_within(match, b, a);
    if (kinds[0] == BRES__JSON_ARRAY)
        return list_equal(match, a, b);
    for (int i = 0; i < 2; i++) {
        if (!json_ok(match, bres__json_scalar(&cursors[i], &match->arena, &kinds[i], &values[i])))
            return false;
    }
    if (json_is_number(kinds[0]))
        return number_equal(&values[0], &values[1]);
    return kinds[0] == kinds[1] &&
           (kinds[0] != BRES__JSON_STRING || slice_equal(&values[0], &values[1]));
}

static bres__slice json_slice(const char *text)
{
    return (bres__slice){ .data = text, .length = strlen(text) };
}

static bres_status match_end(json_match *match)
{
    bres__arena_free(&match->arena);
    return match->failed ? bres__error_memory() : BRES_OK;
}

bres_status bres__json_equal(const char *a, const char *b, bool *equal)
{
    const bres__slice slices[2] = { json_slice(a), json_slice(b) };
    json_match match = { .failed = false };

    *equal = strcmp(a, b) == 0;
    if (*equal)
        return BRES_OK;
    *equal = json_value_equal(&match, &slices[0], &slices[1]);
    return match_end(&match);
}

/* --- Differences ---------------------------------------------------------------------------- */

static void put_value(bres__text *text, const bres__slice *value)
{
    bres__json_writer writer = { .text = text, .empty = true, .compact = true };

    if (value != NULL)
        bres__json_write_raw(&writer, value->data, value->length);
    else
        bres__text_puts(text, "nothing");
}

static void put_line(bres__text *text, size_t index, const bres__slice *key,
                     const bres__slice *reference, const bres__slice *candidate)
{
    bres__text_printf(text, "devices[%zu].", index);
    bres__text_append(text, key->data, key->length);
    bres__text_puts(text, ": ");
    put_value(text, reference);
    bres__text_puts(text, " in the reference, ");
    put_value(text, candidate);
    bres__text_puts(text, " in the candidate\n");
}

/* Lines for the members of `from` that `other` has not, and when `both` for those that differ. */
static void put_members(json_match *match, const bres__slice *from, const bres__slice *other,
                        bool from_reference, size_t index, bres__text *text)
{
    bres__cursor cursor = json_cursor(from);
    bres__slice key;
    bres__slice value;
    bres__slice counterpart;
    bool first = true;

    if (!json_ok(match, bres__json_enter(&cursor, '{')))
        return;
    while (next_member(match, &cursor, &first, &key, &value)) {
        const bool there = object_get(match, other, &key, &counterpart);

        if (!there && from_reference)
            put_line(text, index, &key, &value, NULL);
        else if (!there)
            put_line(text, index, &key, NULL, &value);
        else if (from_reference && !json_value_equal(match, &value, &counterpart))
            put_line(text, index, &key, &value, &counterpart);
    }
}

bres_status bres__device_differ(const bres_device *reference, const bres_device *candidate,
                                size_t index, bres__text *text)
{
    const bres__slice slices[2] = { json_slice(reference->json), json_slice(candidate->json) };
    json_match match = { .failed = false };

    put_members(&match, &slices[0], &slices[1], true, index, text);
    put_members(&match, &slices[1], &slices[0], false, index, text);
    return match_end(&match);
}
