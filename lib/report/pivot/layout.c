/* SPDX-License-Identifier: MIT */
/*
 * The states are selected, and the values of the keys place each state into a cell. By default the
 * keys of the rows are all that varies.
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

static bres_status keys_add(bres__pivot *pivot, bres__pivot_lines *lines, bres__slice name)
{
    bres__pivot_key *key;

    if (!BRES__RESERVE(&lines->keys, &lines->key_capacity, lines->key_count + 1))
        return bres__error_memory();
    key = &lines->keys[lines->key_count];
    lines->key_count++;
    return bres__pivot_key_make(pivot->results, pivot->count, name, &pivot->arena, key);
}

static bool keys_have(const bres__pivot_lines *lines, const char *name, size_t length)
{
    for (size_t i = 0; i < lines->key_count; i++) {
        if (strlen(lines->keys[i].name) == length && memcmp(lines->keys[i].name, name, length) == 0)
            return true;
    }
    return false;
}

/* Takes the keys of a list with commas between them. */
static bres_status keys_take(bres__pivot *pivot, bres__pivot_lines *lines, const char *list)
{
    bres_status status = BRES_OK;

    for (const char *next = list; status == BRES_OK;) {
        bres__slice name = { .data = next + strspn(next, " ") };

        name.length = strcspn(name.data, ",");
        next = name.data + name.length;
        while (name.length > 0 && name.data[name.length - 1] == ' ')
            name.length--;
        if (name.length == 0)
            return bres__error(BRES_ERROR_ARGUMENT,
                               "'%s' has an empty key (expected keys with "
                               "commas between them)",
                               list);
        if (keys_have(&pivot->rows, name.data, name.length) ||
            keys_have(&pivot->columns, name.data, name.length))
            return bres__error(BRES_ERROR_ARGUMENT, "the key '%.*s' is given twice",
                               (int)name.length, name.data);
        status = keys_add(pivot, lines, name);
        if (*next++ == '\0')
            break;
    }
    return status;
}

/* Whether the selected states that have the key differ in its value. */
static bool key_varies(const bres__pivot *pivot, const bres__pivot_key *key, bres__text texts[2])
{
    size_t seen = 0;

    for (size_t i = 0; i < pivot->entry_count; i++) {
        const bres__pivot_entry *entry = &pivot->entries[i];
        bres__text *text = &texts[seen > 0];

        if (!bres__pivot_key_get(key, entry->result, entry->state, text))
            continue;
        if (seen++ > 0 &&
            (text->length != texts[0].length ||
             (text->length > 0 && memcmp(text->data, texts[0].data, text->length) != 0)))
            return true;
    }
    return false;
}

/* Adds a key to the rows if its value varies. */
static bres_status rows_offer(bres__pivot *pivot, const char *name)
{
    bres__text texts[2] = { { 0 }, { 0 } };
    bres__pivot_lines *rows = &pivot->rows;
    bres_status status;
    bool varies;

    if (keys_have(&pivot->columns, name, strlen(name)))
        return BRES_OK;
    status = keys_add(pivot, rows, (bres__slice){ name, strlen(name) });
    if (status != BRES_OK)
        return status;
    varies = key_varies(pivot, &rows->keys[rows->key_count - 1], texts);
    if (texts[0].failed || texts[1].failed)
        status = bres__error_memory();
    if (!varies)
        rows->key_count--;
    bres__text_free(&texts[0]);
    bres__text_free(&texts[1]);
    return status;
}

/* The keys of the rows by default. */
static bres_status rows_choose(bres__pivot *pivot)
{
    bres__index axes = { 0 };
    size_t position;
    bres_status status = BRES_OK;

    if (!keys_have(&pivot->columns, "benchmark", strlen("benchmark")))
        status = keys_take(pivot, &pivot->rows, "benchmark");
    if (status == BRES_OK)
        status = rows_offer(pivot, "device");
    for (size_t i = 0; i < pivot->entry_count && status == BRES_OK; i++) {
        const bres_state *state = pivot->entries[i].state;

        for (uint32_t a = 0; a < state->axis_value_count && status == BRES_OK; a++) {
            const char *name = state->axis_values[a].field->name;
            const size_t known = axes.count;

            if (name == NULL)
                continue;
            if (!bres__index_add(&axes, name, strlen(name), &position))
                status = bres__error_memory();
            else if (position == known)
                status = rows_offer(pivot, name);
        }
    }
    bres__index_free(&axes);
    return status;
}

/* Appends a value to a label; the values of different lists never make the same label. */
static void label_put(bres__text *label, bool is_first, const bres__text *value)
{
    if (!is_first)
        bres__text_puts(label, ", ");
    for (size_t i = 0; i < value->length; i++) {
        if (value->data[i] == ',' || value->data[i] == '\\')
            bres__text_putc(label, '\\');
        bres__text_putc(label, value->data[i]);
    }
}

