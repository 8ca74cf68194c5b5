/* SPDX-License-Identifier: MIT */
/*
 * The table as CSV: a line for each cell that has states, values unscaled.
 */
#include "report/pivot/pivot.h"

#include <math.h>

static void put_line(bres__table *table, const bres__pivot_lines *lines, size_t position)
{
    for (size_t i = 0; i < lines->key_count; i++) {
        bres__text_puts(&table->cell, bres__pivot_value(&lines->items[position], i));
        bres__table_put(table, BRES__COLUMN_AXIS, lines->keys[i].name, lines->keys[i].name, "");
    }
}

static void put_real(bres__table *table, const char *header, bool is_known, double value)
{
    char number[BRES__NUMBER_SIZE];

    if (is_known && isfinite(value)) {
        bres__format_float64(number, value, BRES__FLOAT_VALUE);
        bres__text_puts(&table->cell, number);
    }
    bres__table_put_fact(table, header);
}

static void put_text(bres__table *table, const char *header, const char *text)
{
    bres__text_puts(&table->cell, text != NULL ? text : "");
    bres__table_put_fact(table, header);
}

static void put_cell(const bres__pivot *pivot, size_t row, size_t column, bres__table *table)
{
    const bres__pivot_cell *cell = bres__pivot_cell_at(pivot, row, column);
    const bool has_time = cell->runs > 0;

    if (cell->first == NULL)
        return;
    put_line(table, &pivot->rows, row);
    put_line(table, &pivot->columns, column);
    put_real(table, "Time (sec)", has_time, cell->time.value);
    put_text(table, "Estimator", bres__pivot_estimator(cell));
    put_real(table, "Lower (sec)", has_time, cell->time.lower);
    put_real(table, "Upper (sec)", has_time, cell->time.upper);
    bres__text_printf(&table->cell, "%llu", (unsigned long long)cell->samples);
    bres__table_put_fact(table, "Samples");
    bres__text_printf(&table->cell, "%zu", cell->runs);
    bres__table_put_fact(table, "Runs");
    bres__text_printf(&table->cell, "%zu", cell->states - cell->runs);
    bres__table_put_fact(table, "Runs Without Time");
    put_text(table, "Skipped", bres__pivot_is_skipped(cell) ? "Yes" : "No");
    put_real(table, "Ratio", true, cell->ratio);
    put_text(table, "Status", bres__pivot_verdict(cell));
    put_text(table, "Reason", bres__pivot_reason(cell));
    put_real(table, "Rank Sum p", true, cell->p_value);
    bres__table_next_row(table);
}

static bres_status table_write(bres__pivot *pivot, bool is_safe)
{
    bres__table table = { 0 };
    bres_status status;

    for (size_t row = 0; row < pivot->rows.labels.count; row++) {
        for (size_t i = 0; i < pivot->columns.labels.count; i++)
            put_cell(pivot, row, i, &table);
    }
    status = bres__table_csv(&table, is_safe, &pivot->text);
    bres__table_free(&table);
    return status;
}

bres_status bres__pivot_csv(bres__pivot *pivot)
{
    return table_write(pivot, false);
}

bres_status bres__pivot_csv_safe(bres__pivot *pivot)
{
    return table_write(pivot, true);
}
