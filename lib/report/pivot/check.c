/* SPDX-License-Identifier: MIT */
/*
 * Checks that a cell holds runs of one configuration, and that the cells of a row differ only in
 * the keys.
 */
#include "compare/compare.h"
#include "model/model.h"
#include "report/pivot/pivot.h"

#include <string.h>

/* `pivot` is NULL for a table without keys. */
static bool has_key(const bres__pivot *pivot, bres__key_kind kind, const char *name)
{
    const bres__pivot_lines *both[2];

    if (pivot == NULL)
        return false;
    both[0] = &pivot->rows;
    both[1] = &pivot->columns;
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < both[i]->key_count; k++) {
            const bres__pivot_key *key = &both[i]->keys[k];

            if (key->kind == kind && (name == NULL || strcmp(key->axis, name) == 0))
                return true;
        }
    }
    return false;
}

static bool axis_differs(const bres_state *one, const bres_state *two, const char *name)
{
    const bres_value *values[2] = { bres_state_axis_value(one, name),
                                    bres_state_axis_value(two, name) };

    return values[0] == NULL || values[1] == NULL || values[0]->text == NULL ||
           values[1]->text == NULL || strcmp(values[0]->text, values[1]->text) != 0;
}

static bool device_differs(const bres_state *one, const bres_state *two)
{
    return one->device_json != two->device_json || one->device != two->device;
}

/* The first key in which two states differ and which is not a key of the table; NULL: none. */
static const char *states_differ(const bres__pivot *pivot, const bres_state *one,
                                 const bres_state *two)
{
    const bres_state *const both[2] = { one, two };

    if (strcmp(one->bench->name, two->bench->name) != 0 &&
        !has_key(pivot, BRES__KEY_BENCHMARK, NULL))
        return "benchmark";
    for (int i = 0; i < 2; i++) {
        for (uint32_t a = 0; a < both[i]->axis_value_count; a++) {
            const char *name = both[i]->axis_values[a].field->name;

            if (name != NULL && axis_differs(one, two, name) &&
                !has_key(pivot, BRES__KEY_AXIS, name))
                return bres__pivot_axis_key(name);
        }
    }
    if (device_differs(one, two) && !has_key(pivot, BRES__KEY_DEVICE, NULL))
        return "device";
    return NULL;
}

/* Whether two states differ only in their names, such as BM/64 and BM/64/real_time of Google
 * Benchmark. */
static bool names_differ(const bres_state *one, const bres_state *two)
{
    const bres_state *const both[2] = { one, two };
    const char *names[2];

    if (states_differ(NULL, one, two) != NULL)
        return false;
    for (int i = 0; i < 2; i++)
        names[i] =
            bres__match_name(both[i], bres_result_device(both[i]->bench->result, both[i]->device));
    return strcmp(names[0], names[1]) != 0;
}

/* Whether a cell already has a state of the entry's run. The search is rarely needed, because the
 * states of most cells are in the order of their runs. */
static bool has_run(const bres__pivot_cell *cell, const bres__pivot_entry *entry)
{
    const bres__pivot_entry *other = cell->last;

    if (other->result < entry->result || cell->highest_run < entry->state->run)
        return false;
    for (other = cell->first; other != NULL; other = other->next) {
        if (other->result == entry->result && other->state->run == entry->state->run)
            return true;
    }
    return false;
}

/* Refuses a state that is not another run of the configuration of its cell. */
static bres_status check_state(const bres__pivot *pivot, const bres__pivot_cell *cell,
                               const bres__pivot_entry *entry)
{
    const char *key = states_differ(pivot, cell->first->state, entry->state);

    if (key != NULL)
        return bres__error(BRES_ERROR_KEY,
                           "the states differ in '%s' (expected it among the keys of the rows or "
                           "of the columns, or a condition that selects one value)",
                           key);
    if (names_differ(cell->first->state, entry->state))
        return bres__error(BRES_ERROR_KEY,
                           "the states '%s' and '%s' differ in the name only (expected one of "
                           "them: --filter selects states by name)",
                           cell->first->state->name, entry->state->name);
    if (has_run(cell, entry))
        return bres__error(BRES_ERROR_KEY,
                           "one run has several states '%s' (expected one state for each run)",
                           entry->state->name);
    return BRES_OK;
}

