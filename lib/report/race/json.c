/* SPDX-License-Identifier: MIT */
/*
 * The report of a race as one JSON document, for programs. Its keys are part of the interface:
 * benchresult-race(1) lists them.
 */
#include "report/race/race.h"

#include <math.h>

#define FORMAT_VERSION 2

static void write_time(bres__json_writer *writer, const char *side,
                       const bres__race_figures *figures, const bres__race_time *time)
{
    const bool has_interval = figures->pairs > 0 && isfinite(time->upper);

    bres__json_key(writer, side);
    bres__json_begin(writer, '{');
    bres__json_put_real(writer, "median", figures->pairs > 0, time->median);
    bres__json_put_real(writer, "lower", has_interval, time->lower);
    bres__json_put_real(writer, "upper", has_interval, time->upper);
    bres__json_end(writer, '}');
}

static void write_row(bres__json_writer *writer, const bres__race_report_row *row)
{
    const bres__race_figures *figures = &row->figures;
    const bool has_interval = bres__race_has_interval(figures);

    bres__json_begin(writer, '{');
    bres__json_put_text(writer, "benchmark", row->bench);
    bres__json_put_text(writer, "state", row->state);
    bres__json_put_text(writer, "verdict", bres_verdict_name(figures->verdict));
    bres__json_put_bool(writer, "decided", figures->verdict != BRES_AMBIGUOUS);
    bres__json_put_real(writer, "ratio", figures->pairs > 0, figures->ratio);
    bres__json_put_real(writer, "lower", has_interval, figures->lower);
    bres__json_put_real(writer, "upper", has_interval, figures->upper);
    write_time(writer, "reference", figures, &figures->times[0]);
    write_time(writer, "candidate", figures, &figures->times[1]);
    bres__json_put_count(writer, "pairs", figures->pairs);
    bres__json_put_count(writer, "discarded", figures->discarded);
    if (figures->plan_pairs > 0) {
        bres__json_key(writer, "plan");
        bres__json_begin(writer, '{');
        bres__json_put_text(writer, "verdict", bres_verdict_name(figures->plan_verdict));
        bres__json_put_count(writer, "pairs", figures->plan_pairs);
        bres__json_end(writer, '}');
    }
    bres__json_put_text(writer, "message", row->message);
    bres__json_end(writer, '}');
}

bres_status bres__race_json(const bres__race_report *report, bres__text *text)
{
    bres__json_writer writer = { .text = text, .empty = true, .visible = true };
    bres__text scratch = { 0 };
    bres_status status;

    bres__json_begin(&writer, '{');
    bres__json_put_count(&writer, "format_version", FORMAT_VERSION);
    status = bres__json_put_path(&writer, "reference", report->reference, &scratch);
    if (status == BRES_OK)
        status = bres__json_put_path(&writer, "candidate", report->candidate, &scratch);
    bres__json_put_text(&writer, "stop_reason", report->stop_reason);
    if (status == BRES_OK)
        status = bres__json_put_path(&writer, "message", report->message, &scratch);
    bres__json_put_count(&writer, "pairs", report->pairs);
    bres__json_put_real(&writer, "seconds", true, report->seconds);
    bres__json_put_real(&writer, "error_rate", true, report->limits.error_rate);
    bres__json_put_real(&writer, "min_effect", true, report->limits.min_effect);
    bres__json_put_real(&writer, "equivalence_margin", true, report->limits.equivalence_margin);
    bres__json_key(&writer, "rows");
    bres__json_begin(&writer, '[');
    for (size_t i = 0; i < report->row_count; i++)
        write_row(&writer, &report->rows[i]);
    bres__json_end(&writer, ']');
    bres__json_end(&writer, '}');
    bres__text_putc(text, '\n');
    bres__text_free(&scratch);
    return status;
}
