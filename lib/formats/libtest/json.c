/* SPDX-License-Identifier: MIT */
/*
 * The events of libtest as JSON lines.
 */
#include "formats/events.h"
#include "formats/libtest/libtest.h"
#include "formats/tree.h"

#include <string.h>

static bool is_event(const bres__slice *text, bool whole)
{
    static const char *const types[] = { "bench", "test", "suite", NULL };

    return bres__event_has(text, "type", types) &&
           (!whole || bres__event_has(text, "name", NULL) || bres__event_has(text, "event", NULL));
}

typedef struct event_reader {
    bres__import *import;
    bool has_events;  /* of libtest */
    bool has_figures; /* of a benchmark */
} event_reader;

static bres_status event_read_bench(bres__import *import, const bres__node *event)
{
    bres__libtest_row row = { 0 };
    bres__node rate;
    bool found = false;
    bres_status status = bres__node_read_text(event, "name", &row.name);

    if (status == BRES_OK)
        status = bres__node_read_duration(event, "median", &row.median);
    if (status == BRES_OK)
        status = bres__node_read_duration(event, "deviation", &row.deviation);
    if (status == BRES_OK)
        status = bres__node_optional(event, "mib_per_second", BRES__JSON_REAL, &rate, &found);
    if (status == BRES_OK && found)
        status = bres__node_float64(&rate, &row.megabytes);
    if (status == BRES_OK)
        bres__libtest_add(import, &row);
    return status;
}

/* Makes the reason, worded as in libtest's text output. */
static bres_status event_read_ignored(const bres__node *event, bres__text *reason)
{
    const char *message = NULL;
    bres__node node;
    bool found = false;
    bres_status status = bres__node_optional(event, "message", BRES__JSON_STRING, &node, &found);

    if (status == BRES_OK && found)
        message = bres__node_text(&node);
    bres__text_puts(reason, "ignored");
    if (message != NULL)
        bres__text_printf(reason, ", %s", message);
    return status == BRES_OK && reason->failed ? bres__error_memory() : status;
}

/* Reads the event of a test. A benchmark that failed or was ignored has such an event, too. */
static bres_status event_read_test(bres__import *import, const bres__node *event)
{
    bres__libtest_row row = { 0 };
    bres__text reason = { 0 };
    const char *outcome = NULL;
    bres_status status = bres__node_read_text(event, "event", &outcome);

    if (status != BRES_OK)
        return status;
    if (strcmp(outcome, "failed") == 0)
        bres__text_puts(&reason, "the benchmark has failed");
    else if (strcmp(outcome, "ignored") == 0)
        status = event_read_ignored(event, &reason);
    else
        return BRES_OK;
    if (status == BRES_OK)
        status = bres__node_read_text(event, "name", &row.name);
    row.skip_reason = reason.data;
    if (status == BRES_OK && reason.failed)
        status = bres__error_memory();
    if (status == BRES_OK)
        bres__libtest_add(import, &row);
    bres__text_free(&reason);
    return status;
}

/* Reads one event. cargo --message-format=json and the benchmarks write other lines in between. */
static bres_status event_read(void *user, const bres__slice *text)
{
    event_reader *reader = user;
    const char *type = NULL;
    bres__node event;
    bres_status status = bres__tree_parse(reader->import, text, NULL, &event);

    if (status == BRES_OK)
        status = bres__node_read_text(&event, "type", &type);
    if (status == BRES_OK && strcmp(type, "bench") == 0) {
        reader->has_events = reader->has_figures = true;
        status = event_read_bench(reader->import, &event);
    } else if (status == BRES_OK && strcmp(type, "test") == 0) {
        reader->has_events = true;
        status = event_read_test(reader->import, &event);
    } else if (status == BRES_OK) {
        reader->has_events |= strcmp(type, "suite") == 0;
    }
    bres__tree_close(&event);
    return status;
}

static bres_status libtest_json_read(bres__import *import)
{
    event_reader reader = { .import = import };
    bres_status status = bres__events_read(import, is_event, event_read, &reader);

    if (status == BRES_OK && !reader.has_events)
        return bres__import_fault(import, BRES_ERROR_VALUE, NULL, NULL,
                                  "a line with the type 'bench', 'test' or 'suite'",
                                  "the file has no events of libtest");
    if (status == BRES_OK && !reader.has_figures && import->draft.state_count != 0)
        bres__import_warn(import,
                          "%s: no benchmark has a time: libtest has ignored each of them, or it "
                          "has failed",
                          import->input.name);
    return status;
}

/* libtest writes the number of tests before the first of them, which may be ignored. */
static bool libtest_json_detect(const bres__input *input)
{
    static const char *const text_begins[] = { "running ", "test ", NULL };

    return bres__events_detect(input->text, is_event, text_begins);
}

const bres__file_format bres__format_of_libtest_json = {
    .name = "libtest-json",
    .tool = "libtest",
    .detect = libtest_json_detect,
    .read = libtest_json_read,
};
