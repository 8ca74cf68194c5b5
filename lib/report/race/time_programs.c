/* SPDX-License-Identifier: MIT */
/*
 * The report of a timing for programs, as JSON and as CSV. Its keys are part of the interface:
 * benchresult-time(1) lists them.
 */
#include "report/race/time.h"
#include "report/value.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>

#define FORMAT_VERSION 1

/* The figures of a row in both formats. `is_count`: a uint64_t, else a double. */
static const struct {
    const char *key;
    size_t offset;
    bool is_count;
} figures[] = {
    { "runs", offsetof(bres_timing_row, runs), true },
    { "failures", offsetof(bres_timing_row, failures), true },
    { "median", offsetof(bres_timing_row, median), false },
    { "median_lower", offsetof(bres_timing_row, median_lower), false },
    { "median_upper", offsetof(bres_timing_row, median_upper), false },
    { "mean", offsetof(bres_timing_row, mean), false },
    { "deviation", offsetof(bres_timing_row, deviation), false },
    { "min", offsetof(bres_timing_row, min), false },
    { "max", offsetof(bres_timing_row, max), false },
    { "first", offsetof(bres_timing_row, first), false },
    { "user_time", offsetof(bres_timing_row, user_time), false },
    { "system_time", offsetof(bres_timing_row, system_time), false },
    { "voluntary_switches", offsetof(bres_timing_row, voluntary_switches), false },
    { "involuntary_switches", offsetof(bres_timing_row, involuntary_switches), false },
    { "peak_memory", offsetof(bres_timing_row, peak_memory), true },
    { "outliers", offsetof(bres_timing_row, outliers), true },
    { "below_shell", offsetof(bres_timing_row, below_shell), true },
    { "pairs", offsetof(bres_timing_row, pairs), true },
    { "ratio", offsetof(bres_timing_row, ratio), false },
    { "ratio_lower", offsetof(bres_timing_row, ratio_lower), false },
    { "ratio_upper", offsetof(bres_timing_row, ratio_upper), false },
};

#define FIGURE_COUNT (sizeof figures / sizeof figures[0])

static const void *figure_of(const bres_timing_row *row, size_t index)
{
    return (const char *)row + figures[index].offset;
}

/* Whether there are enough runs for a figure that is not a count. */
static bool is_known(const bres_timing_row *row, size_t index)
{
    switch (figures[index].offset) {
    case offsetof(bres_timing_row, median_lower):
        return isfinite(row->median_upper);
    case offsetof(bres_timing_row, ratio):
        return row->pairs > 0 || row->is_baseline;
    case offsetof(bres_timing_row, ratio_lower):
        return isfinite(row->ratio_upper);
    default:
        return isfinite(*(const double *)figure_of(row, index));
    }
}

void bres__time_put_statuses(bres__text *text, const bres_timing_row *row)
{
    const char *between = "";

    for (unsigned status = 0; status < 256; status++) {
        if (row->status_counts[status] == 0)
            continue;
        bres__text_printf(text, "%s%u x %" PRIu64, between, status, row->status_counts[status]);
        between = ", ";
    }
}

/* Writes the exit statuses that occurred, with their counts. */
static void write_statuses(bres__json_writer *writer, const bres_timing_row *row)
{
    char key[BRES__NUMBER_SIZE];

    bres__json_key(writer, "exit_statuses");
    bres__json_begin(writer, '{');
    for (unsigned status = 0; status < 256; status++) {
        if (row->status_counts[status] == 0)
            continue;
        bres__format(key, sizeof key, "%u", status);
        bres__json_put_count(writer, key, row->status_counts[status]);
    }
    bres__json_end(writer, '}');
}

static bres_status write_parameters(bres__json_writer *writer, const bres__time_report *report,
                                    const bres__time_report_row *row, bres__text *scratch)
{
    bres_status status = BRES_OK;

    bres__json_key(writer, "parameters");
    bres__json_begin(writer, '{');
    for (size_t i = 0; i < report->parameter_count && status == BRES_OK; i++) {
        if (row->values[i] != NULL)
            status = bres__json_put_path(writer, report->parameters[i], row->values[i], scratch);
    }
    bres__json_end(writer, '}');
    return status;
}

