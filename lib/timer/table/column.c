/* SPDX-License-Identifier: MIT */
/*
 * Columns of timing tables: how many digits they show, and their cells.
 */
#include "timer/table/table.h"

#include <limits.h>

/* Blanks after a number without a warning in a column with warnings: as wide as " (! 5%)". */
#define WARNING_BLANKS 7u

static bool trims(const bres__timing_table *table)
{
    return (table->options->flags & BRES_TIMING_TABLE_TRIM) != 0;
}

static bool is_warned(const bres_measurement *cell)
{
    return bres_measurement_spread(cell) != BRES_SPREAD_STEADY;
}

void bres__timing_cell_put(bres__text *text, const bres__timing_table *table, size_t column,
                           const bres_measurement *cell)
{
    const bres__timing_column *layout = &table->columns[column];
    const size_t begin = text->length;
    double shown = 1; /* an empty cell is as wide as this number */

    if (cell != NULL) {
        shown = cell->median / table->unit->seconds;
        if (trims(table))
            shown = bres__trim_digits(shown, cell->figures);
    }
    bres__text_printf(text, "%*.*f", layout->field, layout->decimals, shown);
    if (layout->has_warnings && cell != NULL && is_warned(cell))
        bres__text_printf(text, " (! %.0f%%)", cell->ratio * 100);
    else if (layout->has_warnings)
        bres__text_repeat(text, ' ', WARNING_BLANKS);
    if (cell == NULL && !text->failed) {
        const size_t width = text->length - begin;

        text->length = begin;
        bres__text_repeat(text, ' ', width);
    }
}

bool bres__timing_column_layout(const bres__timing_table *table, size_t column)
{
    bres__timing_column *layout = &table->columns[column];
    int decimals = INT_MAX;
    int digits = INT_MIN;
    bres__text text = { 0 };
    bool done = true;

    for (size_t row = 0; row < table->row_count; row++) {
        const bres_measurement *cell = table->rows[row].cells[column];
        int before;

        if (cell == NULL)
            continue;
        before = bres__digits_before_point(cell->median / table->unit->seconds);
        digits = before > digits ? before : digits;
        decimals = cell->figures - before < decimals ? cell->figures - before : decimals;
        layout->has_warnings |=
            (table->options->flags & BRES_TIMING_TABLE_HIGHLIGHT) != 0 && is_warned(cell);
    }
    if (digits == INT_MIN)
        digits = decimals = 0;
    layout->decimals = trims(table) ? (decimals > 0 ? decimals : 0) : 1;
    layout->field = digits + layout->decimals + (layout->decimals > 0);
    layout->field = layout->field > 0 ? layout->field : 0;
    layout->width = bres__text_width(layout->header);
    for (size_t row = 0; row < table->row_count; row++) {
        bres__text_clear(&text);
        bres__timing_cell_put(&text, table, column, table->rows[row].cells[column]);
        layout->width = text.length > layout->width ? text.length : layout->width;
        done = done && !text.failed;
    }
    bres__text_free(&text);
    return done;
}
