/* SPDX-License-Identifier: MIT */
/*
 * Rust's libtest (cargo bench), as text and as JSON lines, and the same text from criterion.rs. A
 * benchmark has a median and a deviation, but no samples: libtest prints the range from minimum to
 * maximum as the deviation, criterion.rs the standard deviation.
 */
#include "formats/lines.h"
#include "formats/tree.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* One benchmark. */
typedef struct libtest_row {
    const char *name;
    const char *skip_reason; /* NULL: it has figures */
    double median;           /* nanoseconds of one execution */
    double deviation;        /* likewise */
    double megabytes;        /* of 10^6 bytes, in a second; 0: unknown */
} libtest_row;

static void row_add(bres__import *import, const libtest_row *row)
{
    bres__draft_state *state = bres__draft_begin(&import->draft);

    bres__draft_name(state, row->name);
    if (row->skip_reason != NULL) {
        bres__draft_skip(state, row->skip_reason);
    } else if (row->median <= 0) {
        bres__draft_skip(state, "a median of 0 ns: the time is below the resolution, or the "
                                "benchmark has not called iter");
    } else {
        bres__draft_time(state, "median", row->median * 1e-9);
        bres__draft_time(state, "deviation", row->deviation * 1e-9);
        if (row->megabytes > 0)
            bres__draft_value(state,
                              &(bres__measure){ .tag = "bres/import/rate/bytes_per_second",
                                                .hint = "byte_rate",
                                                .unit = "B/s",
                                                .better = BRES__BETTER_HIGHER },
                              row->megabytes * 1e6);
    }
    bres__draft_add(state, import->options.bench != NULL ? import->options.bench : row->name);
}

/* Passes what the text must begin with. */
static bool pass(bres__slice *text, const char *prefix)
{
    if (!bres__slice_begins(text, prefix))
        return false;
    text->data += strlen(prefix);
    text->length -= strlen(prefix);
    return true;
}

static void pass_blanks(bres__slice *text)
{
    while (bres__slice_begins(text, " "))
        pass(text, " ");
}

/* Passes a number with commas between thousands. */
static bool pass_number(bres__slice *text, double *value)
{
    char digits[64];
    size_t count = 0;

    pass_blanks(text);
    while (text->length != 0 && count < sizeof(digits) &&
           (strchr("0123456789.,", *text->data) != NULL && *text->data != '\0')) {
        if (*text->data != ',')
            digits[count++] = *text->data;
        text->data++;
        text->length--;
    }
    return bres__parse_float64(digits, count, value) == BRES__PARSE_OK && isfinite(*value);
}

/* The name of a line `test NAME ... OUTCOME`, and the outcome. */
static bool split_test(const bres__slice *line, bres__slice *name, bres__slice *outcome)
{
    static const char mark[] = " ... ";
    const char *end;

    *name = *line;
    if (!pass(name, "test "))
        return false;
    end = memmem(name->data, name->length, mark, strlen(mark));
    if (end == NULL)
        return false;
    *outcome = *name;
    name->length = (size_t)(end - name->data);
    outcome->data = end + strlen(mark);
    outcome->length -= name->length + strlen(mark);
    while (name->length != 0 && name->data[name->length - 1] == ' ')
        name->length--;
    return name->length != 0;
}

/* bench: MEDIAN ns/iter (+/- DEVIATION) [= RATE MB/s] */
static bool read_figures(bres__slice text, libtest_row *row)
{
    if (!pass(&text, "bench:") || !pass_number(&text, &row->median) ||
        !pass(&text, " ns/iter (+/- ") || !pass_number(&text, &row->deviation) || !pass(&text, ")"))
        return false;
    if (!pass(&text, " = "))
        return text.length == 0;
    return pass_number(&text, &row->megabytes) && pass(&text, " MB/s");
}

static bool has_bench(const bres__slice *outcome)
{
    return bres__slice_begins(outcome, "bench:");
}

/* The reason of an outcome without figures; NULL: it is that of a test, not of a benchmark. */
static const char *reason_of(const bres__slice *outcome)
{
    if (bres__slice_begins(outcome, "ignored"))
        return "ignored";
    return bres__slice_begins(outcome, "FAILED") ? "the benchmark has failed" : NULL;
}

