/* SPDX-License-Identifier: MIT */
#include "formats/shape.h"

#include "base/json/cursor.h"

#include <string.h>

static const char *shape_skip(const char *at, const char *end, const char *bytes)
{
    while (at < end && *at != '\0' && strchr(bytes, *at) != NULL)
        at++;
    return at;
}

#define BLANKS    " \t\r\n"
#define SEPARATES " \t\r\n,"

/* The value of the next member; *key becomes its key, with the quotes. NULL: no more members. `at`
 * is after the opening bracket or after a value. */
static const char *shape_next(const char *at, const char *end, bres__slice *key)
{
    const char *name = shape_skip(at, end, SEPARATES);
    const char *behind = name < end && *name == '"' ? bres__json_span(name, end) : NULL;
    const char *value;

    if (behind == NULL)
        return NULL;
    *key = (bres__slice){ name, (size_t)(behind - name) };
    value = shape_skip(behind, end, BLANKS);
    if (value == end || *value != ':')
        return NULL;
    value = shape_skip(value + 1, end, BLANKS);
    return value < end ? value : NULL;
}

/* The value of the first member `key` of the object at `at`; NULL if the object lacks the key. */
static const char *shape_member(const char *at, const char *end, const char *key, size_t length)
{
    bres__slice name;

    for (at++; at != NULL && (at = shape_next(at, end, &name)) != NULL;
         at = bres__json_span(at, end)) {
        if (name.length == length + 2 && memcmp(name.data + 1, key, length) == 0)
            return at;
    }
    return NULL;
}

static const char *shape_step(const char *at, const char *end, const char *step, size_t length)
{
    if (at < end && *at == '[' && length == 1 && *step == '0')
        return shape_skip(at + 1, end, BLANKS);
    return at < end && *at == '{' ? shape_member(at, end, step, length) : NULL;
}

/* The start of the value at the path; NULL: the path does not exist. */
static const char *shape_find(const bres__slice *text, const char *path)
{
    const char *end = text->data + text->length;
    const char *at = shape_skip(text->data, end, BLANKS);

    while (at != NULL && *path != '\0') {
        const size_t length = strcspn(path, "/");

        at = shape_step(at, end, path, length);
        path += length + (path[length] == '/');
    }
    return at;
}

bres__json_kind bres__shape_at(const bres__slice *text, const char *path)
{
    const char *at = shape_find(text, path);
    bres__cursor cursor;

    if (at == NULL)
        return BRES__JSON_MISSING;
    cursor = bres__json_cursor(at, (size_t)(text->data + text->length - at));
    return bres__json_kind_of(&cursor);
}

size_t bres__shape_members(const bres__slice *text, const char *path)
{
    const char *end = text->data + text->length;
    const char *at = shape_find(text, path);
    bres__slice name;
    size_t count = 0;

    if (at == NULL || at == end || *at != '{')
        return 0;
    for (at++; at != NULL && (at = shape_next(at, end, &name)) != NULL;
         at = bres__json_span(at, end))
        count++;
    return count;
}

bool bres__shape_is(const bres__slice *text, const char *path, bres__json_kind kind)
{
    return bres__shape_at(text, path) == kind;
}

bool bres__shape_has(const bres__slice *text, const char *path)
{
    return bres__shape_at(text, path) != BRES__JSON_MISSING;
}

bool bres__shape_is_empty_list(const bres__slice *text, const char *path)
{
    const char *end = text->data + text->length;
    const char *at = shape_find(text, path);

    if (at == NULL || at == end || *at != '[')
        return false;
    at = shape_skip(at + 1, end, BLANKS);
    if (at == end || *at != ']')
        return false;
    return *path != '\0' || shape_skip(at + 1, end, BLANKS) == end;
}