/* The row or column that a state belongs to, which is added if it is new. */
static bres_status lines_find(bres__pivot *pivot, bres__pivot_lines *lines,
                              const bres__pivot_entry *entry, bres__text *scratch, size_t *position)
{
    const size_t known = lines->labels.count;
    bres__text *label = &lines->labels.key;
    const char **texts;
    const char *name;

    for (size_t i = 0; i < lines->key_count; i++) {
        bres__pivot_key_get(&lines->keys[i], entry->result, entry->state, scratch);
        label_put(label, i == 0, scratch);
    }
    name = bres__arena_copy(&pivot->arena, label->length > 0 ? label->data : "", label->length);
    if (scratch->failed || name == NULL ||
        !BRES__RESERVE(&lines->items, &lines->capacity, known + 1) ||
        !bres__index_take(&lines->labels, position))
        return bres__error_memory();
    if (*position < known)
        return BRES_OK;
    texts = bres__arena_calloc(&pivot->arena, lines->key_count, sizeof(*texts));
    if (texts == NULL)
        return bres__error_memory();
    lines->items[*position] = (bres__pivot_line){ .label = name, .texts = texts };
    for (size_t i = 0; i < lines->key_count; i++) {
        bres__pivot_key_get(&lines->keys[i], entry->result, entry->state, scratch);
        texts[i] = bres__arena_copy(&pivot->arena, scratch->length > 0 ? scratch->data : "",
                                    scratch->length);
        if (scratch->failed || texts[i] == NULL)
            return bres__error_memory();
    }
    return BRES_OK;
}

/* The first key in which two states differ; NULL: none. */
static const char *states_differ(const bres_state *one, const bres_state *two)
{
    if (strcmp(one->bench->name, two->bench->name) != 0)
        return "benchmark";
    for (uint32_t i = 0; i < one->axis_value_count || i < two->axis_value_count; i++) {
        const bres_state *has = i < one->axis_value_count ? one : two;
        const char *name = has->axis_values[i].field->name;
        const bres_value *values[2] = { bres_state_axis_value(one, name),
                                        bres_state_axis_value(two, name) };

        if (values[0] == NULL || values[1] == NULL || values[0]->text == NULL ||
            values[1]->text == NULL || strcmp(values[0]->text, values[1]->text) != 0)
            return name;
    }
    return one->device_json == two->device_json && one->device == two->device ? NULL : "device";
}

/* Refuses a state that is not a further run of the configuration of its cell. */
static bres_status cell_check(const bres__pivot *pivot, const bres__pivot_cell *cell,
                              const bres__pivot_entry *entry)
{
    const bres__pivot_line *row = &pivot->rows.items[entry->cell / pivot->columns.labels.count];
    const bres__pivot_line *column =
        &pivot->columns.items[entry->cell % pivot->columns.labels.count];
    const char *key = states_differ(cell->first->state, entry->state);

    if (key != NULL)
        return bres__error(BRES_ERROR_KEY,
                           "row '%s', column '%s': the states differ in '%s' (expected it among "
                           "the keys of the rows or of the columns, or a condition that selects "
                           "one value)",
                           row->label, column->label, key);
    if (cell->last->result == entry->result && cell->last->state->run == entry->state->run)
        return bres__error(BRES_ERROR_KEY,
                           "row '%s', column '%s': a run has the state '%s' twice (expected one "
                           "state for each run)",
                           row->label, column->label, entry->state->name);
    return BRES_OK;
}

static bres_status cells_fill(bres__pivot *pivot)
{
    for (size_t i = 0; i < pivot->entry_count; i++) {
        bres__pivot_entry *entry = &pivot->entries[i];
        bres__pivot_cell *cell = &pivot->cells[entry->cell];

        if (cell->first != NULL) {
            const bres_status status = cell_check(pivot, cell, entry);

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
        status = lines_find(pivot, &pivot->rows, &pivot->entries[i], scratch, &rows[i]);
        if (status == BRES_OK)
            status = lines_find(pivot, &pivot->columns, &pivot->entries[i], scratch,
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
        status =
            keys_take(pivot, &pivot->columns, options->columns != NULL ? options->columns : "file");
    if (status == BRES_OK)
        status = options->rows != NULL ? keys_take(pivot, &pivot->rows, options->rows)
                                       : rows_choose(pivot);
    if (status == BRES_OK)
        status = entries_place(pivot, &scratch);
    if (status == BRES_OK)
        status = reference_find(pivot);
    if (status == BRES_OK)
        status = cells_alloc(pivot);
    if (status == BRES_OK)
        status = cells_fill(pivot);
    bres__text_free(&scratch);
    bres__where_free(&where);
    return status;
}
