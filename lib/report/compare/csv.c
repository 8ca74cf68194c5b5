/* SPDX-License-Identifier: MIT */
/*
 * The report of a comparison as CSV: a single table with a line for each row, values unscaled.
 */
#include "report/compare/compare.h"
#include "report/rows/row.h"

static void put_axes(bres__table *table, const bres__ordered_map *axis_values,
                     const bres_state *state)
{
    for (size_t i = 0; i < axis_values->count; i++) {
        const bres_value *value = axis_values->items[i];
        const char *name = bres_value_name(value);
        bres__display_value display;

        bres__display_axis(&display, bres_subbench_axis(bres_state_subbench(state), name), value);
        bres__display_put_plain(&table->cell, &display);
        bres__table_put(table, BRES__COLUMN_AXIS, name, name, "");
    }
}

struct writer {
    bres__table *table;
    bres__text *column; /* scratch: the name of a column */
};

static bres_status put_field(void *user, const bres__row_field *field)
{
    const struct writer *writer = user;
    bres__text *column = writer->column;

    if (field->key == NULL || field->value.kind == BRES_KIND_ABSENT)
        return BRES_OK;
    bres__text_clear(column);
    if (field->group != NULL)
        bres__text_printf(column, "%s_", field->group);
    bres__text_puts(column, field->key);
    if (column->failed)
        return bres__error_memory();
    bres__display_put_plain(&writer->table->cell, &field->value);
    bres__table_put(writer->table, BRES__COLUMN_FACT, column->data, column->data, "");
    return BRES_OK;
}

static bres_status put_row(bres__compare_report *report, bres__table *table,
                           const bres_compared *compared, const bres_row *row)
{
    const bres_state *state = bres_row_candidate(row);
    struct writer writer = { table, &report->cell };
    bres_status status = bres__list_axis_values(&report->axis_values, state);

    if (status == BRES_OK)
        status = bres__row_each_field(compared, row, put_field, &writer);
    if (status != BRES_OK)
        return status;
    put_axes(table, &report->axis_values, state);
    bres__table_next_row(table);
    return BRES_OK;
}

static bres_status report_write(bres__compare_report *report, bool is_safe)
{
    bres__row_walk walk = { 0 };
    bres__table table = { 0 };
    bres_status status = BRES_OK;
    const bres_compared *compared;
    const bres_row *row;

    while (status == BRES_OK && (row = bres__row_walk_next(&walk, report, &compared)) != NULL)
        status = put_row(report, &table, compared, row);
    if (status == BRES_OK)
        status = bres__table_csv(&table, is_safe, &report->text);
    bres__table_free(&table);
    return status;
}

bres_status bres__compare_csv(bres__compare_report *report)
{
    return report_write(report, false);
}

bres_status bres__compare_csv_safe(bres__compare_report *report)
{
    return report_write(report, true);
}
