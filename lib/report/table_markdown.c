/* SPDX-License-Identifier: MIT */
/*
 * Tables as markdown.
 */
#include "report/report.h"

static size_t column_width(const bres__column *column)
{
    size_t width = bres__text_width(column->header);

    for (size_t row = 0; row < column->count; row++) {
        const size_t cell = column->cells[row] != NULL ? bres__text_width(column->cells[row]) : 0;

        if (cell > width)
            width = cell;
    }
    return width;
}

/* One cell and the bar after it, with so many more blanks before and after its text. */
static void cell_append(bres__text *text, size_t before, const char *cell, size_t after)
{
    bres__text_putc(text, ' ');
    bres__text_repeat(text, ' ', before);
    bres__text_puts(text, cell);
    bres__text_repeat(text, ' ', after);
    bres__text_puts(text, " |");
}

static void header_append(const bres__table *table, const size_t *widths, bres__text *text)
{
    bres__text_putc(text, '|');
    for (size_t i = 0; i < table->count; i++) {
        const char *header = table->columns[i]->header;
        const size_t blanks = widths[i] - bres__text_width(header);

        cell_append(text, blanks / 2, header, blanks - blanks / 2);
    }
    bres__text_puts(text, "\n|");
    for (size_t i = 0; i < table->count; i++) {
        bres__text_repeat(text, '-', widths[i] + 2);
        bres__text_putc(text, '|');
    }
    bres__text_putc(text, '\n');
}

bres_status bres__table_markdown(const bres__table *table, bres__text *text)
{
    size_t *widths;

    if (table->failed)
        return bres__error_memory();
    if (table->count == 0) {
        bres__text_puts(text, "No data: there is nothing to show of these states.\n");
        return BRES_OK;
    }
    widths = bres__calloc(table->count, sizeof *widths);
    if (widths == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < table->count; i++)
        widths[i] = column_width(table->columns[i]);
    header_append(table, widths, text);
    for (size_t row = 0; row < table->rows; row++) {
        bres__text_putc(text, '|');
        for (size_t i = 0; i < table->count; i++) {
            const char *cell = bres__table_cell(table, row, i);

            cell_append(text, widths[i] - bres__text_width(cell), cell, 0);
        }
        bres__text_putc(text, '\n');
    }
    bres__free(widths);
    return BRES_OK;
}
