/* SPDX-License-Identifier: MIT */
/*
 * The events of libtest as JSON lines.
 */
#include "formats/libtest/libtest.h"
#include "formats/lines.h"
#include "formats/tree.h"

#include <inttypes.h>
#include <string.h>

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

/* The reason in the words of the text. */
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

/* A benchmark that failed or was ignored has the event of a test. */
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

/* cargo --message-format=json prints objects with a `reason` between the events. */
static bres_status event_read(bres__import *import, const bres__slice *line)
{
    const char *type = NULL;
    bres__node event;
    bres__node other;
    bres_status status = bres__tree_parse(import, line, NULL, &event);

    if (status == BRES_OK &&
        (bres__node_find(&event, "type", &other) || !bres__node_find(&event, "reason", &other)))
        status = bres__node_read_text(&event, "type", &type);
    if (status == BRES_OK && type != NULL && strcmp(type, "bench") == 0)
        status = event_read_bench(import, &event);
    else if (status == BRES_OK && type != NULL && strcmp(type, "test") == 0)
        status = event_read_test(import, &event);
    bres__tree_close(&event);
    return status;
}

static bres_status libtest_json_read(bres__import *import)
{
    bres__slice text = import->input.text;
    bres__slice line;
    bres_status status = BRES_OK;

    for (uint64_t number = 1; status == BRES_OK && bres__line_next(&text, &line); number++) {
        if (!bres__slice_begins(&line, "{"))
            continue;
        status = event_read(import, &line);
        if (status != BRES_OK && bres_last_error_path()[0] == '\0')
            bres__error_set_path("line %" PRIu64, number);
        status = bres__import_tolerate(import, status);
    }
    return status;
}

/* Lines of cargo may be before and between the events. */
static bool libtest_json_detect(const bres__input *input)
{
    bres__slice text = input->text;
    bres__slice line;

    while (bres__line_next(&text, &line)) {
        if (bres__slice_begins(&line, "{") && bres__shape_is(&line, "type", BRES__JSON_STRING) &&
            bres__shape_has(&line, "median"))
            return true;
    }
    return false;
}

const bres__file_format bres__format_of_libtest_json = {
    .name = "libtest-json",
    .tool = "libtest",
    .detect = libtest_json_detect,
    .read = libtest_json_read,
};
