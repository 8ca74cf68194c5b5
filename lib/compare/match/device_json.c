/* SPDX-License-Identifier: MIT */
/*
 * Comparing the JSON texts of devices.
 */
#include "compare/match/match.h"

#include <string.h>

/* Two texts being compared. */
typedef struct json_match {
    bres__arena arena; /* decoded strings */
    bool failed;       /* there was no memory */
} json_match;

typedef struct json_member {
    bres__slice key;
    bres__slice value;
} json_member;

/* The members of an object, a repeated one once, with its last value. */
typedef struct json_members {
    json_member *items;
    size_t count;
    size_t capacity;
    bres__map places; /* key -> place in items, plus 1 */
} json_members;

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

static json_member *members_get(const json_members *members, const bres__slice *key)
{
    const uintptr_t place = (uintptr_t)bres__map_get(&members->places, key->data, key->length);

    return place != 0 ? &members->items[place - 1] : NULL;
}

static bool members_put(json_members *members, const bres__slice *key, const bres__slice *value)
{
    json_member *member = members_get(members, key);
    void *array = members->items;

    if (member != NULL) {
        member->value = *value;
        return true;
    }
    if (!bres__array_reserve(&array, &members->capacity, members->count + 1, sizeof(*member)))
        return false;
    members->items = array;
    if (!bres__map_set(&members->places, key->data, key->length,
                       (void *)(uintptr_t)(members->count + 1)))
        return false;
    members->items[members->count++] = (json_member){ .key = *key, .value = *value };
    return true;
}

static void members_free(json_members *members)
{
    bres__free(members->items);
    bres__map_free(&members->places);
}

static bool members_read(json_match *match, const bres__slice *object, json_members *members)
{
    bres__cursor cursor = json_cursor(object);
    bool first = true;
    bool more = json_ok(match, bres__json_enter(&cursor, '{'));

    *members = (json_members){ .count = 0 };
    while (more) {
        json_member member;

        if (!json_ok(match,
                     bres__json_next_member(&cursor, &match->arena, &first, &more, &member.key)) ||
            !more || !json_ok(match, bres__json_skip(&cursor, &member.value)))
            break;
        if (!members_put(members, &member.key, &member.value))
            more = json_ok(match, BRES_ERROR_MEMORY);
    }
    return !match->failed;
}

static bool object_equal(json_match *match, const bres__slice *a, const bres__slice *b)
{
    json_members members[2] = { { .count = 0 }, { .count = 0 } };
    bool equal = members_read(match, a, &members[0]) && members_read(match, b, &members[1]) &&
                 members[0].count == members[1].count;

    for (size_t i = 0; equal && i < members[0].count; i++) {
        const json_member *member = &members[0].items[i];
        const json_member *other = members_get(&members[1], &member->key);

        equal = other != NULL && json_value_equal(match, &member->value, &other->value);
    }
    members_free(&members[0]);
    members_free(&members[1]);
    return equal;
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
        return object_equal(match, a, b);
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

static void put_value(bres__text *text, const bres__slice *value)
{
    bres__text compact = { 0 };
    bres__json_writer writer = { .text = &compact, .empty = true, .compact = true };

    if (value != NULL)
        bres__json_write_raw(&writer, value->data, value->length);
    else
        bres__text_puts(&compact, "nothing");
    text->failed |= compact.failed;
    bres__text_append_visible(text, compact.data, compact.length);
    bres__text_free(&compact);
}

/* Where lines about two devices go, and what they call them. */
typedef struct device_lines {
    bres__text *text;
    const char *const *owners;
    size_t index;
} device_lines;

static void put_line(const device_lines *lines, const bres__slice *key, const bres__slice *first,
                     const bres__slice *second)
{
    bres__text_printf(lines->text, "devices[%zu].", lines->index);
    bres__text_append_visible(lines->text, key->data, key->length);
    bres__text_puts(lines->text, ": ");
    put_value(lines->text, first);
    bres__text_printf(lines->text, " in %s, ", lines->owners[0]);
    put_value(lines->text, second);
    bres__text_printf(lines->text, " in %s\n", lines->owners[1]);
}

/* Lines for the members in the order of the first, then for those that only the second has. */
static void put_members(json_match *match, const json_members *first, const json_members *second,
                        const device_lines *lines)
{
    for (size_t i = 0; i < first->count; i++) {
        const json_member *member = &first->items[i];
        const json_member *other = members_get(second, &member->key);

        if (other == NULL)
            put_line(lines, &member->key, &member->value, NULL);
        else if (!json_value_equal(match, &member->value, &other->value))
            put_line(lines, &member->key, &member->value, &other->value);
    }
    for (size_t i = 0; i < second->count; i++) {
        const json_member *member = &second->items[i];

        if (members_get(first, &member->key) == NULL)
            put_line(lines, &member->key, NULL, &member->value);
    }
}

bres_status bres__device_differ(const bres_device *first, const bres_device *second,
                                const char *const owners[2], size_t index, bres__text *text)
{
    const bres__slice slices[2] = { json_slice(first->json), json_slice(second->json) };
    const device_lines lines = { .text = text, .owners = owners, .index = index };
    json_members members[2] = { { .count = 0 }, { .count = 0 } };
    json_match match = { .failed = false };

    if (members_read(&match, &slices[0], &members[0]) &&
        members_read(&match, &slices[1], &members[1]))
        put_members(&match, &members[0], &members[1], &lines);
    members_free(&members[0]);
    members_free(&members[1]);
    return match_end(&match);
}
