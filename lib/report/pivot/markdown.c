/* SPDX-License-Identifier: MIT */
/*
 * The table as markdown. Columns that do not fit the terminal follow in further tables.
 */
#include "report/pivot/pivot.h"
#include "report/shorten.h"
#include "report/wrap.h"

#include <math.h>
#include <string.h>

/* Largest half width in percent that is shown. Two runs that differ can have a wider interval. */
#define PERCENT_MAX 999.0

/* Width to which column labels are shortened if the smallest table is too wide for the terminal:
 * two labels, a ratio and a short name of a row fit 80 columns. */
#define HEADER_WIDTH 20

/* The columns of one table, beside the reference. */
typedef struct block {
    size_t first;
    size_t end;
    const char **headers; /* of all columns */
    bool is_short;        /* the headers are shortened */
} block;

static void put_time(bres__text *cell, double seconds)
{
    const bres__display_value display = { .kind = BRES_KIND_FLOAT64, .real = seconds };

    bres__display_put_with_unit(cell, &display, "duration");
}

/* The farther end of the confidence interval, in percent of the time. */
static void put_half_width(bres__text *text, const bres__median_interval *time)
{
    const double half_width =
        100 * fmax(time->upper - time->value, time->value - time->lower) / time->value;

    if (!isfinite(time->lower) || !(time->value > 0))
        return;
    if (half_width > PERCENT_MAX)
        bres__text_printf(text, " ±>%.0f%%", PERCENT_MAX);
    else
        bres__text_printf(text, " ±%.0f%%", half_width);
}

static void put_cell(bres__text *text, const bres__pivot_cell *cell)
{
    const bres__median_interval *time = &cell->time;

    if (cell->first == NULL)
        return;
    if (cell->runs == 0) {
        bres__text_puts(text, bres__pivot_is_skipped(cell) ? "skipped" : "no time");
        return;
    }
    put_time(text, time->value);
    put_half_width(text, time);
    if (cell->runs < cell->states)
        bres__text_printf(text, " (%zu of %zu runs)", cell->runs, cell->states);
}

/* A ratio that three digits would show as 0, or that is very long, has an exponent. */
static void put_ratio_number(bres__text *text, double ratio)
{
    const bool is_fixed = ratio == 0 || (ratio >= 0.0005 && ratio < 1e9);

    bres__text_printf(text, is_fixed ? "%.3f" : "%.3e", ratio);
}

static void put_ratio(bres__text *text, const bres__pivot_cell *cell)
{
    const char *verdict = bres__pivot_verdict(cell);

    if (isfinite(cell->ratio)) {
        put_ratio_number(text, cell->ratio);
        bres__text_puts(text, verdict != NULL ? " " : "");
    }
    bres__text_puts(text, verdict != NULL ? verdict : "");
}

/* Moves the cell into the column of this kind and number, whose header is `name`. */
static void put_column(bres__table *table, size_t number, const char *kind, const char *name)
{
    bres__text header = { 0 };
    char key[64];

    bres__format(key, sizeof(key), "%s %zu", kind, number);
    bres__put_cell(&header, name);
    table->failed |= header.failed;
    bres__table_put(table, BRES__COLUMN_CHOSEN, key, header.length > 0 ? header.data : "", "");
    bres__text_free(&header);
}

static void put_key(bres__table *table, const bres__pivot_key *key, const char *text)
{
    bres__text header = { 0 };

    bres__put_cell(&header, key->name);
    bres__put_cell(&table->cell, text);
    table->failed |= header.failed;
    bres__table_put(table, BRES__COLUMN_AXIS, key->name, header.length > 0 ? header.data : "", "");
    bres__text_free(&header);
}

static void put_row(const bres__pivot *pivot, const block *shown, size_t row, bres__table *table)
{
    const bres__pivot_cell *reference = bres__pivot_cell_at(pivot, row, pivot->reference);

    for (size_t i = 0; i < pivot->rows.key_count; i++)
        put_key(table, &pivot->rows.keys[i], bres__pivot_value(&pivot->rows.items[row], i));
    put_cell(&table->cell, reference);
    put_column(table, pivot->reference, "time", shown->headers[pivot->reference]);
    for (size_t i = shown->first; i < shown->end; i++) {
        const bres__pivot_cell *cell = bres__pivot_cell_at(pivot, row, i);

        if (i == pivot->reference)
            continue;
        put_cell(&table->cell, cell);
        put_column(table, i, "time", shown->headers[i]);
        put_ratio(&table->cell, cell);
        put_column(table, i, "ratio", "Ratio");
    }
    bres__table_next_row(table);
}

