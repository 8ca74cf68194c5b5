/* SPDX-License-Identifier: MIT */
/*
 * The output of `go test -json`: Go benchmark text whose lines are split over events.
 */
#include "formats/events.h"
#include "formats/go/go.h"
#include "formats/lines.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <string.h>

/* Members of which an event begins with one. */
static const char *const event_keys[] = { "Time", "ImportPath", "Action", NULL };

/* The output of one package. */
typedef struct go_output {
    bres__text package;
    bres__text text;
} go_output;

typedef struct go_events {
    bres__index packages;
    go_output *outputs; /* by position in packages */
    size_t capacity;
} go_events;

static bres_status event_add(go_events *events, const bres__slice *package,
                             const bres__slice *output)
{
    const size_t known = events->packages.count;
    go_output *made;
    size_t position;

    bres__text_append(&events->packages.key, package->data, package->length);
    bres__text_putc(&events->packages.key, '\0');
    if (!bres__array_reserve_zeroed(&events->outputs, &events->capacity, known + 1,
                                    sizeof(*events->outputs)) ||
        !bres__index_take(&events->packages, &position))
        return bres__error_memory();
    made = &events->outputs[position];
    if (events->packages.count != known)
        bres__text_append(&made->package, package->data, package->length);
    bres__text_append(&made->text, output->data, output->length);
    return made->package.failed || made->text.failed ? bres__error_memory() : BRES_OK;
}

/* One event of `go test -json`. */
static bres_status event_read(go_events *events, const bres__import *import,
                              const bres__slice *event)
{
    bres__cursor cursor = bres__json_cursor(import->input.text.data, import->input.text.length);
    bres__slice action = { "", 0 };
    bres__slice package = { "", 0 };
    bres__slice output = { "", 0 };
    bres__arena arena = { 0 };
    bres__json_walk walk;

    cursor.next = event->data;
    cursor.end = event->data + event->length;
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

static bres__slice text_slice(const bres__text *text)
{
    return (bres__slice){ text->length != 0 ? text->data : "", text->length };
}

/* Each package has a configuration of its own. */
static bres_status events_read_sections(const go_events *events, bres__import *import)
{
    const size_t count = events->packages.count;
    go_section *sections = bres__calloc(count + 1, sizeof(*sections));
    bres_status status;

    if (sections == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < count; i++)
        sections[i] = (go_section){
            .package = text_slice(&events->outputs[i].package),
            .text = text_slice(&events->outputs[i].text),
        };
    status = bres__go_read_sections(import, sections, count);
    bres__free(sections);
    return status;
}

/* Lines that are no event are those of the go command, such as a failed build, or output that a
 * program writes past the go command. */
static bres_status line_read(go_events *events, bres__import *import, const bres__slice *line,
                             uint64_t number)
{
    bres__slice event;
    char place[32];

    switch (bres__event_find(line, event_keys, &event)) {
    case BRES__EVENT_WHOLE:
        return event_read(events, import, &event);
    case BRES__EVENT_CUT:
        bres__format(place, sizeof(place), "line %" PRIu64, number);
        if (event.data == line->data)
            return bres__import_fault(import, BRES_ERROR_VALUE, place, line->data, "a JSON object",
                                      "the event is not complete");
        bres__import_warn(import, "%s: %s: an event that is not complete is left out",
                          import->input.name, place);
        return BRES_OK;
    default:
        return BRES_OK;
    }
}

static bres_status go_json_read(bres__import *import)
{
    bres__slice rest = import->input.text;
    bres__slice line;
    go_events events = { 0 };
    bres_status status = BRES_OK;

    for (uint64_t number = 1; status == BRES_OK && bres__line_next(&rest, &line); number++)
        status = bres__import_tolerate(import, line_read(&events, import, &line, number));
    if (status == BRES_OK)
        status = events_read_sections(&events, import);
    for (size_t i = 0; i < events.packages.count; i++) {
        bres__text_free(&events.outputs[i].package);
        bres__text_free(&events.outputs[i].text);
    }
    bres__index_free(&events.packages);
    bres__free(events.outputs);
    return status;
}

/* The go command may print lines before the first event. */
static bool go_json_detect(const bres__input *input)
{
    bres__slice text = input->text;
    bres__slice line;
    bres__slice event;

    if (bres__shape_is(&text, "Action", BRES__JSON_STRING))
        return true;
    while (bres__line_next(&text, &line)) {
        if (bres__event_find(&line, event_keys, &event) != BRES__EVENT_NONE &&
            bres__shape_is(&event, "Action", BRES__JSON_STRING) &&
            (bres__shape_has(&event, "Package") || bres__shape_has(&event, "ImportPath")))
            return true;
    }
    return false;
}

const bres__file_format bres__format_of_go_json = {
    .name = "go-json",
    .tool = "go test",
    .detect = go_json_detect,
    .read = go_json_read,
};
