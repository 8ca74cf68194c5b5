/* SPDX-License-Identifier: MIT */
/*
 * The layout of timing tables, identical to that of torch.utils.benchmark.Compare.
 */
#include "timer/table/table.h"

#include <math.h>
#include <string.h>

#define COLUMN_SEPARATOR "  |  "
#define ROW_INDENT       2u
#define ENV_MARGIN       4u

/* A time with less than this difference from the best time counts as the best. */
#define COLOR_SECONDS 100e-9
#define COLOR_OFF     "\033[0m\033[0m"

/* A table that is being written. */
typedef struct table_writer {
    bres__text *text;
    const bres__timing_table *table;
    double *best; /* by column, for the current threads */
    bres__text cell;
    size_t env_width; /* of the widest env, without parentheses */
    size_t row_width; /* of the first column */
    size_t total;     /* of a line */
} table_writer;

static void writer_measure(table_writer *writer)
{
    const bres__timing_table *table = writer->table;
    size_t name = 0;

    for (size_t i = 0; i < table->row_count; i++) {
        const size_t env = table->shows_env ? bres__text_width(table->rows[i].shown_env) : 0;
        const size_t width = bres__text_width(table->rows[i].name);

        writer->env_width = env > writer->env_width ? env : writer->env_width;
        name = width > name ? width : name;
    }
    writer->row_width = ROW_INDENT + writer->env_width + ENV_MARGIN + name;
    writer->total = writer->row_width;
    for (size_t i = 0; i < table->column_count; i++)
        writer->total += strlen(COLUMN_SEPARATOR) + table->columns[i].width;
}

/* Indent, env and name, filled up with blanks. */
static void put_row_name(table_writer *writer, const bres__timing_row *row, bool with_env)
{
    const bool shows = with_env && writer->table->shows_env && row->shown_env[0] != '\0';
    size_t width = ROW_INDENT + writer->env_width + ENV_MARGIN;

    bres__text_repeat(writer->text, ' ', ROW_INDENT);
    if (shows)
        bres__text_printf(writer->text, "(%s)", row->shown_env);
    bres__text_repeat(writer->text, ' ',
                      width - ROW_INDENT - (shows ? bres__text_width(row->shown_env) + 2 : 0));
    bres__text_puts(writer->text, row->name);
    width += bres__text_width(row->name);
    bres__text_repeat(writer->text, ' ', writer->row_width - width);
}

/* The extra one of an odd number of blanks goes to the left if the width is odd, and otherwise to
 * the right. */
static void put_centered(bres__text *text, const char *string, size_t width, char fill)
{
    const size_t length = bres__text_width(string);
    const size_t pad = width > length ? width - length : 0;
    const size_t left = pad / 2 + (pad & width & 1);

    bres__text_repeat(text, fill, left);
    bres__text_puts(text, string);
    bres__text_repeat(text, fill, pad - left);
}

/* The escape sequences that begin the color of a time; NULL: no color. */
static const char *color_of(double seconds, double best)
{
    if (seconds <= 1.01 * best || seconds <= best + COLOR_SECONDS)
        return "\033[92m\033[1m";
    if (seconds <= 1.1 * best)
        return "\033[34m\033[1m";
    if (seconds >= 5 * best)
        return "\033[31m\033[1m";
    return seconds >= 2 * best ? "\033[2m\033[91m" : NULL;
}

static double row_best(const bres__timing_table *table, const bres__timing_row *row)
{
    double best = INFINITY;

    for (size_t i = 0; i < table->column_count; i++)
        if (row->cells[i] != NULL)
            best = fmin(best, row->cells[i]->median);
    return best;
}

static void put_cells(table_writer *writer, const bres__timing_row *row)
{
    const bres__timing_table *table = writer->table;
    const uint32_t mode = table->options->color;
    const double best = row_best(table, row);

    for (size_t i = 0; i < table->column_count; i++) {
        const bres_measurement *cell = row->cells[i];
        const char *color = NULL;

        if (cell != NULL && mode != BRES_TIMING_COLOR_NONE)
            color = color_of(cell->median, mode == BRES_TIMING_COLOR_ROWS ? best : writer->best[i]);
        bres__text_clear(&writer->cell);
        bres__timing_cell_put(&writer->cell, table, i, cell);
        writer->text->failed |= writer->cell.failed;
        bres__text_puts(writer->text, COLUMN_SEPARATOR);
        bres__text_puts(writer->text, color != NULL ? color : "");
        if (!writer->cell.failed)
            put_centered(writer->text, writer->cell.data, table->columns[i].width, ' ');
        bres__text_puts(writer->text, color != NULL ? COLOR_OFF : "");
    }
}

static void put_title(table_writer *writer)
{
    bres__text_clear(&writer->cell);
    bres__text_printf(&writer->cell, " %s ", writer->table->label);
    writer->text->failed |= writer->cell.failed;
    bres__text_putc(writer->text, '[');
    if (!writer->cell.failed)
        put_centered(writer->text, writer->cell.data, writer->total - 2, '-');
    bres__text_puts(writer->text, "]\n");
}

static void put_header(table_writer *writer)
{
    const bres__timing_table *table = writer->table;

    bres__text_repeat(writer->text, ' ', writer->row_width);
    for (size_t i = 0; i < table->column_count; i++) {
        bres__text_puts(writer->text, COLUMN_SEPARATOR);
        put_centered(writer->text, table->columns[i].header, table->columns[i].width, ' ');
    }
    bres__text_putc(writer->text, '\n');
}

/* Appends the rows of one number of threads, from `first`; returns the index of the row after
 * them. */
static size_t put_threads(table_writer *writer, size_t first)
{
    const bres__timing_table *table = writer->table;
    const int32_t threads = table->rows[first].threads;
    const size_t begin = writer->text->length;
    size_t end = first;
    size_t width;

    for (size_t i = 0; i < table->column_count; i++)
        writer->best[i] = INFINITY;
    for (; end < table->row_count && table->rows[end].threads == threads; end++)
        for (size_t i = 0; i < table->column_count; i++)
            if (table->rows[end].cells[i] != NULL)
                writer->best[i] = fmin(writer->best[i], table->rows[end].cells[i]->median);
    bres__text_printf(writer->text, "%d threads: ", (int)threads);
    width = writer->text->length - begin;
    bres__text_repeat(writer->text, '-', writer->total > width ? writer->total - width : 0);
    bres__text_putc(writer->text, '\n');
    for (size_t row = first; row < end; row++) {
        const bool new_env = row == first || bres__timing_env_order(table->rows[row].env,
                                                                    table->rows[row - 1].env) != 0;

        put_row_name(writer, &table->rows[row], new_env);
        put_cells(writer, &table->rows[row]);
        bres__text_putc(writer->text, '\n');
    }
    return end;
}

bres_status bres__timing_table_put(bres__text *text, const bres__timing_table *table)
{
    table_writer writer = { .text = text, .table = table };

    writer.best = bres__calloc(table->column_count, sizeof(*writer.best));
    if (writer.best == NULL)
        return bres__error_memory();
    writer_measure(&writer);
    put_title(&writer);
    put_header(&writer);
    for (size_t row = 0; row < table->row_count;)
        row = put_threads(&writer, row);
    bres__text_printf(text, "\nTimes are in %s (%s).\n", table->unit->name, table->unit->symbol);
    if (table->has_warnings)
        bres__text_puts(text, "(! XX%) These times vary: XX is IQR / median in percent.\n");
    bres__text_free(&writer.cell);
    bres__free(writer.best);
    return text->failed ? bres__error_memory() : BRES_OK;
}
