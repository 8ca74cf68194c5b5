/* SPDX-License-Identifier: MIT */
/*
 * The output of `go test -json`: Go benchmark text whose lines are split over events.
 */
#include "formats/go/go.h"
#include "formats/lines.h"

#include "base/alloc.h"

#include <string.h>

/* The output of each package. */
typedef struct go_events {
    bres__index packages;
    bres__text *texts;
    size_t capacity;
} go_events;

static bres_status event_add(go_events *events, const bres__slice *package,
                             const bres__slice *output)
{
    size_t position;

    bres__text_append(&events->packages.key, package->data, package->length);
    bres__text_putc(&events->packages.key, '\0');
    if (!bres__array_reserve_zeroed(&events->texts, &events->capacity, events->packages.count + 1,
                                    sizeof(*events->texts)) ||
        !bres__index_take(&events->packages, &position))
        return bres__error_memory();
    if (events->texts[position].length == 0)
        bres__text_printf(&events->texts[position], "pkg: %.*s\n", (int)package->length,
                          package->data);
    bres__text_append(&events->texts[position], output->data, output->length);
    return events->texts[position].failed ? bres__error_memory() : BRES_OK;
}

/* One line of `go test -json`. */
static bres_status event_read(go_events *events, const bres__import *import,
                              const bres__slice *line)
{
    bres__cursor cursor = bres__json_cursor(import->input.text.data, import->input.text.length);
    bres__slice action = { "", 0 };
    bres__slice package = { "", 0 };
    bres__slice output = { "", 0 };
    bres__arena arena = { 0 };
    bres__json_walk walk;

    cursor.next = line->data;
    cursor.end = line->data + line->length;
    walk = bres__json_walk_object(&cursor, &arena);
    while (bres__json_walk_next(&walk)) {
        bres__slice *member = bres__slice_is(&walk.key, "Action")    ? &action
                              : bres__slice_is(&walk.key, "Package") ? &package
                              : bres__slice_is(&walk.key, "Output")  ? &output
                                                                     : NULL;
        if (member != NULL && bres__json_peek(&cursor) == BRES__JSON_STRING)
            walk.status = bres__json_string(&cursor, &arena, member);
        else
            walk.status = bres__json_skip(&cursor, NULL);
    }
    if (walk.status == BRES_OK)
        walk.status = bres__json_finish(&cursor);
    if (walk.status != BRES_OK)
        bres__error_set_file(import->input.name);
    else if (bres__slice_is(&action, "output"))
        walk.status = event_add(events, &package, &output);
    bres__arena_free(&arena);
    return walk.status;
}

static bres_status events_join(const go_events *events, bres__text *text)
{
    for (size_t i = 0; i < events->packages.count; i++) {
        bres__text_append(text, events->texts[i].data, events->texts[i].length);
        bres__text_putc(text, '\n');
    }
    return text->failed ? bres__error_memory() : BRES_OK;
}

static bres_status go_json_read(bres__import *import)
{
    bres__slice rest = import->input.text;
    bres__slice line;
    bres__text text = { 0 };
    go_events events = { 0 };
    bres_status status = BRES_OK;

    /* Lines that are no event are those of the go command, such as a failed build. */
    while (status == BRES_OK && bres__line_next(&rest, &line)) {
        if (bres__slice_begins(&line, "{"))
            status = event_read(&events, import, &line);
    }
    if (status == BRES_OK)
        status = events_join(&events, &text);
    if (status == BRES_OK)
        status = bres__go_read_text(import, (bres__slice){ text.data, text.length }, false);
    for (size_t i = 0; i < events.packages.count; i++)
        bres__text_free(&events.texts[i]);
    bres__index_free(&events.packages);
    bres__free(events.texts);
    bres__text_free(&text);
    return status;
}

/* The go command may print lines before the first event. */
static bool go_json_detect(const bres__input *input)
{
    bres__slice text = input->text;
    bres__slice line;

    if (bres__shape_is(&text, "Action", BRES__JSON_STRING))
        return true;
    while (bres__line_next(&text, &line)) {
        if (bres__slice_begins(&line, "{"))
            return bres__shape_is(&line, "Action", BRES__JSON_STRING) &&
                   (bres__shape_has(&line, "Package") || bres__shape_has(&line, "ImportPath"));
    }
    return false;
}

const bres__file_format bres__format_of_go_json = {
    .name = "go-json",
    .tool = "go test",
    .detect = go_json_detect,
    .read = go_json_read,
};
