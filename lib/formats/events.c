/* SPDX-License-Identifier: MIT */
#include "formats/events.h"
#include "formats/lines.h"

#include <inttypes.h>
#include <string.h>

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

/* The end of a string, whose first quote is at `at`; `end` if it has none. */
static const char *skip_string(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++) {
        if (*at == '\\' && at + 1 < end)
            at++;
    }
    return at < end ? at + 1 : end;
}

/* The end of a number or a word. */
static const char *skip_word(const char *at, const char *end)
{
    while (at < end && strchr(" \t,}{[]:\"", *at) == NULL)
        at++;
    return at;
}

static bres__slice slice_between(const char *begin, const char *end)
{
    return (bres__slice){ begin, (size_t)(end - begin) };
}

/* Passes a member of an object and the blanks behind it, from the bracket or the comma before it
 * on. false: there is none, or its value is an object or a list; *at is where that became clear. */
static bool pass_member(const char **at, const char *end, bres__slice *key, bres__slice *value)
{
    const char *begin;

    *at = begin = skip_blanks(*at + 1, end);
    if (begin == end || *begin != '"')
        return false;
    *at = skip_string(begin, end);
    *key = slice_between(begin, *at);
    *at = skip_blanks(*at, end);
    if (*at == end || **at != ':')
        return false;
    *at = begin = skip_blanks(*at + 1, end);
    if (begin == end || *begin == '{' || *begin == '[')
        return false;
    *at = *begin == '"' ? skip_string(begin, end) : skip_word(begin, end);
    *value = slice_between(begin, *at);
    *at = skip_blanks(*at, end);
    return true;
}

/* Passes an object. *end becomes where it ends; false: it is not one, from there on. */
static bool pass_object(const char *at, const char **end)
{
    const char *const last = *end;
    bres__slice key;
    bres__slice value;

    while (pass_member(&at, last, &key, &value) && at < last && *at == ',')
        continue;
    *end = at;
    if (at == last || *at != '}')
        return false;
    *end = at + 1;
    return true;
}

/* Whether a slice is a text in quotes. */
static bool is_quoted(const bres__slice *slice, const char *text)
{
    const size_t length = strlen(text);

    return slice->length == length + 2 && memcmp(slice->data + 1, text, length) == 0;
}

bool bres__event_has(const bres__slice *event, const char *key, const char *const *values)
{
    const char *const end = event->data + event->length;
    const char *at = event->data;
    bres__slice found = { "", 0 };
    bres__slice value;
    bool has = false;

    do
        has = pass_member(&at, end, &found, &value) && is_quoted(&found, key);
    while (!has && at < end && *at == ',');
    if (!has || value.data[0] != '"')
        return false;
    while (values != NULL && *values != NULL && !is_quoted(&value, *values))
        values++;
    return values == NULL || *values != NULL;
}

bres__events bres__events_of(const bres__slice *line, const bres__slice *rest,
                             bres__event_test is_event)
{
    return (bres__events){
        .is_event = is_event,
        .rest = *line,
        .last = rest->data == line->data + line->length ? line->data : NULL,
    };
}

bres__event bres__event_next(bres__events *events, bres__slice *event)
{
    const char *const last = events->rest.data + events->rest.length;
    const char *at = events->rest.data;

    while (at < last && (at = memchr(at, '{', (size_t)(last - at))) != NULL) {
        const char *end = last;
        bool whole = pass_object(at, &end);
        bool is_cut_off;

        if (!whole && end < last && (*end == '{' || *end == '[') && !events->has_no_end) {
            const char *close = bres__json_span(at, last);

            events->has_no_end = close == NULL;
            whole = close != NULL;
            end = whole ? close : end;
        }
        *event = slice_between(at, end);
        is_cut_off = !whole && at == events->last;
        at = whole ? end : at + 1;
        if (is_cut_off || events->is_event(event, whole)) {
            events->rest = slice_between(at, last);
            return whole ? BRES__EVENT_WHOLE : BRES__EVENT_CUT;
        }
    }
    *event = slice_between(last, last);
    events->rest = *event;
    return BRES__EVENT_NONE;
}

bres_status bres__event_cut(bres__import *import, const bres__slice *line, const bres__slice *event,
                            uint64_t number)
{
    char place[32];

    bres__format(place, sizeof(place), "line %" PRIu64, number);
    if (event->data == line->data)
        return bres__import_fault(import, BRES_ERROR_VALUE, place, line->data, "a JSON object",
                                  "the event is not complete");
    bres__import_warn(import, "%s: %s: an event that is not complete is left out",
                      import->input.name, place);
    return BRES_OK;
}

bool bres__events_detect(bres__slice text, bres__event_test is_event,
                         const char *const *text_begins)
{
    bres__slice line;
    bres__slice event;

    while (bres__line_next(&text, &line)) {
        bres__events events = { .is_event = is_event, .rest = line };

        for (const char *const *begin = text_begins; *begin != NULL; begin++) {
            if (bres__slice_begins(&line, *begin))
                return false;
        }
        if (bres__event_next(&events, &event) != BRES__EVENT_NONE)
            return true;
    }
    return false;
}
