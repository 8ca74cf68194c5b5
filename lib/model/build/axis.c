/* SPDX-License-Identifier: MIT */
/*
 * Builds axes with the texts that NVBench writes for them.
 */
#include "model/build/build.h"

#include <inttypes.h>
#include <math.h>

#define AXIS_EXPONENT_MAX 63

/* An axis under construction: its values are set, then it is attached to the benchmark. */
typedef struct axis_draft {
    bres_subbench *bench;
    bres__arena *arena;
    const char *name;
    bres_axis_value *values;
    size_t count;
} axis_draft;

static bres_status draft_begin(axis_draft *draft, bres_subbench *bench, const char *name,
                               const void *values, size_t count)
{
    bres_status status = bres__subbench_check_open(bench);

    if (status == BRES_OK)
        status = bres__check_text(name, "the name of the axis");
    if (status != BRES_OK)
        return status;
    if (values == NULL && count != 0)
        return bres__error(BRES_ERROR_ARGUMENT, "axis '%s': the array of values is NULL", name);
    if (bres_subbench_axis(bench, name) != NULL)
        return bres__error(BRES_ERROR_CONFLICT, "benchmark '%s' has an axis '%s' already",
                           bench->name, name);
    draft->bench = bench;
    draft->arena = &bench->result->arena;
    draft->count = count;
    draft->name = bres__arena_strdup(draft->arena, name);
    draft->values = bres__arena_calloc(draft->arena, count, sizeof(*draft->values));
    return draft->name != NULL && draft->values != NULL ? BRES_OK : bres__error_memory();
}

/* Attaches the axis to the benchmark. `type` and `flags` are constants. */
static bres_status draft_end(const axis_draft *draft, const char *type, const char *flags)
{
    bres_subbench *bench = draft->bench;
    bres_axis *axis = bres__subbench_append_axis(bench);
    bres_status status;

    if (axis == NULL)
        return BRES_ERROR_MEMORY;
    axis->name = draft->name;
    axis->type = (bres__scalar){ .text = type, .json = BRES__JSON_STRING };
    axis->flags = (bres__scalar){ .text = flags, .json = BRES__JSON_STRING };
    axis->values = draft->values;
    axis->value_count = draft->count;
    status = bres__subbench_complete_axis(bench, axis, draft->arena);
    if (status != BRES_OK) {
        bres__map_free(&axis->inputs);
        bench->axis_count--;
        return status;
    }
    bench->axes_json = BRES__JSON_ARRAY;
    return BRES_OK;
}

/* Sets the input string of a value and its description. */
static bres_status draft_set_texts(const axis_draft *draft, size_t index, const char *input_string,
                                   const char *description)
{
    bres_axis_value *value = &draft->values[index];

    value->input_string = bres__arena_strdup(draft->arena, input_string);
    value->description.json = BRES__JSON_STRING;
    value->description.text =
        description[0] != '\0' ? bres__arena_strdup(draft->arena, description) : "";
    return value->input_string != NULL && value->description.text != NULL ? BRES_OK
                                                                          : bres__error_memory();
}

/* Sets the JSON value. */
static bres_status draft_set_value(const axis_draft *draft, size_t index, bres__json_kind json,
                                   const char *text)
{
    draft->values[index].json = (uint8_t)json;
    draft->values[index].text = bres__arena_strdup(draft->arena, text);
    return draft->values[index].text != NULL ? BRES_OK : bres__error_memory();
}

bres_status bres_subbench_add_int64_axis(bres_subbench *bench, const char *name,
                                         const int64_t *values, size_t count)
{
    axis_draft draft;
    bres_status status = draft_begin(&draft, bench, name, values, count);

    for (size_t i = 0; i < count && status == BRES_OK; i++) {
        char number[BRES__NUMBER_SIZE];

        bres__format_int64(number, values[i]);
        status = draft_set_texts(&draft, i, number, "");
        if (status == BRES_OK)
            status = draft_set_value(&draft, i, BRES__JSON_INTEGER, number);
    }
    return status == BRES_OK ? draft_end(&draft, "int64", "") : status;
}

