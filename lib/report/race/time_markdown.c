/* SPDX-License-Identifier: MIT */
/*
 * The report of a timing as markdown: three tables that fit 80 columns, the ranking and the
 * warnings.
 */
#include "report/race/time.h"
#include "report/shorten.h"
#include "report/value.h"
#include "report/wrap.h"

#include <inttypes.h>
#include <math.h>

/* Columns of a name: the rest of the widest table takes at most 63. */
#define NAME_WIDTH 17
/* Exit statuses that are listed. */
#define STATUSES   3

static void put_value(bres__table *table, const char *header, double value, const char *hint)
{
    const bres__display_value display = { .kind = BRES_KIND_FLOAT64, .real = value };

    if (isfinite(value))
        bres__display_put_with_unit(&table->cell, &display, hint);
    else
        bres__text_putc(&table->cell, '?');
    bres__table_put_fact(table, header);
}

static void put_label(bres__table *table, const bres_timing_row *row)
{
    bres__put_shortened(&table->cell, row->label, NAME_WIDTH);
    bres__table_put_fact(table, "Command");
}

static void put_interval(bres__table *table, const char *header, const bres_timing_row *row)
{
    bres__display_value display = { .kind = BRES_KIND_FLOAT64, .real = row->median_lower };
    bres__text *cell = &table->cell;

    if (isfinite(row->median_upper)) {
        bres__text_putc(cell, '[');
        bres__display_put_with_unit(cell, &display, "duration");
        bres__text_puts(cell, ", ");
        display.real = row->median_upper;
        bres__display_put_with_unit(cell, &display, "duration");
        bres__text_putc(cell, ']');
    } else {
        bres__text_putc(cell, '?');
    }
    bres__table_put_fact(table, header);
}

static void put_statuses(bres__table *table, const bres_timing_row *row)
{
    bres__text *cell = &table->cell;
    unsigned count = 0;

    for (unsigned status = 0; status < 256; status++) {
        if (row->status_counts[status] == 0)
            continue;
        if (count < STATUSES)
            bres__text_printf(cell, "%s%u", count > 0 ? "," : "", status);
        count++;
    }
    if (count > STATUSES)
        bres__text_puts(cell, ",...");
    bres__table_put_fact(table, "Exit");
}

static void put_medians(const bres__time_report *report, const bres_timing_row *row,
                        bres__table *table)
{
    char header[64];

    bres__format(header, sizeof header, "%g %% Interval", 100 * (1 - report->limits.error_rate));
    put_value(table, "Median", row->median, "duration");
    put_interval(table, header, row);
    bres__text_printf(&table->cell, "%" PRIu64, row->runs);
    bres__table_put_fact(table, "Runs");
    put_statuses(table, row);
}

static void put_spread(const bres__time_report *report, const bres_timing_row *row,
                       bres__table *table)
{
    (void)report;
    put_value(table, "Mean", row->mean, "duration");
    put_value(table, "Deviation", row->deviation, "duration");
    put_value(table, "Min", row->min, "duration");
    put_value(table, "Max", row->max, "duration");
}

static void put_resources(const bres__time_report *report, const bres_timing_row *row,
                          bres__table *table)
{
    (void)report;
    put_value(table, "User", row->user_time, "duration");
    put_value(table, "System", row->system_time, "duration");
    put_value(table, "Memory", (double)row->peak_memory, "bytes");
    bres__text_printf(&table->cell, "%.3g", row->voluntary_switches);
    bres__table_put_fact(table, "Waits");
    bres__text_printf(&table->cell, "%.3g", row->involuntary_switches);
    bres__table_put_fact(table, "Preempted");
}

typedef void put_cells_fn(const bres__time_report *report, const bres_timing_row *row,
                          bres__table *table);

static bres_status put_table(const bres__time_report *report, put_cells_fn *put_cells,
                             bres__text *text)
{
    static const bres__align aligns[] = { BRES__ALIGN_LEFT,  BRES__ALIGN_RIGHT, BRES__ALIGN_RIGHT,
                                          BRES__ALIGN_RIGHT, BRES__ALIGN_RIGHT, BRES__ALIGN_RIGHT };
    bres__table table = { 0 };
    bres_status status;

    for (size_t i = 0; i < report->row_count; i++) {
        if (report->rows[i]->runs == 0)
            continue;
        put_label(&table, report->rows[i]);
        put_cells(report, report->rows[i], &table);
        bres__table_next_row(&table);
    }
    bres__text_putc(text, '\n');
    status = bres__table_markdown_narrow(&table, aligns, text);
    bres__table_free(&table);
    return status;
}

/* Appends a section, unless it is empty. */
static void put_section(const bres__time_report *report, const char *heading,
                        void (*put)(const bres__time_report *report, bres__text *text),
                        bres__text *text)
{
    bres__text section = { 0 };

    put(report, &section);
    if (section.failed)
        text->failed = true;
    else if (section.length > 0)
        bres__text_printf(text, "\n## %s\n\n%s", heading, section.data);
    bres__text_free(&section);
}

bres_status bres__time_markdown(const bres__time_report *report, bres__text *text)
{
    static put_cells_fn *const tables[] = { put_medians, put_spread, put_resources };
    bres_status status = BRES_OK;
    uint64_t runs = 0;

    bres__text_puts(text, "# Time\n\n");
    bres__put_wrapped(text, BRES__REPORT_WIDTH, "- Result: ", 2, report->message);
    for (size_t i = 0; i < report->row_count; i++)
        runs += report->rows[i]->runs;
    if (runs == 0)
        return BRES_OK;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0] && status == BRES_OK; i++)
        status = put_table(report, tables[i], text);
    if (report->row_count > 1)
        put_section(report, "Ranking", bres__time_put_ranking, text);
    put_section(report, "Notes", bres__time_put_warnings, text);
    return status;
}
