/* SPDX-License-Identifier: MIT */
/*
 * The summary report as one JSON document, for programs. Its keys are part of the interface:
 * benchresult-summary(1) has them.
 */
#include "report/report.h"

#include <math.h>
#include <string.h>

#define SCHEMA_VERSION 1

static void write_text(bres__json_writer *writer, const char *key, const char *text)
{
    bres__json_key(writer, key);
    if (text != NULL)
        bres__json_write_string(writer, text);
    else
        bres__json_write_literal(writer, "null");
}

static void write_bool(bres__json_writer *writer, const char *key, bool value)
{
    bres__json_key(writer, key);
    bres__json_write_literal(writer, value ? "true" : "false");
}

/* A file name may be any bytes, JSON may not: what is not UTF-8 becomes U+FFFD. */
static bres_status write_file(bres__summary_report *report, bres__json_writer *writer,
                              const char *path)
{
    bres__text *valid = &report->cell;
    size_t left = strlen(path);

    bres__text_clear(valid);
    while (left > 0) {
        const size_t length = bres__utf8_valid(path, left);

        bres__text_append(valid, path, length);
        if (length == left)
            break;
        bres__text_puts(valid, "\xEF\xBF\xBD");
        path += length + 1;
        left -= length + 1;
    }
    if (valid->failed)
        return bres__error_memory();
    write_text(writer, "file", valid->length > 0 ? valid->data : "");
    return BRES_OK;
}

/* JSON has no infinities and no NaN: they are strings. */
static void write_value(bres__json_writer *writer, const bres__shown *shown)
{
    char number[BRES__NUMBER_SIZE];

    switch (shown->kind) {
    case BRES_KIND_INT64:
        bres__json_write_int64(writer, shown->number);
        break;
    case BRES_KIND_FLOAT64:
        if (isfinite(shown->real)) {
            bres__json_write_float64(writer, shown->real);
        } else {
            bres__format_float64(number, shown->real, BRES__FLOAT_VALUE);
            bres__json_write_string(writer, number);
        }
        break;
    case BRES_KIND_STRING:
        bres__json_write_string(writer, shown->string);
        break;
    default:
        bres__json_write_literal(writer, "null");
        break;
    }
}

static bres_status write_axis_values(bres__summary_report *report, bres__json_writer *writer,
                                     const bres_state *state)
{
    const bres_status status = bres__summary_list_axis_values(report, state);

    if (status != BRES_OK)
        return status;
    bres__json_key(writer, "axis_values");
    bres__json_begin(writer, '{');
    for (size_t i = 0; i < report->axis_values.count; i++) {
        const bres_value *value = report->axis_values.items[i];
        const char *name = bres_value_name(value);
        bres__shown shown;

        bres__shown_axis(&shown, bres_subbench_axis(bres_state_subbench(state), name), value);
        bres__json_key(writer, name);
        write_value(writer, &shown);
    }
    bres__json_end(writer, '}');
    return BRES_OK;
}

static bres_status write_summary(bres__summary_report *report, bres__json_writer *writer,
                                 const bres_summary *summary)
{
    const char *hint = bres_summary_hint(summary);
    bres__text *text = &report->cell;
    bres__shown shown;
    bool can_show;

    bres__shown_summary(&shown, summary);
    bres__text_clear(text);
    can_show = bres__shown_units(text, &shown, hint);
    if (text->failed)
        return bres__error_memory();
    bres__json_begin(writer, '{');
    write_text(writer, "tag", bres_summary_tag(summary));
    write_text(writer, "name", bres_summary_name(summary));
    write_text(writer, "hint", hint);
    write_bool(writer, "hidden", bres_summary_is_hidden(summary));
    bres__json_key(writer, "value");
    write_value(writer, &shown);
    write_text(writer, "text", !can_show ? NULL : text->length > 0 ? text->data : "");
    bres__json_end(writer, '}');
    return BRES_OK;
}

static bres_status write_summaries(bres__summary_report *report, bres__json_writer *writer,
                                   const bres_state *state)
{
    bres_status status = bres__summary_list_summaries(report, state);

    bres__json_key(writer, "summaries");
    bres__json_begin(writer, '[');
    for (size_t i = 0; status == BRES_OK && i < report->summaries.count; i++)
        status = write_summary(report, writer, report->summaries.items[i]);
    bres__json_end(writer, ']');
    return status;
}

static bres_status write_state(bres__summary_report *report, bres__json_writer *writer,
                               const bres_state *state)
{
    int64_t device;
    bres_status status;

    bres__json_begin(writer, '{');
    write_text(writer, "name", bres_state_name(state));
    write_text(writer, "point", bres_state_point_name(state));
    bres__json_key(writer, "device");
    if (bres__summary_device(state, &device))
        bres__json_write_int64(writer, device);
    else
        bres__json_write_literal(writer, "null");
    bres__json_key(writer, "run");
    bres__json_write_int64(writer, bres_state_run(state));
    write_bool(writer, "skipped", bres_state_is_skipped(state));
    write_text(writer, "skip_reason", bres_state_skip_reason(state));
    status = write_axis_values(report, writer, state);
    if (status == BRES_OK)
        status = write_summaries(report, writer, state);
    bres__json_end(writer, '}');
    return status;
}

static bres_status write_bench(bres__summary_report *report, bres__json_writer *writer,
                               size_t index, const bres_subbench *bench)
{
    const char *path = bres_result_path(report->results[index]);
    bres_status status = BRES_OK;

    bres__json_begin(writer, '{');
    if (path == NULL)
        write_text(writer, "file", NULL);
    else
        status = write_file(report, writer, path);
    write_text(writer, "name", bres_subbench_name(bench));
    bres__json_key(writer, "devices");
    bres__json_begin(writer, '[');
    for (size_t i = 0; i < bres_subbench_device_count(bench); i++)
        bres__json_write_int64(writer, bres_subbench_device_id_at(bench, i));
    bres__json_end(writer, ']');
    bres__json_key(writer, "states");
    bres__json_begin(writer, '[');
    for (size_t i = 0; status == BRES_OK && i < bres_subbench_state_count(bench); i++) {
        const bres_state *state = bres_subbench_state_at(bench, i);

        if (bres_filter_selects_state(report->filter, state))
            status = write_state(report, writer, state);
    }
    bres__json_end(writer, ']');
    bres__json_end(writer, '}');
    return status;
}

bres_status bres__summary_json(bres__summary_report *report)
{
    bres__json_writer writer = { .text = &report->text, .empty = true };
    bres_status status = BRES_OK;

    bres__json_begin(&writer, '{');
    bres__json_key(&writer, "version");
    bres__json_write_int64(&writer, SCHEMA_VERSION);
    bres__json_key(&writer, "benchmarks");
    bres__json_begin(&writer, '[');
    for (size_t i = 0; status == BRES_OK && i < report->count; i++) {
        status = bres__summary_list_benches(report, report->results[i]);
        for (size_t b = 0; status == BRES_OK && b < report->benches.count; b++)
            status = write_bench(report, &writer, i, report->benches.items[b]);
    }
    bres__json_end(&writer, ']');
    bres__json_end(&writer, '}');
    bres__text_putc(&report->text, '\n');
    return status;
}
