/* SPDX-License-Identifier: MIT */
/*
 * The rows, columns and cells of a timing table.
 */
#include "timer/table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ENV_UNKNOWN "Unspecified env"

/* A table that is being filled. */
typedef struct table_maker {
    bres__timing_table *table;
    const bres_measurement *const *measurements;
    size_t count;
    size_t *row_of; /* by measurement */
    size_t *column_of;
    bres__index rows;
    bres__index columns;
} table_maker;

/* Copies a text to the arena, as one line; NULL: out of memory. */
static const char *table_line(bres__timing_table *table, const char *string)
{
    bres__text text = { 0 };
    const char *line = NULL;

    bres__text_puts_visible(&text, string);
    if (!text.failed)
        line = bres__arena_copy(&table->arena, text.length > 0 ? text.data : "", text.length);
    bres__text_free(&text);
    return line;
}

/* Finds the row and the column of a measurement, or adds them. */
static bool maker_assign(table_maker *maker, size_t index)
{
    bres__timing_table *table = maker->table;
    const bres_measurement *measurement = maker->measurements[index];
    const bres_task_spec *spec = &measurement->spec;
    const char *description = bres__or_empty(spec->description);

    bres__text_printf(&maker->rows.key, "%d", (int)spec->num_threads);
    bres__key_put(&maker->rows.key, spec->env);
    bres__key_put(&maker->rows.key, measurement->row_name);
    bres__key_put(&maker->columns.key, description);
    if (!bres__index_take(&maker->rows, &maker->row_of[index]) ||
        !bres__index_take(&maker->columns, &maker->column_of[index]))
        return false;
    if (maker->row_of[index] == table->row_count) {
        bres__timing_row *row = &table->rows[table->row_count];

        row->threads = spec->num_threads;
        row->index = table->row_count++;
        row->name = table_line(table, measurement->row_name);
        row->env = spec->env;
        row->shown_env = table_line(table, spec->env != NULL ? spec->env : ENV_UNKNOWN);
        if (row->name == NULL || row->shown_env == NULL)
            return false;
    }
    if (maker->column_of[index] == table->column_count) {
        bres__timing_column *column = &table->columns[table->column_count++];

        column->header = table_line(table, description);
        if (column->header == NULL)
            return false;
    }
    return true;
}

static bool maker_assign_all(table_maker *maker)
{
    bres__timing_table *table = maker->table;
    bres__arena *arena = &table->arena;

    maker->row_of = bres__arena_calloc(arena, maker->count, sizeof(*maker->row_of));
    maker->column_of = bres__arena_calloc(arena, maker->count, sizeof(*maker->column_of));
    table->rows = bres__arena_calloc(arena, maker->count, sizeof(*table->rows));
    table->columns = bres__arena_calloc(arena, maker->count, sizeof(*table->columns));
    if (maker->row_of == NULL || maker->column_of == NULL || table->rows == NULL ||
        table->columns == NULL)
        return false;
    for (size_t i = 0; i < maker->count; i++)
        if (!maker_assign(maker, i))
            return false;
    for (size_t i = 0; i < table->row_count; i++) {
        table->rows[i].cells =
            bres__arena_calloc(arena, table->column_count, sizeof(*table->rows[i].cells));
        if (table->rows[i].cells == NULL)
            return false;
    }
    return true;
}

/* Warns that a measurement replaces another in its cell. */
static bool maker_warn(const table_maker *maker, size_t row, size_t column)
{
    const bres_timing_table_options *options = maker->table->options;
    bres__text message = { 0 };
    bool done;

    if (options->log == NULL)
        return true;
    bres__text_printf(&message,
                      "timing table '%s', row '%s', column '%s': only the last of several "
                      "measurements of different tasks is shown",
                      maker->table->label, maker->table->rows[row].name,
                      maker->table->columns[column].header);
    done = !message.failed;
    if (done)
        options->log(options->log_user, BRES_LOG_WARNING, message.data);
    bres__text_free(&message);
    return done;
}

/* Fills the cells; the last of several measurements for a cell counts. Skips measurements without
 * times. */
static bool maker_fill(table_maker *maker)
{
    bres__timing_table *table = maker->table;
    double least = INFINITY;

    for (size_t i = 0; i < maker->count; i++) {
        const bres_measurement *measurement = maker->measurements[i];
        const size_t row = maker->row_of[i];
        const size_t column = maker->column_of[i];

        if (measurement->count == 0)
            continue;
        if (table->rows[row].cells[column] != NULL && !maker_warn(maker, row, column))
            return false;
        table->rows[row].cells[column] = measurement;
        least = fmin(least, measurement->median);
        table->has_warnings |= (table->options->flags & BRES_TIMING_TABLE_HIGHLIGHT) != 0 &&
                               bres_measurement_spread(measurement) != BRES_SPREAD_STEADY;
    }
    table->unit = bres__time_unit_of(least);
    return true;
}

int bres__timing_env_order(const char *a, const char *b)
{
    if (a == NULL || b == NULL)
        return (a != NULL) - (b != NULL);
    return strcmp(a, b);
}

static int row_order(const void *a, const void *b)
{
    const bres__timing_row *first = a;
    const bres__timing_row *second = b;
    int order = (first->threads > second->threads) - (first->threads < second->threads);

    if (order == 0)
        order = bres__timing_env_order(first->env, second->env);
    if (order == 0)
        order = (first->index > second->index) - (first->index < second->index);
    return order;
}

bool bres__timing_table_make(bres__timing_table *table, const bres_measurement *const *measurements,
                             size_t count)
{
    table_maker maker = { .table = table, .measurements = measurements, .count = count };
    bool made;

    table->label = table_line(table, bres__or_empty(measurements[0]->spec.label));
    made = table->label != NULL && maker_assign_all(&maker) && maker_fill(&maker);
    bres__index_free(&maker.rows);
    bres__index_free(&maker.columns);
    if (!made)
        return false;
    qsort(table->rows, table->row_count, sizeof(*table->rows), row_order);
    for (size_t i = 1; i < table->row_count; i++)
        table->shows_env |= bres__timing_env_order(table->rows[i].env, table->rows[0].env) != 0;
    for (size_t i = 0; i < table->column_count; i++)
        if (!bres__timing_column_layout(table, i))
            return false;
    return true;
}
