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

/* The value of the first member `key` of the object at `at`; NULL when there is none. */
static const char *shape_member(const char *at, const char *end, const char *key, size_t length)
{
    at++;
    for (;;) {
        const char *name = shape_skip(at, end, SEPARATES);
        const char *behind = name < end && *name == '"' ? bres__json_span(name, end) : NULL;
        const char *value;

        if (behind == NULL)
            return NULL;
        value = shape_skip(behind, end, BLANKS);
        if (value == end || *value != ':')
            return NULL;
        value = shape_skip(value + 1, end, BLANKS);
        if ((size_t)(behind - name) == length + 2 && memcmp(name + 1, key, length) == 0)
            return value;
        at = value < end ? bres__json_span(value, end) : NULL;
        if (at == NULL)
            return NULL;
    }
}

static const char *shape_step(const char *at, const char *end, const char *step, size_t length)
{
    if (at < end && *at == '[' && length == 1 && *step == '0')
        return shape_skip(at + 1, end, BLANKS);
    return at < end && *at == '{' ? shape_member(at, end, step, length) : NULL;
}

bres__json_kind bres__shape_at(const bres__slice *text, const char *path)
{
    const char *end = text->data + text->length;
    const char *at = shape_skip(text->data, end, BLANKS);
    bres__cursor cursor;

    while (at != NULL && *path != '\0') {
        const size_t length = strcspn(path, "/");

        at = shape_step(at, end, path, length);
        path += length + (path[length] == '/');
    }
    if (at == NULL)
        return BRES__JSON_MISSING;
    cursor = bres__json_cursor(at, (size_t)(end - at));
    return bres__json_kind_of(&cursor);
}

bool bres__shape_is(const bres__slice *text, const char *path, bres__json_kind kind)
{
    return bres__shape_at(text, path) == kind;
}

bool bres__shape_has(const bres__slice *text, const char *path)
{
    return bres__shape_at(text, path) != BRES__JSON_MISSING;
}
