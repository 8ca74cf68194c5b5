/* SPDX-License-Identifier: MIT */
/*
 * The states are selected, and the values of the keys place each state into a cell.
 */
#include "model/model.h"
#include "report/pivot/pivot.h"
#include "report/pivot/where.h"

#include <string.h>

#define CELLS_MAX 1000000u

static bres_status entries_add(bres__pivot *pivot, size_t result, const bres_state *state)
{
    if (!BRES__RESERVE(&pivot->entries, &pivot->entry_capacity, pivot->entry_count + 1))
        return bres__error_memory();
    pivot->entries[pivot->entry_count++] = (bres__pivot_entry){ .state = state, .result = result };
    return BRES_OK;
}

static bres_status states_select(bres__pivot *pivot, const bres__where *where, bres__text *scratch)
{
    for (size_t i = 0; i < pivot->count; i++) {
        const bres_result *result = pivot->results[i];

        for (size_t b = 0; b < result->subbench_count; b++) {
            const bres_subbench *bench = result->subbenches[b];

            for (size_t s = 0; s < bench->state_count; s++) {
                const bres_state *state = bench->states[s];
                bres_status status;

                if (!bres_filter_selects_state(pivot->options.filter, state) ||
                    !bres__where_selects(where, i, state, scratch))
                    continue;
                status = entries_add(pivot, i, state);
                if (status != BRES_OK)
                    return status;
            }
        }
    }
    if (scratch->failed)
        return bres__error_memory();
    return pivot->entry_count > 0
               ? BRES_OK
               : bres__error(BRES_ERROR_ARGUMENT, "the table has no state: the condition and the "
                                                  "filter select none");
}

static bres_status cells_fill(bres__pivot *pivot)
{
    for (size_t i = 0; i < pivot->entry_count; i++) {
        bres__pivot_entry *entry = &pivot->entries[i];
        bres__pivot_cell *cell = &pivot->cells[entry->cell];

        if (cell->first != NULL) {
            const bres_status status = bres__pivot_check(pivot, cell, entry);

            if (status != BRES_OK)
                return status;
            cell->last->next = entry;
        } else {
            cell->first = entry;
        }
        cell->last = entry;
    }
    return BRES_OK;
}

static bres_status cells_alloc(bres__pivot *pivot)
{
    const size_t rows = pivot->rows.labels.count;
    const size_t columns = pivot->columns.labels.count;

    if (rows > CELLS_MAX / columns)
        return bres__error(BRES_ERROR_LIMIT,
                           "the table has %zu rows and %zu columns (expected at most %u cells)",
                           rows, columns, CELLS_MAX);
    pivot->cells = bres__calloc(rows * columns, sizeof(*pivot->cells));
    return pivot->cells != NULL ? BRES_OK : bres__error_memory();
}

/* Finds the row and the column of each state. */
static bres_status entries_place(bres__pivot *pivot, bres__text *scratch)
{
    size_t *rows = bres__calloc(pivot->entry_count, sizeof(*rows));
    bres_status status = rows != NULL ? BRES_OK : bres__error_memory();

    for (size_t i = 0; i < pivot->entry_count && status == BRES_OK; i++) {
        status = bres__pivot_line_find(pivot, &pivot->rows, &pivot->entries[i], scratch, &rows[i]);
        if (status == BRES_OK)
            status = bres__pivot_line_find(pivot, &pivot->columns, &pivot->entries[i], scratch,
                                           &pivot->entries[i].cell);
    }
    for (size_t i = 0; i < pivot->entry_count && status == BRES_OK; i++)
        pivot->entries[i].cell += rows[i] * pivot->columns.labels.count;
    bres__free(rows);
    return status;
}

static bres_status reference_find(bres__pivot *pivot)
{
    const char *name = pivot->options.reference;
    bres__names known = { .nearest.unknown = name };

    if (name == NULL)
        return BRES_OK;
    pivot->reference = bres__index_find(&pivot->columns.labels, name, strlen(name));
    if (pivot->reference != BRES__INDEX_NONE)
        return BRES_OK;
    for (size_t i = 0; i < pivot->columns.labels.count; i++)
        bres__names_add(&known, pivot->columns.items[i].label);
    return bres__names_error(&known, "the table has no column '%s'", name);
}

bres_status bres__pivot_place(bres__pivot *pivot)
{
    const bres_table_options *options = &pivot->options;
    bres__where where = { 0 };
    bres__text scratch = { 0 };
    bres_status status = BRES_OK;

    if (options->where != NULL)
        status = bres__where_parse(pivot->results, pivot->count, options->where, &where);
    if (status == BRES_OK)
        status = states_select(pivot, &where, &scratch);
    if (status == BRES_OK)
        status = bres__pivot_choose(pivot);
    if (status == BRES_OK)
        status = entries_place(pivot, &scratch);
    if (status == BRES_OK)
        status = reference_find(pivot);
    if (status == BRES_OK)
        status = cells_alloc(pivot);
    if (status == BRES_OK)
        status = cells_fill(pivot);
    if (status == BRES_OK)
        status = bres__pivot_check_copies(pivot);
    if (status == BRES_OK)
        status = bres__pivot_warn(pivot);
    bres__text_free(&scratch);
    bres__where_free(&where);
    return status;
}
