/* SPDX-License-Identifier: MIT */
/*
 * The report of a timing as markdown: tables that fit the terminal, the ranking and the notes.
 */
#include "report/race/time.h"
#include "report/shorten.h"
#include "report/value.h"
#include "report/wrap.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A table that leaves fewer columns for names is divided. */
#define NAME_WIDTH 12
#define NAME       "Command"
/* Most exit statuses that are listed. */
#define STATUSES   3

/* A part of the table of all figures. Column 0 is the first column after the name. */
typedef struct part {
    size_t begin;
    size_t end;
} part;

static void put_value(bres__table *table, const char *header, double value, const char *hint)
{
    const bres__display_value display = { .kind = BRES_KIND_FLOAT64, .real = value };

    if (isfinite(value))
        bres__display_put_with_unit(&table->cell, &display, hint);
    else
        bres__text_putc(&table->cell, '?');
    bres__table_put_fact(table, header);
}

static void put_interval(const bres__time_report *report, const bres_timing_row *row,
                         bres__table *table)
{
    char header[64];
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
    bres__format(header, sizeof header, "%g %% Interval", 100 * (1 - report->limits.error_rate));
    bres__table_put_fact(table, header);
}

static void put_exit(const bres__time_report *report, const bres_timing_row *row,
                     bres__table *table)
{
    bres__text *cell = &table->cell;
    unsigned count = 0;

    (void)report;
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

static void put_runs(const bres__time_report *report, const bres_timing_row *row,
                     bres__table *table)
{
    (void)report;
    bres__text_printf(&table->cell, "%" PRIu64, row->runs);
    bres__table_put_fact(table, "Runs");
}

static void put_mean_number(bres__table *table, const char *header, double number)
{
    bres__text_printf(&table->cell, "%.3g", number);
    bres__table_put_fact(table, header);
}

#define COLUMN(name, put)                                                                          \
    static void name(const bres__time_report *report, const bres_timing_row *row,                  \
                     bres__table *table)                                                           \
    {                                                                                              \
        (void)report;                                                                              \
        put;                                                                                       \
    }

COLUMN(put_median, put_value(table, "Median", row->median, "duration"))
COLUMN(put_mean, put_value(table, "Mean", row->mean, "duration"))
COLUMN(put_deviation, put_value(table, "Deviation", row->deviation, "duration"))
COLUMN(put_min, put_value(table, "Min", row->min, "duration"))
COLUMN(put_max, put_value(table, "Max", row->max, "duration"))
COLUMN(put_user, put_value(table, "User", row->user_time, "duration"))
COLUMN(put_system, put_value(table, "System", row->system_time, "duration"))
COLUMN(put_memory, put_value(table, "Memory", (double)row->peak_memory, "bytes"))
COLUMN(put_waits, put_mean_number(table, "Waits", row->voluntary_switches))
COLUMN(put_preempted, put_mean_number(table, "Preempted", row->involuntary_switches))

static const struct {
    void (*put)(const bres__time_report *report, const bres_timing_row *row, bres__table *table);
    bool begins; /* the column begins a new table */
} columns[] = {
    { put_median, true },     { put_interval, false },  { put_runs, false },   { put_exit, false },
    { put_mean, true },       { put_deviation, false }, { put_min, false },    { put_max, false },
    { put_user, true },       { put_system, false },    { put_memory, false }, { put_waits, false },
    { put_preempted, false },
};

#define COLUMN_COUNT (sizeof columns / sizeof columns[0])

/* `names`: each name is followed by a NUL; NULL: the table has no names. */
static void table_fill(const bres__time_report *report, part shown, const char *names,
                       bres__table *table)
{
    for (size_t i = 0; i < report->row_count; i++) {
        const bres_timing_row *row = report->rows[i].figures;

        if (names != NULL) {
            bres__text_puts(&table->cell, names);
            bres__table_put_fact(table, NAME);
            names += strlen(names) + 1;
        }
        for (size_t j = shown.begin; j < shown.end; j++)
            columns[j].put(report, row, table);
        bres__table_next_row(table);
    }
}

/* The width that is left for names beside a part of the table. */
static size_t name_width(const bres__time_report *report, part shown)
{
    bres__table table = { 0 };
    size_t width;

    table_fill(report, shown, NULL, &table);
    width = bres__table_markdown_width(&table) + strlen("  |");
    bres__table_free(&table);
    return report->width > width ? report->width - width : 0;
}

/* The width of the longest name. */
static size_t longest_name(const bres__time_report *report)
{
    size_t longest = strlen(NAME);

    for (size_t i = 0; i < report->row_count; i++) {
        const size_t width = bres__text_width(report->rows[i].name);

        longest = width > longest ? width : longest;
    }
    return longest;
}

/* Makes the part that begins at a column and fits the terminal: a whole table, half of it, and so
 * on. *width is the width of its names. */
static part part_from(const bres__time_report *report, size_t begin, size_t *width)
{
    const size_t longest = longest_name(report);
    const size_t least = longest < NAME_WIDTH ? longest : NAME_WIDTH;
    part shown = { begin, begin + 1 };

    while (shown.end < COLUMN_COUNT && !columns[shown.end].begins)
        shown.end++;
    *width = longest;
    if (report->width == 0)
        return shown;
    while (name_width(report, shown) < least && shown.end > begin + 1)
        shown.end = begin + (shown.end - begin + 1) / 2;
    *width = name_width(report, shown);
    *width = *width > least ? *width : least;
    return shown;
}

/* Appends the names of all rows, shortened to the width and each followed by a NUL. */
static void put_names(const bres__time_report *report, size_t width, bres__text *names)
{
    const char **whole = bres__calloc(report->row_count, sizeof(*whole));

    for (size_t i = 0; whole != NULL && i < report->row_count; i++)
        whole[i] = report->rows[i].figures->label;
    if (whole != NULL)
        bres__put_distinct(names, whole, report->row_count, width);
    else
        names->failed = true;
    bres__free((void *)whole);
}

static bres_status put_part(const bres__time_report *report, part shown, const char *names,
                            bres__text *text)
{
    static const bres__align aligns[] = { BRES__ALIGN_LEFT,  BRES__ALIGN_RIGHT, BRES__ALIGN_RIGHT,
                                          BRES__ALIGN_RIGHT, BRES__ALIGN_RIGHT, BRES__ALIGN_RIGHT };
    bres__table table = { 0 };
    bres_status status;

    table_fill(report, shown, names, &table);
    bres__text_putc(text, '\n');
    status = bres__table_markdown_narrow(&table, aligns, text);
    bres__table_free(&table);
    return status;
}

static bres_status put_tables(const bres__time_report *report, bres__text *text)
{
    bres_status status = BRES_OK;
    part shown = { 0, 0 };

    while (shown.end < COLUMN_COUNT && status == BRES_OK) {
        bres__text names = { 0 };
        size_t width;

        shown = part_from(report, shown.end, &width);
        put_names(report, width, &names);
        status = names.failed ? bres__error_memory() : put_part(report, shown, names.data, text);
        bres__text_free(&names);
    }
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

/* Puts the tables, the ranking and the notes of a report whose rows all have a run. If the first
 * table shortens names, the ranking and the notes use the short names. */
static bres_status put_report(bres__time_report *report, bres__text *text)
{
    const size_t longest = longest_name(report);
    bres__text names = { 0 };
    const char *next;
    size_t width;
    bres_status status;

    (void)part_from(report, 0, &width);
    put_names(report, width, &names);
    next = names.data;
    for (size_t i = 0; !names.failed && width < longest && i < report->row_count; i++) {
        report->rows[i].name = next;
        next += strlen(next) + 1;
    }
    status = names.failed ? bres__error_memory() : put_tables(report, text);
    if (status == BRES_OK && report->row_count > 1)
        put_section(report, "Ranking", bres__time_put_ranking, text);
    if (status == BRES_OK)
        put_section(report, "Notes", bres__time_put_notes, text);
    bres__text_free(&names);
    return status;
}

bres_status bres__time_markdown(const bres__time_report *report, bres__text *text)
{
    bres__time_report shown = *report;
    bres_status status = BRES_OK;

    bres__text_puts(text, "# Time\n\n");
    bres__put_wrapped(text, report->width > 0 ? report->width : BRES__REPORT_WIDTH, "- Result: ", 2,
                      report->message);
    shown.rows = bres__calloc(report->row_count + 1, sizeof(*shown.rows));
    if (shown.rows == NULL)
        return bres__error_memory();
    shown.row_count = 0;
    for (size_t i = 0; i < report->row_count; i++) {
        if (report->rows[i].figures->runs > 0)
            shown.rows[shown.row_count++] = report->rows[i];
    }
    if (shown.row_count > 0)
        status = put_report(&shown, text);
    bres__free(shown.rows);
    return status;
}