static bres_status line_fault(const bres__import *import, const bres__slice *line, uint64_t number)
{
    char place[32];

    bres__format(place, sizeof(place), "line %" PRIu64, number);
    return bres__import_fault(import, BRES_ERROR_VALUE, place, line->data,
                              "bench: MEDIAN ns/iter (+/- DEVIATION)",
                              "the figures of a benchmark are malformed");
}

static bres_status line_read(bres__import *import, const bres__slice *line, uint64_t number)
{
    libtest_row row = { 0 };
    bres__slice outcome;
    bres__slice name;

    if (!split_test(line, &name, &outcome))
        return BRES_OK;
    row.skip_reason = reason_of(&outcome);
    if (row.skip_reason == NULL && !has_bench(&outcome))
        return BRES_OK;
    if (row.skip_reason == NULL && !read_figures(outcome, &row))
        return line_fault(import, line, number);
    row.name = bres__arena_copy(&import->draft.arena, name.data, name.length);
    if (row.name == NULL)
        return bres__error_memory();
    row_add(import, &row);
    return BRES_OK;
}

static bres_status libtest_read(bres__import *import)
{
    bres_status status = bres__import_check_utf8(import);
    bres__slice text = import->input.text;
    bres__slice line;

    for (uint64_t number = 1; status == BRES_OK && bres__line_next(&text, &line); number++)
        status = bres__import_tolerate(import, line_read(import, &line, number));
    return status;
}

static bool libtest_detect(const bres__input *input)
{
    bres__slice text = input->text;
    bres__slice outcome;
    bres__slice line;
    bres__slice name;

    while (bres__line_next(&text, &line)) {
        if (split_test(&line, &name, &outcome) && has_bench(&outcome))
            return true;
    }
    return false;
}

const bres__file_format bres__format_of_libtest = {
    .name = "libtest",
    .tool = "libtest",
    .detect = libtest_detect,
    .read = libtest_read,
};

static bres_status event_read_bench(bres__import *import, const bres__node *event)
{
    libtest_row row = { 0 };
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
        row_add(import, &row);
    return status;
}

/* A benchmark that failed or was ignored has the event of a test. */
static bres_status event_read_test(bres__import *import, const bres__node *event)
{
    libtest_row row = { 0 };
    const char *outcome = NULL;
    bres_status status = bres__node_read_text(event, "event", &outcome);

    if (status != BRES_OK)
        return status;
    if (strcmp(outcome, "failed") == 0)
        row.skip_reason = "the benchmark has failed";
    else if (strcmp(outcome, "ignored") == 0)
        row.skip_reason = "ignored";
    else
        return BRES_OK;
    status = bres__node_read_text(event, "name", &row.name);
    if (status == BRES_OK)
        row_add(import, &row);
    return status;
}

static bres_status event_read(bres__import *import, const bres__slice *line)
{
    const char *type = NULL;
    bres__node event;
    bres_status status = bres__tree_parse(import, line, NULL, &event);

    if (status == BRES_OK)
        status = bres__node_read_text(&event, "type", &type);
    if (status == BRES_OK && strcmp(type, "bench") == 0)
        status = event_read_bench(import, &event);
    else if (status == BRES_OK && strcmp(type, "test") == 0)
        status = event_read_test(import, &event);
    bres__tree_close(&event);
    return status;
}

static bres_status libtest_json_read(bres__import *import)
{
    bres__slice text = import->input.text;
    bres__slice line;
    bres_status status = BRES_OK;

    while (status == BRES_OK && bres__line_next(&text, &line)) {
        if (bres__slice_begins(&line, "{"))
            status = bres__import_tolerate(import, event_read(import, &line));
    }
    return status;
}

static bool libtest_json_detect(const bres__input *input)
{
    bres__slice text = input->text;
    bres__slice line;

    if (!bres__shape_is(&input->text, "type", BRES__JSON_STRING))
        return false;
    while (bres__line_next(&text, &line)) {
        if (bres__shape_is(&line, "type", BRES__JSON_STRING) && bres__shape_has(&line, "median"))
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
