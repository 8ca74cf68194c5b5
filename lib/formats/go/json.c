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

static bool is_event(const bres__slice *text, bool whole)
{
    static const char *const actions[] = { "start",        "run",        "pause",  "cont", "pass",
                                           "bench",        "fail",       "output", "skip", "attr",
                                           "build-output", "build-fail", NULL };

    (void)whole;
    return bres__event_has(text, "Action", actions);
}

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
                             const bres__slice *rest, uint64_t number)
{
    bres__events found = bres__events_of(line, rest, is_event);
    bres_status status = BRES_OK;
    bres__event kind;
    bres__slice event;

    while (status == BRES_OK && (kind = bres__event_next(&found, &event)) != BRES__EVENT_NONE) {
        if (kind == BRES__EVENT_WHOLE)
            status = event_read(events, import, &event);
        else
            status = bres__event_cut(import, line, &event, number);
        status = bres__import_tolerate(import, status);
    }
    return status;
}

static bres_status go_json_read(bres__import *import)
{
    bres__slice rest = import->input.text;
    bres__slice line;
    go_events events = { 0 };
    bres_status status = BRES_OK;

    for (uint64_t number = 1; status == BRES_OK && bres__line_next(&rest, &line); number++)
        status = line_read(&events, import, &line, &rest, number);
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

static bool is_event_of_package(const bres__slice *text, bool whole)
{
    return is_event(text, whole) &&
           (bres__event_has(text, "Package", NULL) || bres__event_has(text, "ImportPath", NULL));
}

/* The go command may print lines before the first event. */
static bool go_json_detect(const bres__input *input)
{
    static const char *const text_begins[] = { "Benchmark", "goos: ", "goarch: ", "pkg: ", NULL };

    return bres__shape_is(&input->text, "Action", BRES__JSON_STRING) ||
           bres__events_detect(input->text, is_event_of_package, text_begins);
}

const bres__file_format bres__format_of_go_json = {
    .name = "go-json",
    .tool = "go test",
    .detect = go_json_detect,
    .read = go_json_read,
};
