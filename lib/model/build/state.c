/* SPDX-License-Identifier: MIT */
/*
 * Builds states. The name of a state is rebuilt whenever a part of it changes.
 */
#include "model/build/build.h"

#include <inttypes.h>
#include <string.h>

/* The parts that make the name of a state. */
typedef struct state_parts {
    const bres_subbench *bench;
    const bres_value *values;
    uint32_t value_count;
    bool has_device;
    int64_t device;
} state_parts;

static state_parts state_parts_of(const bres_state *state)
{
    return (state_parts){
        .bench = state->bench,
        .values = state->axis_values,
        .value_count = state->axis_value_count,
        .has_device = state->device_json == BRES__JSON_INTEGER,
        .device = state->device,
    };
}

/* A value as shown in the name of a state; `buffer` is for numbers. */
static const char *state_name_value(const bres_axis *axis, const bres_value *value,
                                    char buffer[BRES__NUMBER_SIZE])
{
    int64_t integer;
    int64_t exponent;
    double real;

    if (bres__axis_is_pow2(axis) && bres_value_int64(value, &integer) &&
        bres__pow2_exponent(integer, &exponent)) {
        bres__format(buffer, BRES__NUMBER_SIZE, "2^%" PRId64, exponent);
        return buffer;
    }
    if (bres_value_kind(value) == BRES_KIND_FLOAT64 && bres_value_float64(value, &real)) {
        bres__format_short(buffer, real);
        return buffer;
    }
    return value->text;
}

/* NULL: out of memory. */
static const char *state_make_name(const state_parts *parts, bres__arena *arena)
{
    bres__text text = { 0 };
    const char *name = NULL;

    if (parts->has_device)
        bres__text_printf(&text, "Device=%" PRId64, parts->device);
    for (uint32_t i = 0; i < parts->value_count; i++) {
        const bres_value *value = &parts->values[i];
        const bres_axis *axis = bres_subbench_axis(parts->bench, value->field->name);
        char buffer[BRES__NUMBER_SIZE];

        if (text.length != 0)
            bres__text_putc(&text, ' ');
        bres__text_puts(&text, axis->name);
        bres__text_putc(&text, '=');
        bres__text_puts(&text, state_name_value(axis, value, buffer));
    }
    if (!text.failed)
        name = bres__arena_copy(arena, text.data, text.length);
    bres__text_free(&text);
    return name;
}

