/* SPDX-License-Identifier: MIT */
/*
 * Fitting a table into a terminal by cutting long values of axes.
 */
#include "report/table.h"

#include "base/text/cut.h"

/* Smallest width to which the column of an axis is cut. */
#define WIDTH_MIN 8u

static size_t column_width(const bres__column *column)
{
    size_t width = bres__text_width(column->header);

    for (size_t row = 0; row < column->count; row++) {
        const size_t cell = column->cells[row] != NULL ? bres__text_width(column->cells[row]) : 0;

        width = cell > width ? cell : width;
    }
    return width;
}

/* The widest column of an axis that can still be cut; NULL if no column can be cut. */
static bres__column *widest_axis(const bres__table *table, size_t *width)
{
    bres__column *widest = NULL;

    *width = WIDTH_MIN;
    for (size_t i = 0; i < table->count; i++) {
        bres__column *column = table->columns[i];
        const size_t found = column->kind == BRES__COLUMN_AXIS ? column_width(column) : 0;

        if (found > *width) {
            widest = column;
            *width = found;
        }
    }
    return widest;
}

static void column_cut(bres__table *table, bres__column *column, size_t width)
{
    for (size_t row = 0; row <= column->count && !table->failed; row++) {
        const char **cell = row < column->count ? &column->cells[row] : &column->header;

        if (*cell == NULL || bres__text_width(*cell) <= width)
            continue;
        bres__text_clear(&table->cell);
        bres__text_put_cut(&table->cell, *cell, width);
        *cell = table->cell.failed ? NULL : bres__arena_strdup(&table->arena, table->cell.data);
        table->failed = *cell == NULL;
    }
}

void bres__table_fit(bres__table *table, size_t width)
{
    size_t total = bres__table_markdown_width(table);

    while (width > 0 && total > width && !table->failed) {
        size_t before;
        bres__column *column = widest_axis(table, &before);
        size_t after;

        if (column == NULL)
            return;
        after = before - WIDTH_MIN > total - width ? before - (total - width) : WIDTH_MIN;
        column_cut(table, column, after);
        total = bres__table_markdown_width(table);
    }
}