static void put_means(const bres__pivot *pivot, const block *shown, bres__table *table)
{
    if (pivot->mean_rows == 0)
        return;
    put_key(table, &pivot->rows.keys[0], "geometric mean");
    put_time(&table->cell, pivot->means[pivot->reference].time);
    put_column(table, pivot->reference, "time", "");
    for (size_t i = shown->first; i < shown->end; i++) {
        if (i == pivot->reference)
            continue;
        put_time(&table->cell, pivot->means[i].time);
        put_column(table, i, "time", "");
        put_ratio_number(&table->cell, pivot->means[i].ratio);
        put_column(table, i, "ratio", "");
    }
    bres__table_next_row(table);
}

static void table_fill(const bres__pivot *pivot, const block *shown, bres__table *table)
{
    for (size_t i = 0; i < pivot->rows.labels.count; i++)
        put_row(pivot, shown, i, table);
    put_means(pivot, shown, table);
    bres__table_fit(table, pivot->options.width);
}

/* Makes the widest table that fits, with at least one column beside the reference. Returns false if
 * even that table does not fit. */
static bool table_make(const bres__pivot *pivot, block *shown, bres__table *table)
{
    const size_t width = pivot->options.width;

    shown->end = pivot->columns.labels.count;
    table_fill(pivot, shown, table);
    while (width > 0 && !table->failed && bres__table_markdown_width(table) > width) {
        if (shown->end <= shown->first + 1)
            return false;
        shown->end--;
        bres__table_free(table);
        table_fill(pivot, shown, table);
    }
    return true;
}

/* Shortens the headers to names that stay different. */
static bres_status headers_shorten(bres__pivot *pivot, block *shown)
{
    const size_t count = pivot->columns.labels.count;
    bres__text text = { 0 };
    const char *next;

    bres__put_distinct(&text, shown->headers, count, HEADER_WIDTH);
    next = text.failed ? NULL : bres__arena_copy(&pivot->arena, text.data, text.length);
    bres__text_free(&text);
    if (next == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < count; i++) {
        shown->headers[i] = next;
        next += strlen(next) + 1;
    }
    shown->is_short = true;
    return BRES_OK;
}

/* Makes the table of a block, with shorter headers if needed. */
static bres_status block_make(bres__pivot *pivot, block *shown, bres__table *table)
{
    bres_status status = BRES_OK;

    if (table_make(pivot, shown, table) || shown->is_short)
        return BRES_OK;
    status = headers_shorten(pivot, shown);
    bres__table_free(table);
    if (status == BRES_OK)
        table_make(pivot, shown, table);
    return status;
}

static bres_status put_tables(bres__pivot *pivot)
{
    const size_t columns = pivot->columns.labels.count;
    const size_t aligns_count = pivot->rows.key_count + 2 * columns;
    bres__align *aligns = bres__arena_calloc(&pivot->arena, aligns_count, sizeof(*aligns));
    block shown = {
        .headers = bres__arena_calloc(&pivot->arena, columns, sizeof(*shown.headers)),
    };
    bres_status status = aligns != NULL && shown.headers != NULL ? BRES_OK : bres__error_memory();

    for (size_t i = 0; i < columns && status == BRES_OK; i++)
        shown.headers[i] = pivot->columns.items[i].label;
    for (size_t i = 0; i < pivot->rows.key_count && status == BRES_OK; i++)
        aligns[i] = BRES__ALIGN_LEFT;
    while (shown.end < columns && status == BRES_OK) {
        bres__table table = { 0 };

        if (shown.end > 0)
            bres__text_putc(&pivot->text, '\n');
        status = block_make(pivot, &shown, &table);
        if (status == BRES_OK)
            status = bres__table_markdown_narrow(&table, aligns, &pivot->text);
        bres__table_free(&table);
        shown.first = shown.end;
    }
    return status;
}

static void put_notes(bres__pivot *pivot)
{
    const char *note = NULL;
    bres__text words = { 0 };

    for (size_t i = 0; i < pivot->comparison_count && note == NULL; i++)
        note = bres_comparison_note(pivot->comparisons[i]);
    if (pivot->mean_rows > 0)
        bres__text_printf(&words, "The geometric means are those of %zu of %zu rows. ",
                          pivot->mean_rows, pivot->rows.labels.count);
    if (note != NULL)
        bres__text_printf(&words, "Note: %s.", note);
    pivot->text.failed |= words.failed;
    if (words.length > 0) {
        bres__text_putc(&pivot->text, '\n');
        bres__put_wrapped(&pivot->text, BRES__REPORT_WIDTH, "", 0, words.data);
    }
    bres__text_free(&words);
}

bres_status bres__pivot_markdown(bres__pivot *pivot)
{
    const bres_status status = put_tables(pivot);

    if (status == BRES_OK)
        put_notes(pivot);
    return status;
}
