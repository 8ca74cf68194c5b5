/* SPDX-License-Identifier: MIT */
/*
 * json-c in its strict mode as the oracle for our own JSON cursor: both read a text, and the oracle
 * compares the values one by one. Inline, because the tests and a fuzz target share this file.
 *
 * Where the two differ on purpose:
 * - An integer beyond 64 bits is valid text for our cursor, which does not convert it; json-c gives
 *   the nearest representable number.
 * - json-c 0.16 accepts in its strict mode some text that RFC 8259 does not allow: numbers with
 *   leading zeros (00, -01) or without digits after the point (1.), control characters in strings,
 *   keys in single quotes, overlong UTF-8 and surrogates in UTF-8.
 * - U+0000 in a string: our cursor refuses it; json-c accepts it, and truncates a key there.
 * So only one direction is tested: json-c must accept all text that our cursor accepts, and read
 * the same values.
 */
#ifndef BRES_TEST_JSON_ORACLE_H
#define BRES_TEST_JSON_ORACLE_H

#include "base/base.h"

#include <json-c/json.h>
#include <math.h>
#include <string.h>

#define JSON_ORACLE_DEPTH 64

/* The first difference, for the test's message; NULL if the two agree. */
typedef const char *json_oracle_fault;

typedef struct json_oracle_member {
    bres__slice key;
    bres__cursor value;
} json_oracle_member;

static json_oracle_fault json_oracle_compare(bres__cursor *cursor, bres__arena *arena,
                                             json_object *node);

static inline json_oracle_fault json_oracle_integer(const bres__slice *text, json_object *node)
{
    const char *other;
    int64_t number;

    if (!json_object_is_type(node, json_type_int))
        return "an integer here, something else there";
    if (bres__parse_int64(text->data, text->length, &number) == BRES__PARSE_OK)
        return json_object_get_int64(node) == number ? NULL : "another integer";
    other = json_object_get_string(node);
    if (number < 0)
        return strcmp(other, "-9223372036854775808") == 0 ? NULL : "not the least integer";
    if (strcmp(other, "18446744073709551615") == 0)
        return NULL;
    return strlen(other) == text->length && memcmp(other, text->data, text->length) == 0
               ? NULL
               : "another large integer";
}

static inline json_oracle_fault json_oracle_real(const bres__slice *text, json_object *node)
{
    double number;
    double other;

    if (!json_object_is_type(node, json_type_double))
        return "a real number here, something else there";
    other = json_object_get_double(node);
    if (bres__parse_float64(text->data, text->length, &number) != BRES__PARSE_OK)
        return "a number that does not parse";
    if (isnan(number) && isnan(other))
        return NULL;
    return memcmp(&number, &other, sizeof(number)) == 0 ? NULL : "another real number";
}

static inline json_oracle_fault json_oracle_scalar(bres__cursor *cursor, bres__arena *arena,
                                                   json_object *node)
{
    bres__json_kind kind;
    bres__slice text;

    if (bres__json_scalar(cursor, arena, &kind, &text) != BRES_OK)
        return "checked text does not decode";
    switch (kind) {
    case BRES__JSON_NULL:
        return node == NULL ? NULL : "null here, something else there";
    case BRES__JSON_FALSE:
    case BRES__JSON_TRUE:
        if (!json_object_is_type(node, json_type_boolean))
            return "a boolean here, something else there";
        return json_object_get_boolean(node) == (kind == BRES__JSON_TRUE) ? NULL
                                                                          : "another boolean";
    case BRES__JSON_INTEGER:
        return json_oracle_integer(&text, node);
    case BRES__JSON_REAL:
        return json_oracle_real(&text, node);
    default:
        if (!json_object_is_type(node, json_type_string))
            return "a string here, something else there";
        return (size_t)json_object_get_string_len(node) == text.length &&
                       memcmp(json_object_get_string(node), text.data, text.length) == 0
                   ? NULL
                   : "another string";
    }
}

static inline json_oracle_fault json_oracle_array(bres__cursor *cursor, bres__arena *arena,
                                                  json_object *node)
{
    bres__json_walk walk;
    size_t count = 0;

    if (!json_object_is_type(node, json_type_array))
        return "a list here, something else there";
    walk = bres__json_walk_list(cursor);
    if (walk.status != BRES_OK)
        return "checked list does not open";
    for (; bres__json_walk_next(&walk); count++) {
        json_oracle_fault fault;

        if (count == json_object_array_length(node))
            return "more elements here";
        fault = json_oracle_compare(cursor, arena, json_object_array_get_idx(node, count));
        if (fault != NULL)
            return fault;
    }
    if (walk.status != BRES_OK)
        return "checked list breaks off";
    return count == json_object_array_length(node) ? NULL : "more elements there";
}

