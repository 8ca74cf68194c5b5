/* SPDX-License-Identifier: MIT */
/*
 * The output of `go test -json`: Go benchmark text whose lines are split over events.
 */
#include "formats/events.h"
#include "formats/go/go.h"

#include "base/alloc.h"

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
    const bres__import *import;
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

/* Reads one event. Lines without an event come from the go command, for example from a failed
 * build, or from a program whose output bypasses the go command. */
static bres_status event_read(void *user, const bres__slice *event)
{
    go_events *events = user;
    const bres__import *import = events->import;
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

/* Reads the output of each package as a section, because each package has its own configuration. */
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

static bres_status go_json_read(bres__import *import)
{
    go_events events = { .import = import };
    bres_status status = bres__events_read(import, is_event, event_read, &events);

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
