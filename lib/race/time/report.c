/* SPDX-License-Identifier: MIT */
/*
 * Hands out what came of a timing, and its figures to the room that writes reports.
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

/* By the median; rows without a run go last. Equal ones keep their order. */
static int rows_compare(const void *one, const void *other)
{
    const bres_timing_row *a = *(const bres_timing_row *const *)one;
    const bres_timing_row *b = *(const bres_timing_row *const *)other;

    if ((a->runs == 0) != (b->runs == 0))
        return a->runs == 0 ? 1 : -1;
    if (a->median < b->median || a->median > b->median)
        return a->median < b->median ? -1 : 1;
    return (a > b) - (a < b);
}

static bres_status rows_sort(const bres_timing *timing, const bres_timing_row ***rows)
{
    *rows = bres__calloc(timing->row_count + 1, sizeof(**rows));
    if (*rows == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < timing->row_count; i++)
        (*rows)[i] = &timing->rows[i].figures;
    qsort((void *)*rows, timing->row_count, sizeof(**rows), rows_compare);
    return BRES_OK;
}

static bres_status report_write(const bres_timing *timing, uint32_t format,
                                const bres_timing_row **rows, bres__text *text)
{
    static bres_status (*const writers[])(const bres__time_report *,
                                          bres__text *) = { BRES__TIME_FORMATS(WRITER) };
    const bres_status status = bres__format_check(BRES_REPORT_TIME, format);
    const bres__time_report report = {
        .stop_reason = bres_race_stop_name(timing->race.stop_reason),
        .message = timing->message,
        .seconds = bres_timing_seconds(timing),
        .shell_seconds = timing->shell.wall,
        .precision = timing->options.precision,
        .limits = { .error_rate = timing->error_rate,
                    .min_effect = timing->race_options.min_effect,
                    .equivalence_margin = timing->race_options.equivalence_margin },
        .rows = rows,
        .row_count = timing->row_count,
    };

    return status == BRES_OK ? writers[format](&report, text) : status;
}

bres_status bres_timing_report(const bres_timing *timing, bres_format format, char **text,
                               size_t *length)
{
    bres__text made = { 0 };
    const bres_timing_row **rows = NULL;
    bres_status status = bres__report_begin("time report", text, length);

    if (status == BRES_OK && timing == NULL)
        status = bres__error(BRES_ERROR_ARGUMENT, "bres_timing_report: timing is NULL");
    if (status == BRES_OK)
        status = rows_sort(timing, &rows);
    if (status == BRES_OK)
        status = report_write(timing, (uint32_t)format, rows, &made);
    if (status == BRES_OK)
        status = bres__report_finish(&made, text, length);
    bres__free((void *)rows);
    bres__text_free(&made);
    return status;
}
