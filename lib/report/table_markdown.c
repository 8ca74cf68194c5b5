/* SPDX-License-Identifier: MIT */
/*
 * Tables as markdown.
 */
#include "report/table.h"

#include <string.h>

#define BROKEN_BAR "\xE2\x9D\x98" /* U+2758 */

void bres__put_cell(bres__text *text, const char *string)
{
    for (;;) {
        const size_t length = strcspn(string, "|");

        bres__text_append_visible(text, string, length);
        if (string[length] == '\0')
            return;
        bres__text_puts(text, BROKEN_BAR);
        string += length + 1;
    }
}

/* The width of the widest cell, or of the header with this many blanks. */
static size_t column_width(const bres__column *column, size_t blanks)
{
    size_t width = bres__text_width(column->header) + blanks;

    for (size_t row = 0; row < column->count; row++) {
        const size_t cell = column->cells[row] != NULL ? bres__text_width(column->cells[row]) : 0;

        if (cell > width)
            width = cell;
    }
    return width;
}

/* Appends a cell and the bar after it, with additional blanks before and after its text. */
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

/* The widths of all columns. NULL, with the error set, when out of memory. */
static size_t *table_widths(const bres__table *table, size_t blanks)
{
    size_t *widths = table->failed ? NULL : bres__calloc(table->count, sizeof *widths);

    if (widths == NULL) {
        bres__error_memory();
        return NULL;
    }
    for (size_t i = 0; i < table->count; i++)
        widths[i] = column_width(table->columns[i], blanks);
    return widths;
}

bres_status bres__table_markdown(const bres__table *table, bres__text *text)
{
    size_t *widths;

    if (!table->failed && table->count == 0) {
        bres__text_puts(text, "No data: these states have no values to show.\n");
        return BRES_OK;
    }
    widths = table_widths(table, 0);
    if (widths == NULL)
        return BRES_ERROR_MEMORY;
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

static void aligned_append(bres__text *text, bres__align align, size_t width, const char *cell)
{
    const size_t blanks = width - bres__text_width(cell);

    switch (align) {
    case BRES__ALIGN_RIGHT:
        cell_append(text, blanks, cell, 0);
        break;
    case BRES__ALIGN_LEFT:
        cell_append(text, 0, cell, blanks);
        break;
    case BRES__ALIGN_CENTER:
        cell_append(text, blanks / 2, cell, blanks - blanks / 2);
        break;
    }
}

/* Appends the line below the headers: a colon marks the side to which a column is aligned. */
static void separator_append(const bres__table *table, const bres__align *aligns,
                             const size_t *widths, bres__text *text)
{
    bres__text_putc(text, '|');
    for (size_t i = 0; i < table->count; i++) {
        bres__text_putc(text, aligns[i] == BRES__ALIGN_RIGHT ? '-' : ':');
        bres__text_repeat(text, '-', widths[i]);
        bres__text_putc(text, aligns[i] == BRES__ALIGN_LEFT ? '-' : ':');
        bres__text_putc(text, '|');
    }
    bres__text_putc(text, '\n');
}

/* `blanks`: the number of blanks around a header. */
static bres_status table_put_aligned(const bres__table *table, const bres__align *aligns,
                                     size_t blanks, bres__text *text)
{
    size_t *widths = table_widths(table, blanks);

    if (widths == NULL)
        return BRES_ERROR_MEMORY;
    bres__text_putc(text, '|');
    for (size_t i = 0; i < table->count; i++)
        aligned_append(text, aligns[i], widths[i], table->columns[i]->header);
    bres__text_putc(text, '\n');
    separator_append(table, aligns, widths, text);
    for (size_t row = 0; row < table->rows; row++) {
        bres__text_putc(text, '|');
        for (size_t i = 0; i < table->count; i++)
            aligned_append(text, aligns[i], widths[i], bres__table_cell(table, row, i));
        bres__text_putc(text, '\n');
    }
    bres__free(widths);
    return BRES_OK;
}

bres_status bres__table_markdown_aligned(const bres__table *table, const bres__align *aligns,
                                         bres__text *text)
{
    return table_put_aligned(table, aligns, 2, text);
}

bres_status bres__table_markdown_narrow(const bres__table *table, const bres__align *aligns,
                                        bres__text *text)
{
    return table_put_aligned(table, aligns, 0, text);
}

size_t bres__table_markdown_width(const bres__table *table)
{
    size_t width = 1;

    for (size_t i = 0; !table->failed && i < table->count; i++)
        width += column_width(table->columns[i], 0) + strlen("  |");
    return width;
}
