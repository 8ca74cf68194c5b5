/* SPDX-License-Identifier: MIT */
/*
 * Returns the figures of a timing, and passes them to the room that writes reports.
 */
#include "race/time/time.h"

#include <stdlib.h>

#define WRITER(value, name) [BRES_FORMAT_##value] = bres__time_##name,

bres_race_stop bres_timing_stop_reason(const bres_timing *timing)
{
    return timing != NULL ? timing->race.stop_reason : 0;
}

const char *bres_timing_message(const bres_timing *timing)
{
    return timing != NULL ? timing->message : "";
}

bres_status bres_timing_set_report(bres_timing *timing, bres_timing_sort sort, uint32_t width)
{
    if (timing == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_timing_set_report: timing is NULL");
    if ((unsigned)sort > BRES_TIMING_SORT_COMMAND)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_timing_set_report: unknown order %u (expected 0 or 1)",
                           (unsigned)sort);
    timing->sort = sort;
    timing->width = width;
    return BRES_OK;
}

double bres_timing_seconds(const bres_timing *timing)
{
    return timing != NULL ? (double)timing->race.elapsed * 1e-9 : 0;
}

double bres_timing_shell_seconds(const bres_timing *timing)
{
    return timing != NULL ? timing->shell.wall : 0;
}

size_t bres_timing_row_count(const bres_timing *timing)
{
    return timing != NULL ? timing->row_count : 0;
}

const bres_timing_row *bres_timing_row_at(const bres_timing *timing, size_t index)
{
    return index < bres_timing_row_count(timing) ? &timing->rows[index].figures : NULL;
}

/* Orders by the median; rows without a run go last. Rows with equal medians keep their order. */
static int rows_compare(const void *one, const void *other)
{
    const bres_timing_row *a = ((const bres__time_report_row *)one)->figures;
    const bres_timing_row *b = ((const bres__time_report_row *)other)->figures;

    if ((a->runs == 0) != (b->runs == 0))
        return a->runs == 0 ? 1 : -1;
    if (a->median < b->median || a->median > b->median)
        return a->median < b->median ? -1 : 1;
    return (a > b) - (a < b);
}

static bres_status rows_make(const bres_timing *timing, bres__time_report *report)
{
    report->rows = bres__calloc(timing->row_count + 1, sizeof(*report->rows));
    if (report->rows == NULL)
        return bres__error_memory();
    report->row_count = timing->row_count;
    for (size_t i = 0; i < timing->row_count; i++) {
        const bres__time_row *row = &timing->rows[i];

        report->rows[i] = (bres__time_report_row){
            .figures = &row->figures,
            .values = row->values,
            .name = row->label,
            .is_precise = bres__time_row_is_precise(timing, row),
        };
    }
    if (timing->sort == BRES_TIMING_SORT_MEDIAN)
        qsort(report->rows, report->row_count, sizeof(*report->rows), rows_compare);
    return BRES_OK;
}

static bres_status parameters_make(const bres_timing *timing, bres__time_report *report)
{
    const char **names = bres__calloc(timing->axis_count + 1, sizeof(*names));

    report->parameters = names;
    report->parameter_count = timing->axis_count;
    for (size_t i = 0; names != NULL && i < timing->axis_count; i++)
        names[i] = timing->axes[i].name;
    return names != NULL ? BRES_OK : bres__error_memory();
}

static bool was_limited(const bres_timing *timing)
{
    const bres_race_stop reason = timing->race.stop_reason;

    return reason == BRES_RACE_TIME_OVER ||
           (reason == BRES_RACE_PAIRS_OVER && timing->options.runs == 0);
}

static bres_status report_write(const bres_timing *timing, uint32_t format, bres__text *text)
{
    static bres_status (*const writers[])(const bres__time_report *,
                                          bres__text *) = { BRES__TIME_FORMATS(WRITER) };
    bres__time_report report = {
        .stop_reason = bres_race_stop_name(timing->race.stop_reason),
        .message = timing->message,
        .seconds = bres_timing_seconds(timing),
        .shell_seconds = timing->shell.wall,
        .precision = timing->options.precision,
        .limits = { .error_rate = timing->error_rate,
                    .min_effect = timing->race_options.min_effect,
                    .equivalence_margin = timing->race_options.equivalence_margin },
        .min_pairs = (uint64_t)timing->race_options.min_pairs,
        .has_warmup = timing->race_options.warmup_runs > 0,
        .was_limited = was_limited(timing),
        .width = timing->width,
    };
    bres_status status = rows_make(timing, &report);

    if (status == BRES_OK)
        status = parameters_make(timing, &report);
    if (status == BRES_OK)
        status = writers[format](&report, text);
    bres__free((void *)(uintptr_t)report.parameters);
    bres__free(report.rows);
    return status;
}

bres_status bres_timing_report(const bres_timing *timing, bres_format format, char **text,
                               size_t *length)
{
    bres__text made = { 0 };
    bres_status status = bres__report_begin("time report", text, length);

    if (status == BRES_OK && timing == NULL)
        status = bres__error(BRES_ERROR_ARGUMENT, "bres_timing_report: timing is NULL");
    if (status == BRES_OK)
        status = bres__format_check(BRES_REPORT_TIME, (uint32_t)format);
    if (status == BRES_OK)
        status = report_write(timing, (uint32_t)format, &made);
    if (status == BRES_OK)
        status = bres__report_finish(&made, text, length);
    bres__text_free(&made);
    return status;
}