/* Whether the key comes again later: both parsers use the last value of a repeated key. */
static inline bool json_oracle_repeats(const json_oracle_member *members, size_t count, size_t i)
{
    for (size_t k = i + 1; k < count; k++)
        if (members[k].key.length == members[i].key.length &&
            memcmp(members[k].key.data, members[i].key.data, members[i].key.length) == 0)
            return true;
    return false;
}

static inline json_oracle_fault json_oracle_members(json_oracle_member *members, size_t count,
                                                    bres__arena *arena, json_object *node)
{
    size_t different = 0;

    for (size_t i = 0; i < count; i++) {
        const bres__slice *key = &members[i].key;
        json_oracle_fault fault;
        json_object *value;
        const char *name;

        if (json_oracle_repeats(members, count, i))
            continue;
        different++;
        name = bres__arena_copy(arena, key->data, key->length);
        if (name == NULL)
            return NULL;
        if (!json_object_object_get_ex(node, name, &value))
            return "a key that is not there";
        fault = json_oracle_compare(&members[i].value, arena, value);
        if (fault != NULL)
            return fault;
    }
    return (size_t)json_object_object_length(node) == different ? NULL : "more keys there";
}

static inline json_oracle_fault json_oracle_object(bres__cursor *cursor, bres__arena *arena,
                                                   json_object *node)
{
    json_oracle_member *members = NULL;
    json_oracle_fault fault = NULL;
    size_t capacity = 0;
    size_t count = 0;
    bres__json_walk walk;

    if (!json_object_is_type(node, json_type_object))
        return "an object here, something else there";
    walk = bres__json_walk_object(cursor, arena);
    if (walk.status != BRES_OK)
        return "checked object does not open";
    while (bres__json_walk_next(&walk)) {
        if (!BRES__RESERVE(&members, &capacity, count + 1))
            break;
        members[count++] = (json_oracle_member){ .key = walk.key, .value = *cursor };
        walk.status = bres__json_skip(cursor, NULL);
    }
    if (walk.status != BRES_OK)
        fault = "checked object breaks off";
    else
        fault = json_oracle_members(members, count, arena, node);
    bres__free(members);
    return fault;
}

/* Reads one value of checked text and compares it with json-c's value. */
static json_oracle_fault json_oracle_compare(bres__cursor *cursor, bres__arena *arena,
                                             json_object *node)
{
    switch (bres__json_peek(cursor)) {
    case BRES__JSON_OBJECT:
        return json_oracle_object(cursor, arena, node);
    case BRES__JSON_ARRAY:
        return json_oracle_array(cursor, arena, node);
    default:
        return json_oracle_scalar(cursor, arena, node);
    }
}

/* Our verdict on a whole text. */
static inline bres_status json_oracle_check(const char *text, size_t length)
{
    bres__cursor cursor = bres__json_cursor(text, length);
    bres_status status;

    cursor.max_depth = JSON_ORACLE_DEPTH;
    status = bres__json_skip(&cursor, NULL);
    return status == BRES_OK ? bres__json_finish(&cursor) : status;
}

/* json-c's verdict; the caller frees *tree with json_object_put(). A NUL must follow the text. */
static inline enum json_tokener_error json_oracle_parse(const char *text, size_t length,
                                                        json_object **tree)
{
    struct json_tokener *tokener = json_tokener_new_ex(JSON_ORACLE_DEPTH + 1);
    enum json_tokener_error error;

    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    *tree = json_tokener_parse_ex(tokener, text, (int)length + 1);
    error = json_tokener_get_error(tokener);
    json_tokener_free(tokener);
    return error;
}

/* Compares our values of a text, which our cursor accepts, with json-c's values of `other`, which
 * must be equivalent and end with a NUL; it may be the same text. */
static inline json_oracle_fault json_oracle_judge(const char *text, size_t length,
                                                  const char *other, size_t other_length)
{
    bres__cursor cursor = bres__json_cursor(text, length);
    bres__arena arena = { 0 };
    json_object *tree = NULL;
    enum json_tokener_error error = json_oracle_parse(other, other_length, &tree);
    json_oracle_fault fault;

    cursor.max_depth = JSON_ORACLE_DEPTH;
    if (error == json_tokener_success)
        fault = json_oracle_compare(&cursor, &arena, tree);
    else
        fault = json_tokener_error_desc(error);
    json_object_put(tree);
    bres__arena_free(&arena);
    return fault;
}

#endif
