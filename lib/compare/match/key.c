/* SPDX-License-Identifier: MIT */
/*
 * The keys by which states are matched: the name without the device, and the axis values.
 */
#include "compare/match/name.h"
#include "compare/match/slot.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Appends a part with its length, so that different parts never make the same key. */
static void key_put(bres__text *key, const char *data, size_t length)
{
    bres__text_append(key, (const char *)&length, sizeof(length));
    bres__text_append(key, data, length);
}

static int key_value_order(const void *a, const void *b)
{
    const bres_value *first = *(const bres_value *const *)a;
    const bres_value *second = *(const bres_value *const *)b;
    int order = strcmp(first->field->name, second->field->name);

    if (order == 0)
        order = strcmp(first->field->type.text, second->field->type.text);
    if (order == 0)
        order = strcmp(first->text, second->text);
    return order;
}

/* A number is compared by value and kind: 4.00 equals 4.0, but not 4. */
static void key_put_value(bres__text *key, const bres_value *value)
{
    char number[BRES__NUMBER_SIZE];
    double real;

    bres__text_putc(key, (char)value->json);
    if (value->json == BRES__JSON_REAL &&
        bres__parse_float64(value->text, strlen(value->text), &real) == BRES__PARSE_OK)
        key_put(key, number, bres__format_float64(number, real, BRES__FLOAT_VALUE));
    else
        key_put(key, value->text, strlen(value->text));
}

static void key_put_axis(bres__text *key, const bres_value *value)
{
    const bres__scalar *type = &value->field->type;

    key_put(key, value->field->name, strlen(value->field->name));
    bres__text_putc(key, (char)type->json);
    key_put(key, type->text, strlen(type->text));
    key_put_value(key, value);
}

static bres_status key_error(const bres_state *state, const char *key)
{
    bres__error(BRES_ERROR_KEY, "benchmark '%s', state '%s': the key '%s' is missing or malformed",
                state->bench->name, state->name, key);
    bres__error_set_file(state->bench->result->path);
    return BRES_ERROR_KEY;
}

/* Axis values in the order of their names. */
static bres_status key_sort_axes(const bres_state *state, const bres_value **values)
{
    for (uint32_t i = 0; i < state->axis_value_count; i++) {
        const bres_value *value = &state->axis_values[i];

        if (value->field->name == NULL)
            return key_error(state, "axis_values.name");
        if (value->field->type.json == BRES__JSON_MISSING)
            return key_error(state, "axis_values.type");
        if (value->json == BRES__JSON_MISSING)
            return key_error(state, "axis_values.value");
        values[i] = value;
    }
    if (state->axis_value_count > 1)
        qsort(values, state->axis_value_count, sizeof(*values), key_value_order);
    return BRES_OK;
}

bres_status bres__match_key(const bres_state *state, const bres_device *device, bres__arena *arena,
                            bres__text *key)
{
    const bres_value *few[16];
    const bres_value **values = few;
    const char *name = bres__match_name(state, device);
    bres_status status;

    if (state->axis_value_count > sizeof(few) / sizeof(few[0]))
        values =
            bres__arena_alloc(arena, state->axis_value_count * sizeof(*values), sizeof(*values));
    if (values == NULL)
        return bres__error_memory();
    status = key_sort_axes(state, values);
    if (status != BRES_OK)
        return status;
    bres__text_clear(key);
    key_put(key, name, strlen(name));
    for (uint32_t i = 0; i < state->axis_value_count; i++)
        key_put_axis(key, values[i]);
    return key->failed ? bres__error_memory() : BRES_OK;
}

bres_status bres__match_check(const bres_state *state, const bres_device *device, int side)
{
    if (state->bench->result->path == NULL)
        return BRES_OK;
    if (state->unnamed)
        return key_error(state, "name");
    if (device != NULL && state->device_json == BRES__JSON_MISSING)
        return key_error(state, "device");
    if (side == BRES__CANDIDATE && state->axis_values_json == BRES__JSON_MISSING)
        return key_error(state, "axis_values");
    return BRES_OK;
}
