/* SPDX-License-Identifier: MIT */
/*
 * The rows and columns of a table, by the values of their keys.
 */
#include "report/pivot/pivot.h"

#include <string.h>

/* The text of an empty value, to distinguish it from a missing value. */
#define EMPTY "\"\""

/* Appends the value of a key to the label of a line; NULL: the state has no value. Different lists
 * of values never have the same label. The label of a single key is its value, unless the value is
 * empty or looks like EMPTY. */
static void label_put(bres__text *label, size_t key, size_t key_count, const char *value)
{
    if (key > 0)
        bres__text_puts(label, ", ");
    if (value == NULL)
        return;
    if (value[0] == '\0')
        bres__text_puts(label, EMPTY);
    else if (strcmp(value, EMPTY) == 0)
        bres__text_putc(label, '\\');
    for (; value[0] != '\0'; value++) {
        if (key_count > 1 && (value[0] == ',' || value[0] == '\\'))
            bres__text_putc(label, '\\');
        bres__text_putc(label, value[0]);
    }
}

/* Reads the value of a key into `scratch`; NULL if the state has no value, or if out of memory. */
static const char *entry_get(const bres__pivot_key *key, const bres__pivot_entry *entry,
                             bres__text *scratch)
{
    if (!bres__pivot_key_get(key, entry->result, entry->state, scratch))
        return NULL;
    return scratch->length > 0 ? scratch->data : "";
}

/* Stores the values of a line by key. */
static bres_status line_fill(bres__pivot *pivot, const bres__pivot_lines *lines,
                             const bres__pivot_entry *entry, bres__text *scratch,
                             bres__pivot_line *line)
{
    line->texts = bres__arena_calloc(&pivot->arena, lines->key_count, sizeof(*line->texts));
    if (line->texts == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < lines->key_count; i++) {
        const char *value = entry_get(&lines->keys[i], entry, scratch);

        if (value == NULL)
            continue;
        line->texts[i] = bres__arena_strdup(&pivot->arena, value);
        if (line->texts[i] == NULL)
            return bres__error_memory();
    }
    return scratch->failed ? bres__error_memory() : BRES_OK;
}

bres_status bres__pivot_line_find(bres__pivot *pivot, bres__pivot_lines *lines,
                                  const bres__pivot_entry *entry, bres__text *scratch,
                                  size_t *position)
{
    const size_t known = lines->labels.count;
    bres__text *label = &lines->labels.key;
    const char *name;

    for (size_t i = 0; i < lines->key_count; i++)
        label_put(label, i, lines->key_count, entry_get(&lines->keys[i], entry, scratch));
    name = bres__arena_copy(&pivot->arena, label->length > 0 ? label->data : "", label->length);
    if (scratch->failed || name == NULL ||
        !BRES__RESERVE(&lines->items, &lines->capacity, known + 1) ||
        !bres__index_take(&lines->labels, position))
        return bres__error_memory();
    if (*position < known)
        return BRES_OK;
    lines->items[*position] = (bres__pivot_line){ .label = name };
    return line_fill(pivot, lines, entry, scratch, &lines->items[*position]);
}

const char *bres__pivot_value(const bres__pivot_line *line, size_t key)
{
    const char *value = line->texts[key];

    if (value == NULL)
        return "";
    return value[0] != '\0' ? value : EMPTY;
}
