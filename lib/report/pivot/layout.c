/* SPDX-License-Identifier: MIT */
/*
 * Selecting the states, and placing each state into a cell by the values of the keys.
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

typedef bres_status (*state_fn)(bres__pivot *pivot, size_t result, const bres_state *state,
                                void *user);

/* Calls `each` for all states of the results, until it fails. */
static bres_status states_walk(bres__pivot *pivot, state_fn each, void *user)
{
    for (size_t i = 0; i < pivot->count; i++) {
        const bres_result *result = pivot->results[i];

        for (size_t b = 0; b < result->subbench_count; b++) {
            const bres_subbench *bench = result->subbenches[b];

            for (size_t s = 0; s < bench->state_count; s++) {
                const bres_status status = each(pivot, i, bench->states[s], user);

                if (status != BRES_OK)
                    return status;
            }
        }
    }
    return BRES_OK;
}

/* A condition, and scratch memory for the values that it tests. */
typedef struct selection {
    const bres__where *where;
    bres__text *scratch;
} selection;

static bres_status state_select(bres__pivot *pivot, size_t result, const bres_state *state,
                                void *user)
{
    const selection *chosen = user;

    if (!bres_filter_selects_state(pivot->options.filter, state) ||
        !bres__where_selects(chosen->where, result, state, chosen->scratch))
        return BRES_OK;
    return entries_add(pivot, result, state);
}

/* The values of a key, for a message. */
typedef struct key_values {
    const bres__pivot_key *key;
    bres__index seen;
    bres__text list;
} key_values;

static bres_status value_list(bres__pivot *pivot, size_t result, const bres_state *state,
                              void *user)
{
    key_values *values = user;
    bres__text *value = &values->seen.key;
    const size_t length = values->list.length;
    const size_t known = values->seen.count;
    size_t position;

    (void)pivot;
    if (!bres__pivot_key_get(values->key, result, state, value)) {
        bres__text_clear(value);
        return BRES_OK;
    }
    bres__text_puts(&values->list, length > 0 ? ", " : "");
    bres__text_append(&values->list, value->data, value->length);
    if (!bres__index_take(&values->seen, &position) || values->list.failed)
        return bres__error_memory();
    if (position < known)
        values->list.length = length;
    return BRES_OK;
}

/* Reports that no state is selected. The message lists the values of the key that the condition
 * tests first, or the benchmarks. */
static bres_status refuse_selection(bres__pivot *pivot, const bres__where *where)
{
    const bres__pivot_key benchmark = { .kind = BRES__KEY_BENCHMARK, .name = "benchmark" };
    const bres__pivot_key *tested = bres__where_key(where);
    key_values values = { .key = tested != NULL ? tested : &benchmark };
    bres_status status = states_walk(pivot, value_list, &values);

    if (status == BRES_OK && values.list.length == 0)
        status = bres__error(BRES_ERROR_ARGUMENT, "the results have no states with the key '%s'",
                             values.key->name);
    else if (status == BRES_OK)
        status = bres__error(BRES_ERROR_ARGUMENT,
                             "the table has no state: the condition and the filter select none "
                             "(the values of '%s' are: %.*s)",
                             values.key->name, (int)values.list.length, values.list.data);
    bres__index_free(&values.seen);
    bres__text_free(&values.list);
    return status;
}

static bres_status states_select(bres__pivot *pivot, const bres__where *where, bres__text *scratch)
{
    bres_status status = states_walk(pivot, state_select, &(selection){ where, scratch });

    if (status == BRES_OK && scratch->failed)
        status = bres__error_memory();
    return status == BRES_OK && pivot->entry_count == 0 ? refuse_selection(pivot, where) : status;
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
        if (cell->last == NULL || cell->last->result != entry->result ||
            cell->highest_run < entry->state->run)
            cell->highest_run = entry->state->run;
        cell->last = entry;
        cell->states++;
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
    if (status == BRES_OK)
        status = bres__pivot_check_settings(pivot);
    bres__text_free(&scratch);
    bres__where_free(&where);
    return status;
}
