/* SPDX-License-Identifier: MIT */
/*
 * Merges the axes of a benchmark. Axes match by name and occurrence. The values of a merged axis
 * are the union, in order.
 */
#include "model/merge/merge.h"

#include <string.h>

/* A value of the merged axis, and the first input that has it. */
typedef struct axis_entry {
    bres_axis_value value;
    size_t input;
    struct axis_entry *next;
} axis_entry;

/* The values of one merged axis under construction. */
typedef struct axis_union {
    bres__merge *merge;
    bres_subbench *bench;
    bres_axis *axis;
    size_t input; /* the first input that has the axis */
    axis_entry *first;
    axis_entry **end;
    size_t count;
    bres__map by_key;
    bres__text key;
} axis_union;

static bool scalar_same(const bres__scalar *a, const bres__scalar *b)
{
    return a->json == b->json && (a->text == b->text || strcmp(a->text, b->text) == 0);
}

static bres_status union_conflict(const axis_union *united, size_t first, size_t second,
                                  const char *what)
{
    return bres__merge_conflict(united->merge, first, second, "%s of axis '%s' of benchmark '%s'",
                                what, united->axis->name, united->bench->name);
}

/* Checks that an axis agrees with the merged axis, except for its values. */
static bres_status union_check_axis(const axis_union *united, const bres_axis *axis, size_t input)
{
    bres_axis *merged = united->axis;
    bres_status status;
    bool equal;

    if (!scalar_same(&merged->type, &axis->type))
        return union_conflict(united, united->input, input, "the type");
    if (strcmp(bres_axis_flags(merged), bres_axis_flags(axis)) != 0)
        return union_conflict(united, united->input, input, "the flags");
    status = bres__json_equal_text(merged->extra, axis->extra, &equal);
    if (status != BRES_OK)
        return status;
    if (!equal)
        return union_conflict(united, united->input, input, "an unknown key");
    if (merged->flags.json == BRES__JSON_MISSING)
        merged->flags = axis->flags;
    return BRES_OK;
}

/* Makes the key of a value; values with equal keys are the same. */
static bool union_make_key(axis_union *united, const bres_axis_value *value)
{
    const char *input = value->input_string != NULL ? value->input_string : "";

    bres__text_clear(&united->key);
    bres__text_putc(&united->key, (char)value->json);
    bres__text_append(&united->key, input, strlen(input) + 1);
    if (value->text != NULL)
        bres__text_puts(&united->key, value->text);
    return !united->key.failed;
}

static bres_status union_append(axis_union *united, const bres_axis_value *value, size_t input)
{
    bres__arena *scratch = &united->merge->scratch;
    axis_entry *entry = bres__arena_calloc(scratch, 1, sizeof(*entry));
    const char *key = bres__arena_copy(scratch, united->key.data, united->key.length);

    if (entry == NULL || key == NULL ||
        !bres__map_set(&united->by_key, key, united->key.length, entry))
        return bres__error_memory();
    entry->value = *value;
    entry->input = input;
    *united->end = entry;
    united->end = &entry->next;
    united->count++;
    return BRES_OK;
}

static bres_status union_add(axis_union *united, const bres_axis_value *value, size_t input)
{
    axis_entry *entry;
    bres_status status;
    bool equal;

    if (!union_make_key(united, value))
        return bres__error_memory();
    entry = bres__map_get(&united->by_key, united->key.data, united->key.length);
    if (entry == NULL || entry->input == input)
        return union_append(united, value, input);
    status = bres__json_equal_text(entry->value.extra, value->extra, &equal);
    if (status != BRES_OK)
        return status;
    if (!equal)
        return union_conflict(united, entry->input, input, "an unknown key of a value");
    /* A run that omits a type records it as inactive. */
    if (entry->value.is_active.json == BRES__JSON_FALSE)
        entry->value.is_active = value->is_active;
    return BRES_OK;
}

static bres_status union_add_axis(axis_union *united, const bres_axis *axis, size_t input)
{
    bres_status status = union_check_axis(united, axis, input);

    for (size_t i = 0; i < axis->value_count && status == BRES_OK; i++)
        status = union_add(united, &axis->values[i], input);
    return status;
}

/* Gives the collected values to the axis. */
static bres_status union_finish(axis_union *united)
{
    bres__arena *arena = &united->merge->result->arena;
    bres_axis *axis = united->axis;

    axis->values = bres__arena_calloc(arena, united->count, sizeof(*axis->values));
    if (axis->values == NULL)
        return bres__error_memory();
    for (const axis_entry *entry = united->first; entry != NULL; entry = entry->next)
        axis->values[axis->value_count++] = entry->value;
    return bres__subbench_complete_axis(united->bench, axis, arena);
}

/* Merges one axis; `index` is its index in the first of these parts. */
static bres_status merge_axis(bres__merge *merge, const bres__merge_part *parts, size_t index,
                              bres_subbench *bench)
{
    const bres_axis *model = parts->bench->axes[index];
    axis_union united = { .merge = merge, .bench = bench, .input = parts->input };
    bres_status status = BRES_OK;

    united.end = &united.first;
    united.axis = bres__subbench_append_axis(bench);
    if (united.axis == NULL)
        return BRES_ERROR_MEMORY;
    united.axis->name = model->name;
    united.axis->type = model->type;
    united.axis->flags = model->flags;
    united.axis->extra = model->extra;
    for (const bres__merge_part *part = parts; part != NULL && status == BRES_OK;
         part = part->next) {
        const bres_axis *axis =
            bres__subbench_find_axis(part->bench, model->name, model->occurrence);

        if (axis != NULL)
            status = union_add_axis(&united, axis, part->input);
    }
    if (status == BRES_OK)
        status = union_finish(&united);
    bres__map_free(&united.by_key);
    bres__text_free(&united.key);
    return status;
}

bres_status bres__merge_axes(bres__merge *merge, const bres__merge_group *group,
                             bres_subbench *bench)
{
    for (const bres__merge_part *part = group->parts; part != NULL; part = part->next) {
        for (size_t i = 0; i < part->bench->axis_count; i++) {
            const bres_axis *axis = part->bench->axes[i];
            bres_status status;

            if (bres__subbench_find_axis(bench, axis->name, axis->occurrence) != NULL)
                continue;
            status = merge_axis(merge, part, i, bench);
            if (status != BRES_OK)
                return status;
        }
    }
    return BRES_OK;
}
