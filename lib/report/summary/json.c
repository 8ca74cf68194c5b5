/* SPDX-License-Identifier: MIT */
/*
 * The summary report as one JSON document, for programs. Its keys are part of the interface:
 * benchresult-summary(1) lists them.
 */
#include "report/summary/summary.h"

#define SCHEMA_VERSION 1

static bres_status write_summary(bres__summary_report *report, bres__json_writer *writer,
                                 const bres_summary *summary)
{
    const char *hint = bres_summary_hint(summary);
    bres__text *text = &report->cell;
    bres__display_value display;
    bool can_show;

    bres__display_summary(&display, summary);
    bres__text_clear(text);
    can_show = bres__display_put_with_unit(text, &display, hint);
    if (text->failed)
        return bres__error_memory();
    bres__json_begin(writer, '{');
    bres__json_put_text(writer, "tag", bres_summary_tag(summary));
    bres__json_put_text(writer, "name", bres_summary_name(summary));
    bres__json_put_text(writer, "hint", hint);
    bres__json_put_bool(writer, "hidden", bres_summary_is_hidden(summary));
    bres__json_key(writer, "value");
    bres__json_put_display(writer, &display);
    bres__json_put_text(writer, "text", !can_show ? NULL : text->length > 0 ? text->data : "");
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
    bres__json_put_text(writer, "name", bres_state_name(state));
    bres__json_put_text(writer, "point", bres_state_point_name(state));
    bres__json_key(writer, "device");
    if (bres__summary_device(state, &device))
        bres__json_write_int64(writer, device);
    else
        bres__json_write_literal(writer, "null");
    bres__json_key(writer, "run");
    bres__json_write_int64(writer, bres_state_run(state));
    bres__json_put_bool(writer, "skipped", bres_state_is_skipped(state));
    bres__json_put_text(writer, "skip_reason", bres_state_skip_reason(state));
    status = bres__json_put_axis_values(writer, &report->axis_values, state);
    if (status == BRES_OK)
        status = write_summaries(report, writer, state);
    bres__json_end(writer, '}');
    return status;
}

static bres_status write_bench(bres__summary_report *report, bres__json_writer *writer,
                               size_t index, const bres_subbench *bench)
{
    bres_status status;

    bres__json_begin(writer, '{');
    status = bres__json_put_path(writer, "file", bres_result_path(report->results[index]),
                                 &report->cell);
    bres__json_put_text(writer, "name", bres_subbench_name(bench));
    bres__json_key(writer, "devices");
    bres__json_begin(writer, '[');
    for (size_t i = 0; i < bres_subbench_device_count(bench); i++)
        bres__json_write_int64(writer, bres_subbench_device_id_at(bench, i));
    bres__json_end(writer, ']');
    bres__json_key(writer, "states");
    bres__json_begin(writer, '[');
    if (status == BRES_OK)
        status = bres__summary_list_states(report, bench);
    for (size_t i = 0; status == BRES_OK && i < report->state_count; i++)
        status = write_state(report, writer, report->states[i]);
    bres__json_end(writer, ']');
    bres__json_end(writer, '}');
    return status;
}

bres_status bres__summary_json(bres__summary_report *report)
{
    bres__json_writer writer = { .text = &report->text, .empty = true, .visible = true };
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
