/* SPDX-License-Identifier: MIT */
/*
 * Timing tables out of measurements: which of them belong to a table, to a row, to a column.
 */
#include "timer/table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ENV_UNKNOWN        "Unspecified env"
#define OPTIONS_FIRST_SIZE (offsetof(bres_timing_table_options, log_user) + sizeof(void *))

_Static_assert(sizeof(bres_timing_table_options) == OPTIONS_FIRST_SIZE,
               "bres_timing_table_options has padding");

void bres_timing_table_options_init(bres_timing_table_options *options)
{
    if (options != NULL)
        *options = (bres_timing_table_options){ .size = sizeof(*options) };
}

static bres_status options_load(bres_timing_table_options *full,
                                const bres_timing_table_options *user)
{
    bres_status status;

    bres_timing_table_options_init(full);
    status = bres__options_load(full, sizeof(*full), user, OPTIONS_FIRST_SIZE,
                                "bres_timing_table_options");
    if (status == BRES_OK)
        status = bres__options_check_flags(full->flags, BRES_TIMING_TRIM | BRES_TIMING_HIGHLIGHT,
                                           "bres_timing_table_options");
    if (status == BRES_OK && full->color > BRES_TIMING_COLOR_ROWS)
        status =
            bres__error(BRES_ERROR_ARGUMENT, "bres_timing_table_options: there is no colour %u",
                        (unsigned)full->color);
    return status;
}

/* --- Rows and columns ------------------------------------------------------------------------- */

/* A table that is being filled. */
typedef struct table_maker {
    bres__timing_table table;
    const bres_measurement *const *measurements;
    size_t count;
    size_t *row_of; /* by measurement */
    size_t *column_of;
    bres__index rows;
    bres__index columns;
} table_maker;