bres_status bres_subbench_add_state(bres_subbench *bench, bres_state **state)
{
    bres_state *made;
    bres_status status;

    if (state == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_subbench_add_state: state is NULL");
    *state = NULL;
    status = bres__subbench_check_open(bench);
    if (status != BRES_OK)
        return status;
    made = bres__arena_calloc(&bench->result->arena, 1, sizeof(*made));
    if (made == NULL ||
        !BRES__RESERVE(&bench->states, &bench->state_capacity, bench->state_count + 1))
        return bres__error_memory();
    made->bench = bench;
    made->name = "";
    made->device_json = BRES__JSON_NULL;
    /* NVBench writes null for empty lists. */
    made->axis_values_json = BRES__JSON_NULL;
    made->summaries_json = BRES__JSON_NULL;
    made->skipped_json = BRES__JSON_FALSE;
    bench->states[bench->state_count++] = made;
    *state = made;
    return BRES_OK;
}

void bres__subbench_drop_state(bres_subbench *bench, bres_state *state)
{
    size_t index = bench->state_count;

    while (index > 0 && bench->states[index - 1] != state)
        index--;
    if (index == 0)
        return;
    bres__state_free(state);
    memmove(&bench->states[index - 1], &bench->states[index],
            (bench->state_count - index) * sizeof(state));
    bench->state_count--;
}

bres_status bres_state_set_device(bres_state *state, int64_t id)
{
    const bres_status status = bres__state_check_open(state);
    state_parts parts;
    const char *name;

    if (status != BRES_OK)
        return status;
    parts = state_parts_of(state);
    parts.has_device = true;
    parts.device = id;
    name = state_make_name(&parts, &state->bench->result->arena);
    if (name == NULL)
        return bres__error_memory();
    state->name = name;
    state->device = id;
    state->device_json = BRES__JSON_INTEGER;
    return BRES_OK;
}

bres_status bres_state_set_type_config_index(bres_state *state, int64_t index)
{
    const bres_status status = bres__state_check_open(state);

    if (status != BRES_OK)
        return status;
    state->type_config_index = index;
    state->type_config_index_json = BRES__JSON_INTEGER;
    return BRES_OK;
}

bres_status bres_state_set_run(bres_state *state, uint32_t run)
{
    const bres_status status = bres__state_check_open(state);

    if (status != BRES_OK)
        return status;
    state->run = run;
    state->has_run = true;
    return BRES_OK;
}

bres_status bres_state_set_skipped(bres_state *state, const char *reason)
{
    bres_status status = bres__state_check_open(state);

    if (reason == NULL || reason[0] == '\0')
        reason = "skipped";
    if (status == BRES_OK)
        status = bres__check_text(reason, "the reason for the skip");
    if (status != BRES_OK)
        return status;
    reason = bres__arena_strdup(&state->bench->result->arena, reason);
    if (reason == NULL)
        return bres__error_memory();
    state->skipped_json = BRES__JSON_TRUE;
    state->skip_reason = (bres__scalar){ .text = reason, .json = BRES__JSON_STRING };
    return BRES_OK;
}

/* The values of a type axis are strings. */
static const char *value_type(const char *declared)
{
    return strcmp(declared, "type") == 0 ? "string" : declared;
}

/* Finds the axis for a new value of `type`. */
static bres_status state_find_axis(const bres_state *state, const char *name, const char *type,
                                   const bres_axis **axis)
{
    bres_status status = bres__state_check_open(state);
    const char *declared;

    if (status == BRES_OK)
        status = bres__check_text(name, "the name of the axis");
    if (status != BRES_OK)
        return status;
    *axis = bres_subbench_axis(state->bench, name);
    if (*axis == NULL)
        return bres__error(BRES_ERROR_KEY, "benchmark '%s' has no axis '%s'", state->bench->name,
                           name);
    declared = bres_axis_type(*axis);
    if (strcmp(value_type(declared), type) != 0) {
        status = bres__error(BRES_ERROR_KIND, "axis '%s' has type %s and accepts no %s", name,
                             declared, type);
        bres__error_set_expected(declared);
        return status;
    }
    if (bres_state_axis_value(state, name) != NULL)
        return bres__error(BRES_ERROR_CONFLICT, "state '%s' has a value on axis '%s' already",
                           state->name, name);
    return BRES_OK;
}

bres__value_set bres__value_set_begin(bres_state *state, size_t more)
{
    bres__arena *arena = &state->bench->result->arena;
    bres__value_set set = {
        .state = state,
        .values = bres__arena_calloc(arena, state->axis_value_count + more, sizeof(*set.values)),
        .count = state->axis_value_count,
        .point = { .points = bres__arena_calloc(arena, state->point_count + more,
                                                sizeof(*set.point.points)),
                   .count = state->point_count },
    };

    if (set.values == NULL || set.point.points == NULL) {
        set.status = bres__error_memory();
        return set;
    }
    for (uint32_t i = 0; i < state->axis_value_count; i++)
        set.values[i] = state->axis_values[i];
    for (uint32_t i = 0; i < state->point_count; i++)
        set.point.points[i] = state->points[i];
    return set;
}

void bres__value_set_add(bres__value_set *set, const bres_axis *axis, const char *text)
{
    bres__arena *arena = &set->state->bench->result->arena;
    const char *declared = bres_axis_type(axis);
    bres_value *value = &set->values[set->count];

    if (set->status != BRES_OK)
        return;
    if (!bres__value_make(axis->name, value_type(declared), text, arena, value)) {
        set->status = bres__error_memory();
        return;
    }
    set->status = bres__point_add(&set->point, axis, value, NULL, arena);
    set->count++;
}

bres_status bres__value_set_end(bres__value_set *set)
{
    bres_state *state = set->state;
    bres__arena *arena = &state->bench->result->arena;
    state_parts parts = state_parts_of(state);
    const char *name;
    const char *point_name;

    bres__map_free(&set->point.places);
    if (set->status != BRES_OK)
        return set->status;
    parts.values = set->values;
    parts.value_count = set->count;
    name = state_make_name(&parts, arena);
    point_name = bres__point_name(set->point.points, set->point.count, arena);
    if (name == NULL || point_name == NULL)
        return bres__error_memory();
    state->axis_values = set->values;
    state->axis_value_count = set->count;
    state->axis_values_json = BRES__JSON_ARRAY;
    state->points = set->point.points;
    state->point_count = set->point.count;
    state->name = name;
    state->point_name = point_name;
    return BRES_OK;
}

static bres_status state_append_value(bres_state *state, const bres_axis *axis, const char *text)
{
    bres__value_set set = bres__value_set_begin(state, 1);

    bres__value_set_add(&set, axis, text);
    return bres__value_set_end(&set);
}

bres_status bres_state_add_axis_int64(bres_state *state, const char *axis, int64_t value)
{
    const bres_axis *found = NULL;
    const bres_status status = state_find_axis(state, axis, "int64", &found);
    char text[BRES__NUMBER_SIZE];
    int64_t exponent;

    if (status != BRES_OK)
        return status;
    if (bres__axis_is_pow2(found) && !bres__pow2_exponent(value, &exponent))
        return bres__error(BRES_ERROR_ARGUMENT, "axis '%s': %" PRId64 " is not a power of two",
                           axis, value);
    bres__format_int64(text, value);
    return state_append_value(state, found, text);
}

bres_status bres_state_add_axis_float64(bres_state *state, const char *axis, double value)
{
    const bres_axis *found = NULL;
    const bres_status status = state_find_axis(state, axis, "float64", &found);
    char text[BRES__NUMBER_SIZE];

    if (status != BRES_OK)
        return status;
    bres__format_float64(text, value, BRES__FLOAT_VALUE);
    return state_append_value(state, found, text);
}

bres_status bres_state_add_axis_string(bres_state *state, const char *axis, const char *value)
{
    const bres_axis *found = NULL;
    bres_status status = state_find_axis(state, axis, "string", &found);

    if (status == BRES_OK)
        status = bres__check_text(value, "the value on the axis");
    return status == BRES_OK ? state_append_value(state, found, value) : status;
}
