/* SPDX-License-Identifier: MIT */
/*
 * Builds settings: numbers under keys of a benchmark or a state that have no member of their own in
 * the model.
 */
#include "model/build/build.h"

#include <string.h>

/* Keys that the file format defines. */
static const char *const subbench_keys[] = { "name", "index", "devices", "axes", "states", NULL };
static const char *const state_keys[] = {
    "name", "device", "type_config_index", "axis_values", "summaries", "is_skipped", "skip_reason",
    "run",  NULL,
};

static bres_status setting_check_key(const char *key, const char *const *taken)
{
    const bres_status status = bres__check_text(key, "the key of the setting");

    if (status != BRES_OK)
        return status;
    for (; *taken != NULL; taken++) {
        if (strcmp(*taken, key) == 0)
            return bres__error(BRES_ERROR_ARGUMENT, "the file format reserves the key '%s'", key);
    }
    return BRES_OK;
}

/* `value` is the text of a JSON number. */
static bres_status setting_set(const char **object, const char *key, const char *value,
                               bres__arena *arena)
{
    const char *const replaced[] = { key, NULL };
    bres__text text = { 0 };
    bres__json_writer writer = { .text = &text, .empty = true, .compact = true };
    const char *changed = NULL;

    bres__json_begin(&writer, '{');
    if (*object != NULL)
        bres__json_write_members(&writer, *object, replaced);
    bres__json_key(&writer, key);
    bres__json_write_literal(&writer, value);
    bres__json_end(&writer, '}');
    if (!text.failed)
        changed = bres__arena_copy(arena, text.data, text.length);
    bres__text_free(&text);
    if (changed == NULL)
        return bres__error_memory();
    *object = changed;
    return BRES_OK;
}

static bres_status setting_set_subbench(bres_subbench *bench, const char *key, const char *value)
{
    bres_status status = bres__subbench_check_open(bench);

    if (status == BRES_OK)
        status = setting_check_key(key, subbench_keys);
    if (status == BRES_OK)
        status = setting_set(&bench->extra, key, value, &bench->result->arena);
    return status;
}

static bres_status setting_set_state(bres_state *state, const char *key, const char *value)
{
    bres_status status = bres__state_check_open(state);

    if (status == BRES_OK)
        status = setting_check_key(key, state_keys);
    if (status == BRES_OK)
        status = setting_set(&state->extra, key, value, &state->bench->result->arena);
    return status;
}

bres_status bres_subbench_set_int64(bres_subbench *bench, const char *key, int64_t value)
{
    char number[BRES__NUMBER_SIZE];

    bres__format_int64(number, value);
    return setting_set_subbench(bench, key, number);
}

bres_status bres_subbench_set_float64(bres_subbench *bench, const char *key, double value)
{
    char number[BRES__NUMBER_SIZE];

    bres__format_float64(number, value, BRES__FLOAT_JSON);
    return setting_set_subbench(bench, key, number);
}

bres_status bres_state_set_int64(bres_state *state, const char *key, int64_t value)
{
    char number[BRES__NUMBER_SIZE];

    bres__format_int64(number, value);
    return setting_set_state(state, key, number);
}

bres_status bres_state_set_float64(bres_state *state, const char *key, double value)
{
    char number[BRES__NUMBER_SIZE];

    bres__format_float64(number, value, BRES__FLOAT_JSON);
    return setting_set_state(state, key, number);
}
