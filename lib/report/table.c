/* SPDX-License-Identifier: MIT */
/*
 * Tables. A column is created when its first cell is put.
 */
#include "report/table.h"

#include <string.h>

static bres__column *table_append_column(bres__table *table, bres__column_kind kind,
                                         const char *header, const char *suffix)
{
    const size_t length = strlen(header);
    void *columns = table->columns;
    bres__column *column;
    char *whole;

    if (!bres__array_reserve(&columns, &table->capacity, table->count + 1, sizeof *table->columns))
        return NULL;
    table->columns = columns;
    column = bres__arena_calloc(&table->arena, 1, sizeof *column);
    whole = bres__arena_alloc(&table->arena, length + strlen(suffix) + 1, 1);
    if (column == NULL || whole == NULL)
        return NULL;
    memcpy(whole, header, length);
    strcpy(whole + length, suffix);
    column->kind = kind;
    column->header = whole;
    table->columns[table->count++] = column;
    return column;
}

static bres__column *table_column(bres__table *table, bres__column_kind kind, const char *name,
                                  const char *header, const char *suffix)
{
    size_t position;

    bres__text_putc(&table->index.key, (char)kind);
    bres__text_puts(&table->index.key, name);
    if (!bres__index_take(&table->index, &position))
        return NULL;
    return position < table->count ? table->columns[position]
                                   : table_append_column(table, kind, header, suffix);
}

static bool column_set(bres__table *table, bres__column *column, const char *text)
{
    const size_t row = table->row;
    void *cells = column->cells;
    const char *copy;

    if (!bres__array_reserve(&cells, &column->capacity, row + 1, sizeof *column->cells))
        return false;
    column->cells = cells;
    copy = bres__arena_strdup(&table->arena, text);
    if (copy == NULL)
        return false;
    while (column->count <= row)
        column->cells[column->count++] = NULL;
    column->cells[row] = copy;
    if (table->rows <= row)
        table->rows = row + 1;
    return true;
}

void bres__table_put(bres__table *table, bres__column_kind kind, const char *name,
                     const char *header, const char *suffix)
{
    const char *text = table->cell.length > 0 ? table->cell.data : "";
    bres__column *column = NULL;

    if (!table->failed && !table->cell.failed)
        column = table_column(table, kind, name, header, suffix);
    if (column == NULL || !column_set(table, column, text))
        table->failed = true;
    bres__text_clear(&table->cell);
}

void bres__table_put_fact(bres__table *table, const char *header)
{
    bres__table_put(table, BRES__COLUMN_FACT, header, header, "");
}

void bres__table_next_row(bres__table *table)
{
    table->row++;
}

const char *bres__table_cell(const bres__table *table, size_t row, size_t column)
{
    const bres__column *cells = table->columns[column];

    return row < cells->count && cells->cells[row] != NULL ? cells->cells[row] : "";
}

void bres__table_free(bres__table *table)
{
    for (size_t i = 0; i < table->count; i++)
        bres__free(table->columns[i]->cells);
    bres__free(table->columns);
    bres__index_free(&table->index);
    bres__text_free(&table->cell);
    bres__arena_free(&table->arena);
    *table = (bres__table){ 0 };
}