/* A text on one line, in the arena; NULL without memory. */
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
static bool maker_place(table_maker *maker, size_t index)
{
    bres__timing_table *table = &maker->table;
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
        row->place = table->row_count++;
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

static bool maker_place_all(table_maker *maker)
{
    bres__timing_table *table = &maker->table;
    bres__arena *arena = &table->arena;

    maker->row_of = bres__arena_calloc(arena, maker->count, sizeof(*maker->row_of));
    maker->column_of = bres__arena_calloc(arena, maker->count, sizeof(*maker->column_of));
    table->rows = bres__arena_calloc(arena, maker->count, sizeof(*table->rows));
    table->columns = bres__arena_calloc(arena, maker->count, sizeof(*table->columns));
    if (maker->row_of == NULL || maker->column_of == NULL || table->rows == NULL ||
        table->columns == NULL)
        return false;
    for (size_t i = 0; i < maker->count; i++)
        if (!maker_place(maker, i))
            return false;
    for (size_t i = 0; i < table->row_count; i++) {
        table->rows[i].cells =
            bres__arena_calloc(arena, table->column_count, sizeof(*table->rows[i].cells));
        if (table->rows[i].cells == NULL)
            return false;
    }
    return true;
}

/* --- Cells ------------------------------------------------------------------------------------ */

/* Tells that a measurement takes the place of another one. */
static bool maker_warn(const table_maker *maker, size_t row, size_t column)
{
    const bres_timing_table_options *options = maker->table.options;
    bres__text message = { 0 };
    bool done;

    if (options->log == NULL)
        return true;
    bres__text_printf(&message,
                      "timing table '%s', row '%s', column '%s': only the last of several "
                      "measurements is shown, for they are of different tasks",
                      maker->table.label, maker->table.rows[row].name,
                      maker->table.columns[column].header);
    done = !message.failed;
    if (done)
        options->log(options->log_user, BRES_LOG_WARNING, message.data);
    bres__text_free(&message);
    return done;
}

/* Fills the cells; of several measurements in one the last one counts. Those without times are in
 * no cell. */
static bool maker_fill(table_maker *maker)
{
    bres__timing_table *table = &maker->table;
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
        table->has_warnings |= (table->options->flags & BRES_TIMING_HIGHLIGHT) != 0 &&
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
        order = (first->place > second->place) - (first->place < second->place);
    return order;
}

/* Makes the table of measurements that have one label, and appends it. */
static bres_status put_table(bres__text *text, const bres_timing_table_options *options,
                             const bres_measurement *const *measurements, size_t count)
{
    table_maker maker = { .table.options = options, .measurements = measurements, .count = count };
    bres__timing_table *table = &maker.table;
    bres_status status = BRES_OK;

    table->label = table_line(table, bres__or_empty(measurements[0]->spec.label));
    if (table->label == NULL || !maker_place_all(&maker) || !maker_fill(&maker))
        status = bres__error_memory();
    if (status == BRES_OK) {
        qsort(table->rows, table->row_count, sizeof(*table->rows), row_order);
        for (size_t i = 1; i < table->row_count; i++)
            table->shows_env |= bres__timing_env_order(table->rows[i].env, table->rows[0].env) != 0;
    }
    for (size_t i = 0; i < table->column_count && status == BRES_OK; i++)
        if (!bres__timing_column_layout(table, i))
            status = bres__error_memory();
    if (status == BRES_OK)
        status = bres__timing_table_put(text, table);
    bres__index_free(&maker.rows);
    bres__index_free(&maker.columns);
    bres__arena_free(&table->arena);
    return status;
}

/* --- Tables ----------------------------------------------------------------------------------- */

/* Sorts merged measurements by label, in the order of the first of each; *ends gets the end of each
 * group. Both arrays have room for all. */
static bool group_by_label(bres_measurement *const *merged, size_t count,
                           const bres_measurement **sorted, size_t *ends, size_t *group_count)
{
    bres__index labels = { 0 };
    size_t *label_of = bres__calloc(count, sizeof(*label_of));
    bool done = label_of != NULL;

    for (size_t i = 0; i < count && done; i++) {
        bres__key_put(&labels.key, merged[i]->spec.label);
        done = bres__index_take(&labels, &label_of[i]);
        if (done)
            ends[label_of[i]]++;
    }
    /* From the sizes of the groups to their beginnings, which move to their ends. */
    for (size_t i = 0, begin = 0; i < labels.count; i++) {
        const size_t size = ends[i];

        ends[i] = begin;
        begin += size;
    }
    for (size_t i = 0; i < count && done; i++)
        sorted[ends[label_of[i]]++] = merged[i];
    *group_count = labels.count;
    bres__index_free(&labels);
    bres__free(label_of);
    return done;
}

static bres_status put_tables(bres__text *text, const bres_timing_table_options *options,
                              bres_measurement *const *merged, size_t count)
{
    const bres_measurement **sorted = bres__calloc(count, sizeof(*sorted));
    size_t *ends = bres__calloc(count, sizeof(*ends));
    bres_status status = BRES_OK;
    size_t group_count = 0;
    size_t begin = 0;

    if (sorted == NULL || ends == NULL ||
        !group_by_label(merged, count, sorted, ends, &group_count))
        status = bres__error_memory();
    for (size_t i = 0; i < group_count && status == BRES_OK; i++) {
        bres__text_puts(text, i > 0 ? "\n" : "");
        status = put_table(text, options, sorted + begin, ends[i] - begin);
        begin = ends[i];
    }
    bres__free(ends);
    bres__free(sorted);
    return status;
}

bres_status bres_timing_table(const bres_measurement *const *measurements, size_t count,
                              const bres_timing_table_options *options, char **text, size_t *length)
{
    bres_timing_table_options full;
    bres_measurement **merged = NULL;
    bres__text made = { 0 };
    size_t merged_count = 0;
    size_t made_length;
    bres_status status;

    if (length != NULL)
        *length = 0;
    if (text == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_timing_table: text is NULL");
    *text = NULL;
    status = options_load(&full, options);
    if (status == BRES_OK)
        status = bres__measurement_check_list(measurements, count, "bres_timing_table");
    if (status != BRES_OK)
        return status;
    if (count != 0) {
        merged = bres__calloc(count, sizeof(*merged));
        if (merged == NULL)
            return bres__error_memory();
        status = bres_measurement_merge(measurements, count, merged, &merged_count);
        if (status == BRES_OK)
            status = put_tables(&made, &full, merged, merged_count);
    }
    made_length = made.length;
    if (status == BRES_OK) {
        *text = bres__text_steal(&made);
        status = *text != NULL ? BRES_OK : bres__error_memory();
    }
    if (status == BRES_OK && length != NULL)
        *length = made_length;
    for (size_t i = 0; i < merged_count; i++)
        bres_measurement_free(merged[i]);
    bres__free(merged);
    bres__text_free(&made);
    return status;
}
