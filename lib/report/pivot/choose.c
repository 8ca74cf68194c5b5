/* SPDX-License-Identifier: MIT */
/*
 * Choosing the keys of the rows and of the columns. By default the keys of the rows are the
 * benchmark, and the device and the axes if their values vary.
 */
#include "model/model.h"
#include "report/pivot/pivot.h"

#include <string.h>

static bool keys_have(const bres__pivot_lines *lines, const char *name)
{
    for (size_t i = 0; i < lines->key_count; i++) {
        if (strcmp(lines->keys[i].name, name) == 0)
            return true;
    }
    return false;
}

static bres_status keys_add(bres__pivot *pivot, bres__pivot_lines *lines, bres__slice name)
{
    bres__pivot_key key;
    const bres_status status =
        bres__pivot_key_make(pivot->results, pivot->count, name, &pivot->arena, &key);

    if (status != BRES_OK)
        return status;
    if (keys_have(&pivot->rows, key.name) || keys_have(&pivot->columns, key.name))
        return bres__error(BRES_ERROR_ARGUMENT, "the key '%s' is given twice", key.name);
    if (!BRES__RESERVE(&lines->keys, &lines->key_capacity, lines->key_count + 1))
        return bres__error_memory();
    lines->keys[lines->key_count++] = key;
    return BRES_OK;
}

/* Adds the keys of a list separated by commas. */
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
        status = keys_add(pivot, lines, name);
        if (*next++ == '\0')
            break;
    }
    return status;
}

/* Whether the selected states differ in the key. A missing value differs from each value. */
static bool key_varies(const bres__pivot *pivot, const bres__pivot_key *key, bres__text texts[2])
{
    bool has_first = false;

    for (size_t i = 0; i < pivot->entry_count; i++) {
        const bres__pivot_entry *entry = &pivot->entries[i];
        bres__text *text = &texts[i > 0];
        const bool has = bres__pivot_key_get(key, entry->result, entry->state, text);

        if (i == 0)
            has_first = has;
        else if (has != has_first || text->length != texts[0].length ||
                 (text->length > 0 && memcmp(text->data, texts[0].data, text->length) != 0))
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

    if (keys_have(&pivot->columns, name))
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

/* Chooses the default keys of the rows. */
static bres_status rows_choose(bres__pivot *pivot)
{
    bres__index axes = { 0 };
    size_t position;
    bres_status status = BRES_OK;

    if (!keys_have(&pivot->columns, "benchmark"))
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
                status = rows_offer(pivot, bres__pivot_axis_key(name));
        }
    }
    bres__index_free(&axes);
    return status;
}

bres_status bres__pivot_choose(bres__pivot *pivot)
{
    const bres_table_options *options = &pivot->options;
    const bres_status status =
        keys_take(pivot, &pivot->columns, options->columns != NULL ? options->columns : "file");

    if (status != BRES_OK)
        return status;
    return options->rows != NULL ? keys_take(pivot, &pivot->rows, options->rows)
                                 : rows_choose(pivot);
}
