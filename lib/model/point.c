/* SPDX-License-Identifier: MIT */
/*
 * Points: the position of a state on the axes of its benchmark, named as in NVBench's reader. Each
 * axis has a table from the values that states record to the input strings that the user typed.
 */
#include "model/model.h"

#include <string.h>

const char *bres__value_key(bres__json_kind json, const char *text, char buffer[BRES__NUMBER_SIZE])
{
    double number = 0;

    switch (json) {
    case BRES__JSON_NULL:
        return "None";
    case BRES__JSON_FALSE:
        return "False";
    case BRES__JSON_TRUE:
        return "True";
    case BRES__JSON_STRING:
        return text;
    case BRES__JSON_INTEGER:
        return strcmp(text, "-0") == 0 ? "0" : text;
    case BRES__JSON_REAL:
        (void)bres__parse_float64(text, strlen(text), &number);
        bres__format_float64(buffer, number, BRES__FLOAT_PYTHON);
        return buffer;
    default:
        return NULL;
    }
}

static char *axis_make_full_name(const bres_axis *axis, bres__arena *arena)
{
    const char *flags = bres_axis_flags(axis);
    const size_t name_length = strlen(axis->name);
    const size_t flags_length = strlen(flags);
    char *full;

    if (flags_length == 0)
        return bres__arena_copy(arena, axis->name, name_length);
    full = bres__arena_alloc(arena, name_length + flags_length + sizeof("[]"), 1);
    if (full != NULL) {
        memcpy(full, axis->name, name_length);
        full[name_length] = '[';
        memcpy(full + name_length + 1, flags, flags_length);
        memcpy(full + name_length + 1 + flags_length, "]", sizeof("]"));
    }
    return full;
}

static bool axis_map_input(bres_axis *axis, const char *key, const char *input_string)
{
    return bres__map_set(&axis->inputs, key, strlen(key), (void *)input_string);
}

bres_status bres__axis_complete(bres_axis *axis, bres__arena *arena)
{
    char buffer[BRES__NUMBER_SIZE];

    axis->full_name = axis_make_full_name(axis, arena);
    if (axis->full_name == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < axis->value_count; i++) {
        const bres_axis_value *value = &axis->values[i];
        const char *key;

        if (value->input_string == NULL)
            continue;
        /* The text of an exponent must not shadow the text of a value. */
        if (!bres__axis_is_pow2(axis) &&
            !axis_map_input(axis, value->input_string, value->input_string))
            return bres__error_memory();
        key = bres__value_key((bres__json_kind)value->json, value->text, buffer);
        if (key == NULL)
            continue;
        if (key == buffer)
            key = bres__arena_strdup(arena, buffer);
        if (key == NULL || !axis_map_input(axis, key, value->input_string))
            return bres__error_memory();
    }
    return BRES_OK;
}

/* NULL: out of memory. */
static const char *point_text(const bres_axis *axis, const bres_value *value,
                              const char *input_string, bres__arena *arena)
{
    char buffer[BRES__NUMBER_SIZE];
    const char *key;
    const char *input;

    if (value->json == BRES__JSON_MISSING) {
        if (input_string == NULL)
            return "";
        if (bres__axis_is_pow2(axis))
            return input_string;
        key = input_string;
    } else {
        key = bres__value_key((bres__json_kind)value->json, value->text, buffer);
        if (key == NULL)
            key = value->text;
    }
    input = bres__map_get(&axis->inputs, key, strlen(key));
    if (input != NULL)
        return input;
    return key == buffer ? bres__arena_strdup(arena, buffer) : key;
}

/* Up to this number of parts, a search without a map is faster. */
#define POINT_FEW 16

/* The part of an axis; NULL: the point has none. */
static bres__point *point_find(const bres__point_draft *draft, const char *axis)
{
    if (draft->places.count > 0)
        return bres__map_get(&draft->places, axis, strlen(axis));
    for (uint32_t i = 0; i < draft->count; i++) {
        if (strcmp(draft->points[i].axis, axis) == 0)
            return &draft->points[i];
    }
    return NULL;
}

/* Counts the part that was written at the end. With more than POINT_FEW parts, the map has all
 * parts. */
static bool point_append(bres__point_draft *draft)
{
    uint32_t first = draft->places.count == 0 ? 0 : draft->count;

    draft->count++;
    if (draft->count <= POINT_FEW)
        return true;
    for (; first < draft->count; first++) {
        bres__point *point = &draft->points[first];

        if (!bres__map_set(&draft->places, point->axis, strlen(point->axis), point))
            return false;
    }
    return true;
}

bres_status bres__point_add(bres__point_draft *draft, const bres_axis *axis,
                            const bres_value *value, const char *input_string, bres__arena *arena)
{
    const char *text = point_text(axis, value, input_string, arena);
    bres__point *found;

    if (text == NULL)
        return bres__error_memory();
    found = point_find(draft, axis->full_name);
    if (found != NULL) {
        found->text = text;
        return BRES_OK;
    }
    draft->points[draft->count] = (bres__point){ .axis = axis->full_name, .text = text };
    return point_append(draft) ? BRES_OK : bres__error_memory();
}

const char *bres__point_name(const bres__point *points, uint32_t count, bres__arena *arena)
{
    size_t size = 0;
    char *name;
    char *end;

    if (count == 0)
        return "";
    for (uint32_t i = 0; i < count; i++)
        size += strlen(points[i].axis) + strlen(points[i].text) + sizeof("= ") - 1;
    name = bres__arena_alloc(arena, size, 1);
    if (name == NULL)
        return NULL;
    end = name;
    for (uint32_t i = 0; i < count; i++) {
        end = stpcpy(end, points[i].axis);
        *end++ = '=';
        end = stpcpy(end, points[i].text);
        *end++ = ' ';
    }
    end[-1] = '\0';
    return name;
}