static bres_status write_row(bres__json_writer *writer, const bres__time_report *report,
                             const bres__time_report_row *report_row, bres__text *scratch)
{
    const bres_timing_row *row = report_row->figures;
    bres_status status;

    bres__json_begin(writer, '{');
    status = bres__json_put_path(writer, "name", row->name, scratch);
    if (status == BRES_OK)
        status = bres__json_put_path(writer, "label", row->label, scratch);
    if (status == BRES_OK)
        status = bres__json_put_path(writer, "command", row->command, scratch);
    if (status == BRES_OK)
        status = write_parameters(writer, report, report_row, scratch);
    for (size_t i = 0; i < FIGURE_COUNT; i++) {
        const void *figure = figure_of(row, i);

        if (figures[i].is_count)
            bres__json_put_count(writer, figures[i].key, *(const uint64_t *)figure);
        else
            bres__json_put_real(writer, figures[i].key, is_known(row, i), *(const double *)figure);
    }
    write_statuses(writer, row);
    bres__json_put_bool(writer, "first_slow", row->is_first_slow != 0);
    bres__json_put_bool(writer, "baseline", row->is_baseline != 0);
    bres__json_put_text(writer, "verdict", bres_verdict_name((bres_verdict)row->verdict));
    bres__json_put_count(writer, "plan_pairs", row->plan_pairs);
    bres__json_end(writer, '}');
    return status;
}

bres_status bres__time_json(const bres__time_report *report, bres__text *text)
{
    bres__json_writer writer = { .text = text, .empty = true, .visible = true };
    bres__text scratch = { 0 };
    bres_status status;

    bres__json_begin(&writer, '{');
    bres__json_put_count(&writer, "format_version", FORMAT_VERSION);
    bres__json_put_text(&writer, "stop_reason", report->stop_reason);
    status = bres__json_put_path(&writer, "message", report->message, &scratch);
    bres__json_put_real(&writer, "seconds", true, report->seconds);
    bres__json_put_real(&writer, "shell_seconds", true, report->shell_seconds);
    bres__json_put_real(&writer, "error_rate", true, report->limits.error_rate);
    bres__json_put_real(&writer, "min_effect", true, report->limits.min_effect);
    bres__json_put_real(&writer, "equivalence_margin", true, report->limits.equivalence_margin);
    bres__json_put_real(&writer, "precision", true, report->precision);
    bres__json_key(&writer, "rows");
    bres__json_begin(&writer, '[');
    for (size_t i = 0; i < report->row_count && status == BRES_OK; i++)
        status = write_row(&writer, report, &report->rows[i], &scratch);
    bres__json_end(&writer, ']');
    bres__json_end(&writer, '}');
    bres__text_putc(text, '\n');
    bres__text_free(&scratch);
    return status;
}

static void put_figure(bres__table *table, const bres_timing_row *row, size_t index)
{
    const void *figure = figure_of(row, index);
    char number[BRES__NUMBER_SIZE] = "";

    if (figures[index].is_count)
        bres__format(number, sizeof number, "%" PRIu64, *(const uint64_t *)figure);
    else if (is_known(row, index))
        bres__format_float64(number, *(const double *)figure, BRES__FLOAT_VALUE);
    bres__text_puts(&table->cell, number);
    bres__table_put_fact(table, figures[index].key);
}

/* The columns have the names that hyperfine uses. */
static void put_parameters(bres__table *table, const bres__time_report *report,
                           const bres__time_report_row *row)
{
    for (size_t i = 0; i < report->parameter_count; i++) {
        bres__text_puts(&table->cell, row->values[i] != NULL ? row->values[i] : "");
        bres__table_put(table, BRES__COLUMN_AXIS, report->parameters[i], "parameter_",
                        report->parameters[i]);
    }
}

static bres_status csv_write(const bres__time_report *report, bool is_safe, bres__text *text)
{
    bres__table table = { 0 };
    bres_status status;

    for (size_t i = 0; i < report->row_count; i++) {
        const bres_timing_row *row = report->rows[i].figures;

        bres__text_puts(&table.cell, row->name);
        bres__table_put_fact(&table, "name");
        bres__text_puts(&table.cell, row->command);
        bres__table_put_fact(&table, "command");
        put_parameters(&table, report, &report->rows[i]);
        for (size_t j = 0; j < FIGURE_COUNT; j++)
            put_figure(&table, row, j);
        bres__text_puts(&table.cell, bres_verdict_name((bres_verdict)row->verdict));
        bres__table_put_fact(&table, "verdict");
        bres__time_put_statuses(&table.cell, row);
        bres__table_put_fact(&table, "exit_statuses");
        bres__table_next_row(&table);
    }
    status = bres__table_csv(&table, is_safe, text);
    bres__table_free(&table);
    return status;
}

bres_status bres__time_csv(const bres__time_report *report, bres__text *text)
{
    return csv_write(report, false, text);
}

bres_status bres__time_csv_safe(const bres__time_report *report, bres__text *text)
{
    return csv_write(report, true, text);
}
