/* SPDX-License-Identifier: MIT */
#include "formats/events.h"
#include "formats/lines.h"
#include "formats/shape.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Whether an object begins the text and ends it. */
static bool is_object(const bres__slice *text)
{
    const char *end = text->data + text->length;
    const char *at = bres__slice_begins(text, "{") ? bres__json_span(text->data, end) : NULL;

    while (at != NULL && at < end && is_blank(*at))
        at++;
    return at == end;
}

static bool has_key(const bres__slice *text, const char *const *keys)
{
    while (*keys != NULL && !bres__shape_is(text, *keys, BRES__JSON_STRING))
        keys++;
    return *keys != NULL;
}

/* The text from the last brace before a key. The strings of an event have no quote without a
 * backslash before it, so that no event begins after this brace. No data: there is none. */
static bres__slice find_last_object(const bres__slice *line)
{
    for (size_t i = line->length; i-- > 0;) {
        size_t brace = i;

        if (line->data[i] != '"')
            continue;
        while (brace > 0 && is_blank(line->data[brace - 1]))
            brace--;
        if (brace > 0 && line->data[brace - 1] == '{')
            return (bres__slice){ line->data + brace - 1, line->length - brace + 1 };
    }
    return (bres__slice){ NULL, 0 };
}

bres__event bres__event_find(const bres__slice *line, const char *const *keys, bres__slice *event)
{
    bres__slice last;

    *event = *line;
    if (is_object(line))
        return has_key(line, keys) ? BRES__EVENT_WHOLE : BRES__EVENT_NONE;
    last = find_last_object(line);
    if (last.data == NULL)
        return BRES__EVENT_NONE;
    if (bres__slice_begins(line, "{") && has_key(line, keys) && !is_object(&last))
        return BRES__EVENT_CUT;
    *event = last;
    if (!has_key(&last, keys))
        return BRES__EVENT_NONE;
    return is_object(&last) ? BRES__EVENT_WHOLE : BRES__EVENT_CUT;
}
