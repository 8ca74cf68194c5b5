/* SPDX-License-Identifier: MIT */
/*
 * Task specs: their defaults, equality, copies.
 */
#include "timer/spec/spec.h"

#include <string.h>

#define TASK_SPEC_FIRST_SIZE (offsetof(bres_task_spec, reserved) + sizeof(int32_t))

_Static_assert(sizeof(bres_task_spec) == TASK_SPEC_FIRST_SIZE, "bres_task_spec has padding");

const bres__spec_text bres__spec_texts[BRES__SPEC_TEXT_COUNT] = {
    { "stmt", offsetof(bres_task_spec, stmt), "" },
    { "setup", offsetof(bres_task_spec, setup), "pass" },
    { "global_setup", offsetof(bres_task_spec, global_setup), "" },
    { "label", offsetof(bres_task_spec, label), NULL },
    { "sub_label", offsetof(bres_task_spec, sub_label), NULL },
    { "description", offsetof(bres_task_spec, description), NULL },
    { "env", offsetof(bres_task_spec, env), NULL },
};

const char *bres__spec_get(const bres_task_spec *spec, const bres__spec_text *text)
{
    const char *value;

    memcpy(&value, (const char *)spec + text->offset, sizeof(value));
    return value;
}

void bres__spec_set(bres_task_spec *spec, const bres__spec_text *text, const char *value)
{
    memcpy((char *)spec + text->offset, &value, sizeof(value));
}

void bres_task_spec_init(bres_task_spec *spec)
{
    if (spec == NULL)
        return;
    *spec = (bres_task_spec){ .size = sizeof(*spec), .num_threads = 1 };
    for (size_t i = 0; i < BRES__SPEC_TEXT_COUNT; i++)
        bres__spec_set(spec, &bres__spec_texts[i], bres__spec_texts[i].null);
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_AT_LEAST(bres_task_spec, num_threads, 1),
    BRES__OPTION_RESERVED(bres_task_spec, reserved),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_task_spec, TASK_SPEC_FIRST_SIZE, option_fields);

bres_status bres__spec_load(bres_task_spec *full, const bres_task_spec *user)
{
    bres_status status;

    bres_task_spec_init(full);
    status = bres__options_take(full, user, &options_type);
    if (status != BRES_OK)
        return status;
    for (size_t i = 0; i < BRES__SPEC_TEXT_COUNT; i++) {
        const bres__spec_text *text = &bres__spec_texts[i];
        const char *value = bres__spec_get(full, text);

        if (value == NULL)
            bres__spec_set(full, text, text->null);
        else if (value[bres__utf8_valid(value, strlen(value))] != '\0')
            return bres__error(BRES_ERROR_ARGUMENT,
                               "bres_task_spec.%s is not UTF-8, from byte %zu on", text->name,
                               bres__utf8_valid(value, strlen(value)));
    }
    return BRES_OK;
}

bool bres__spec_copy(bres_task_spec *copy, const bres_task_spec *spec, bres__arena *arena)
{
    *copy = *spec;
    for (size_t i = 0; i < BRES__SPEC_TEXT_COUNT; i++) {
        const char *value = bres__spec_get(spec, &bres__spec_texts[i]);
        const char *own = value != NULL ? bres__arena_strdup(arena, value) : NULL;

        if (value != NULL && own == NULL)
            return false;
        bres__spec_set(copy, &bres__spec_texts[i], own);
    }
    return true;
}

bool bres_task_spec_equal(const bres_task_spec *a, const bres_task_spec *b)
{
    bres_task_spec first;
    bres_task_spec second;

    if (bres__spec_load(&first, a) != BRES_OK || bres__spec_load(&second, b) != BRES_OK)
        return false;
    for (size_t i = 0; i < BRES__SPEC_TEXT_COUNT; i++) {
        const char *left = bres__spec_get(&first, &bres__spec_texts[i]);
        const char *right = bres__spec_get(&second, &bres__spec_texts[i]);

        if (left != right && (left == NULL || right == NULL || strcmp(left, right) != 0))
            return false;
    }
    return first.num_threads == second.num_threads;
}

void bres__spec_write(bres__json_writer *writer, const bres_task_spec *spec)
{
    bres__json_begin(writer, '{');
    for (size_t i = 0; i < BRES__SPEC_TEXT_COUNT; i++) {
        const char *value = bres__spec_get(spec, &bres__spec_texts[i]);

        bres__json_key(writer, bres__spec_texts[i].name);
        if (value != NULL)
            bres__json_write_string(writer, value);
        else
            bres__json_write_literal(writer, "null");
    }
    bres__json_key(writer, "num_threads");
    bres__json_write_int64(writer, spec->num_threads);
    bres__json_end(writer, '}');
}