bres_status bres__pivot_check(const bres__pivot *pivot, const bres__pivot_cell *cell,
                              const bres__pivot_entry *entry)
{
    const size_t columns = pivot->columns.labels.count;
    const bres_status status = check_state(pivot, cell, entry);

    if (status != BRES_OK)
        bres__error_prefix("row '%s', column '%s'", pivot->rows.items[entry->cell / columns].label,
                           pivot->columns.items[entry->cell % columns].label);
    return status;
}

void bres__pivot_put_runs(bres__text *text, const bres__pivot_cell *cell)
{
    for (const bres__pivot_entry *entry = cell->first; entry != NULL; entry = entry->next)
        bres__text_printf(text, "%zu.%lu ", entry->result, (unsigned long)entry->state->run);
    bres__text_putc(text, ';');
}

/* Gets the results of a cell in their order, and returns their number. `results` has room for all
 * results of the table. */
static size_t cell_results(const bres__pivot *pivot, const bres__pivot_cell *cell,
                           bres_result **results)
{
    size_t last = pivot->count;
    size_t count = 0;

    for (const bres__pivot_entry *entry = cell->first; entry != NULL; entry = entry->next) {
        if (entry->result != last)
            results[count++] = pivot->results[entry->result];
        last = entry->result;
    }
    return count;
}

bres_status bres__pivot_check_copies(const bres__pivot *pivot)
{
    const size_t cells = pivot->rows.labels.count * pivot->columns.labels.count;
    bres_result **results = bres__calloc(pivot->count, sizeof(*results));
    bres__index checked = { .count = 0 };
    bres_status status = results != NULL ? BRES_OK : bres__error_memory();

    for (size_t i = 0; i < cells && status == BRES_OK; i++) {
        const size_t known = checked.count;
        size_t position;

        if (pivot->cells[i].first == pivot->cells[i].last)
            continue;
        bres__pivot_put_runs(&checked.key, &pivot->cells[i]);
        if (!bres__index_take(&checked, &position))
            status = bres__error_memory();
        else if (position == known)
            status =
                bres__results_check_copies(results, cell_results(pivot, &pivot->cells[i], results));
    }
    bres__index_free(&checked);
    bres__free(results);
    return status;
}

/* The key, or "name", in which two states of a row differ but must not; NULL if they do not. */
static const char *state_pair_differs(const bres__pivot *pivot, const bres_state *one,
                                      const bres_state *two)
{
    const char *key = states_differ(pivot, one, two);

    if (key != NULL)
        return key;
    return names_differ(one, two) ? "name" : NULL;
}

/* The key in which a cell of a row differs from the reference cell or, if that is empty, from the
 * first cell that is not empty. */
static const char *row_differs(const bres__pivot *pivot, size_t row)
{
    const bres__pivot_entry *first = bres__pivot_cell_at(pivot, row, pivot->reference)->first;
    const char *key = NULL;

    for (size_t i = 0; i < pivot->columns.labels.count && key == NULL; i++) {
        const bres__pivot_entry *entry = bres__pivot_cell_at(pivot, row, i)->first;

        if (first == NULL)
            first = entry;
        else if (entry != NULL)
            key = state_pair_differs(pivot, first->state, entry->state);
    }
    return key;
}

bres_status bres__pivot_warn(const bres__pivot *pivot)
{
    const char *key = NULL;
    bres__text text = { 0 };
    bres_status status = BRES_OK;
    size_t row = 0;

    while (row < pivot->rows.labels.count && key == NULL && pivot->options.log != NULL)
        key = row_differs(pivot, row++);
    if (key == NULL)
        return BRES_OK;
    bres__text_printf(&text,
                      "row '%s': the columns compare states that differ in '%s', which is not a "
                      "key of the table",
                      pivot->rows.items[row - 1].label, key);
    if (text.failed)
        status = bres__error_memory();
    else
        bres__log_say(pivot->options.log, pivot->options.log_user, BRES_LOG_WARNING, text.data);
    bres__text_free(&text);
    return status;
}