static bres_status draft_set_exponent(const axis_draft *draft, size_t index, int64_t exponent)
{
    char typed[BRES__NUMBER_SIZE];
    char number[BRES__NUMBER_SIZE];
    char description[2 * BRES__NUMBER_SIZE];
    bres_status status;

    if (exponent < 0 || exponent > AXIS_EXPONENT_MAX)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "axis '%s': the exponent %" PRId64 " is not between 0 and %d",
                           draft->name, exponent, AXIS_EXPONENT_MAX);
    bres__format_int64(typed, exponent);
    bres__format_int64(number, (int64_t)(UINT64_C(1) << exponent));
    bres__format(description, sizeof(description), "2^%s = %s", typed, number);
    status = draft_set_texts(draft, index, typed, description);
    return status == BRES_OK ? draft_set_value(draft, index, BRES__JSON_INTEGER, number) : status;
}

bres_status bres_subbench_add_pow2_axis(bres_subbench *bench, const char *name,
                                        const int64_t *exponents, size_t count)
{
    axis_draft draft;
    bres_status status = draft_begin(&draft, bench, name, exponents, count);

    for (size_t i = 0; i < count && status == BRES_OK; i++)
        status = draft_set_exponent(&draft, i, exponents[i]);
    return status == BRES_OK ? draft_end(&draft, "int64", "pow2") : status;
}

bres_status bres_subbench_add_float64_axis(bres_subbench *bench, const char *name,
                                           const double *values, size_t count)
{
    axis_draft draft;
    bres_status status = draft_begin(&draft, bench, name, values, count);

    for (size_t i = 0; i < count && status == BRES_OK; i++) {
        char number[BRES__NUMBER_SIZE];

        bres__format_short(number, values[i]);
        status = draft_set_texts(&draft, i, number, "");
        if (status != BRES_OK)
            break;
        bres__format_float64(number, values[i], BRES__FLOAT_JSON);
        status = draft_set_value(&draft, i, isfinite(values[i]) ? BRES__JSON_REAL : BRES__JSON_NULL,
                                 number);
    }
    return status == BRES_OK ? draft_end(&draft, "float64", "") : status;
}

bres_status bres_subbench_add_string_axis(bres_subbench *bench, const char *name,
                                          const char *const *values, size_t count)
{
    axis_draft draft;
    bres_status status = draft_begin(&draft, bench, name, values, count);

    for (size_t i = 0; i < count && status == BRES_OK; i++) {
        status = bres__check_text(values[i], "a value of the axis");
        if (status == BRES_OK)
            status = draft_set_texts(&draft, i, values[i], "");
        if (status == BRES_OK)
            status = draft_set_value(&draft, i, BRES__JSON_STRING, values[i]);
    }
    return status == BRES_OK ? draft_end(&draft, "string", "") : status;
}

bres_status bres_subbench_add_type_axis(bres_subbench *bench, const char *name,
                                        const char *const *names, const char *const *descriptions,
                                        size_t count)
{
    axis_draft draft;
    bres_status status = draft_begin(&draft, bench, name, names, count);

    for (size_t i = 0; i < count && status == BRES_OK; i++) {
        const char *description = "";

        if (descriptions != NULL && descriptions[i] != NULL)
            description = descriptions[i];
        status = bres__check_text(names[i], "a type of the axis");
        if (status == BRES_OK)
            status = bres__check_text(description, "the description of a type");
        if (status == BRES_OK)
            status = draft_set_texts(&draft, i, names[i], description);
        if (status == BRES_OK)
            draft.values[i].is_active = (bres__scalar){ .text = "true", .json = BRES__JSON_TRUE };
    }
    return status == BRES_OK ? draft_end(&draft, "type", "") : status;
}
