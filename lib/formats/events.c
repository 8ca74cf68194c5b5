/* SPDX-License-Identifier: MIT */
#include "formats/events.h"
#include "formats/lines.h"

#include <inttypes.h>
#include <string.h>

typedef enum event_kind {
    EVENT_NONE, /* other output, up to the end of the line */
    EVENT_WHOLE,
    EVENT_CUT /* begins like an event, but is incomplete */
} event_kind;

/* An iterator over the events of a line. */
typedef struct line_events {
    bres__event_test is_event;
    bres__slice rest; /* of the line */
    const char *last; /* the line, if it is the last of the text and lacks its LF; else NULL */
    bool has_no_end;  /* an open bracket of the rest does not close in this line */
} line_events;

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

/* The end of the string whose first quote is at `at`; `end` if the string is not closed. */
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

/* Skips a member of an object and the blanks after it. *at points to the bracket or the comma
 * before the member. false: no member, or its value is an object or a list; *at is where the scan
 * stopped. */
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

/* Skips an object without nested values. *end becomes its end; false: *end becomes the place where
 * the scan stopped. */
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

/* Whether a slice is `text` in quotes. */
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

/* Finds the next event. An incomplete object at the start of an unterminated last line counts as an
 * event, too. */
static event_kind event_next(line_events *events, bres__slice *event)
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
            return whole ? EVENT_WHOLE : EVENT_CUT;
        }
    }
    *event = slice_between(last, last);
    events->rest = *event;
    return EVENT_NONE;
}

static bres_status event_refuse(bres__import *import, const bres__slice *line,
                                const bres__slice *event, uint64_t number)
{
    if (event->data == line->data)
        return bres__import_fault(import, BRES_ERROR_VALUE, NULL, line->data, "a JSON object",
                                  "the event is not complete");
    bres__import_warn(import, "%s: line %" PRIu64 ": an event that is not complete is left out",
                      import->input.name, number);
    return BRES_OK;
}

/* Prepends the line number to the error's path. */
static void set_place(uint64_t number)
{
    char place[128];

    bres__format(place, sizeof(place), "%s", bres_last_error_path());
    bres__error_set_path("line %" PRIu64 "%s%s", number, place[0] != '\0' ? ": " : "", place);
}

bres_status bres__events_read(bres__import *import, bres__event_test is_event,
                              bres__event_read read, void *user)
{
    bres__slice text = import->input.text;
    bres_status status = BRES_OK;
    bres__slice line;

    for (uint64_t number = 1; status == BRES_OK && bres__line_next(&text, &line); number++) {
        const bool has_end = text.data != line.data + line.length;
        line_events events = { is_event, line, has_end ? NULL : line.data, false };
        bres__slice event;
        event_kind kind;

        while (status == BRES_OK && (kind = event_next(&events, &event)) != EVENT_NONE) {
            status = kind == EVENT_WHOLE ? read(user, &event)
                                         : event_refuse(import, &line, &event, number);
            if (status != BRES_OK)
                set_place(number);
            status = bres__import_tolerate(import, status);
        }
    }
    return status;
}

bool bres__events_detect(bres__slice text, bres__event_test is_event,
                         const char *const *text_begins)
{
    bres__slice line;
    bres__slice event;

    while (bres__line_next(&text, &line)) {
        line_events events = { .is_event = is_event, .rest = line };

        for (const char *const *begin = text_begins; *begin != NULL; begin++) {
            if (bres__slice_begins(&line, *begin))
                return false;
        }
        if (event_next(&events, &event) != EVENT_NONE)
            return true;
    }
    return false;
}
