/* SPDX-License-Identifier: MIT */
/*
 * Access to states.
 */
#include "model/model.h"

#include <string.h>

const bres_subbench *bres_state_subbench(const bres_state *state)
{
    return state != NULL ? state->bench : NULL;
}

const char *bres_state_name(const bres_state *state)
{
    return state != NULL ? state->name : NULL;
}

const char *bres_state_point_name(const bres_state *state)
{
    if (state == NULL)
        return NULL;
    return state->point_name != NULL ? state->point_name : state->name;
}

size_t bres_state_point_count(const bres_state *state)
{
    return state != NULL ? state->point_count : 0;
}

const char *bres_state_point_axis_at(const bres_state *state, size_t index)
{
    return index < bres_state_point_count(state) ? state->points[index].axis : NULL;
}

const char *bres_state_point_text_at(const bres_state *state, size_t index)
{
    return index < bres_state_point_count(state) ? state->points[index].text : NULL;
}

const char *bres_state_point_text(const bres_state *state, const char *axis_full_name)
{
    if (axis_full_name == NULL)
        return NULL;
    for (size_t i = 0; i < bres_state_point_count(state); i++) {
        if (strcmp(state->points[i].axis, axis_full_name) == 0)
            return state->points[i].text;
    }
    return NULL;
}

bool bres_state_device(const bres_state *state, int64_t *id)
{
    if (state == NULL || state->device_json != BRES__JSON_INTEGER)
        return false;
    *id = state->device;
    return true;
}

bool bres_state_type_config_index(const bres_state *state, int64_t *index)
{
    if (state == NULL || state->type_config_index_json != BRES__JSON_INTEGER)
        return false;
    *index = state->type_config_index;
    return true;
}

uint32_t bres_state_run(const bres_state *state)
{
    return state != NULL ? state->run : 0;
}

bool bres_state_is_skipped(const bres_state *state)
{
    return state != NULL && state->skipped_json == BRES__JSON_TRUE;
}

const char *bres_state_skip_reason(const bres_state *state)
{
    return state != NULL ? bres__scalar_string(&state->skip_reason) : NULL;
}

bool bres_state_setting(const bres_state *state, const char *key, double *value)
{
    return state != NULL && state->extra != NULL && key != NULL &&
           bres__json_member_float64(state->extra, key, value);
}

const char *bres_state_extra_json(const bres_state *state)
{
    return state != NULL ? state->extra : NULL;
}

size_t bres_state_axis_value_count(const bres_state *state)
{
    return state != NULL ? state->axis_value_count : 0;
}

const bres_value *bres_state_axis_value_at(const bres_state *state, size_t index)
{
    return index < bres_state_axis_value_count(state) ? &state->axis_values[index] : NULL;
}

const bres_value *bres_state_axis_value(const bres_state *state, const char *axis)
{
    if (axis == NULL)
        return NULL;
    for (size_t i = bres_state_axis_value_count(state); i-- > 0;) {
        const bres_value *value = &state->axis_values[i];

        if (value->field->name != NULL && strcmp(value->field->name, axis) == 0)
            return value;
    }
    return NULL;
}

/* If the point has as many parts as the state has values, no axis occurs twice. */
const bres_value *bres__state_value_on(const bres_state *state, const bres_axis *axis)
{
    bool distinct;

    if (state == NULL || axis == NULL)
        return NULL;
    distinct = state->point_count == state->axis_value_count;
    if (distinct && axis->index < state->axis_value_count) {
        const bres_value *value = &state->axis_values[axis->index];

        if (value->field->name != NULL && strcmp(value->field->name, axis->name) == 0)
            return value;
    }
    return bres_state_axis_value(state, axis->name);
}

size_t bres_state_summary_count(const bres_state *state)
{
    return state != NULL ? state->summary_count : 0;
}

const bres_summary *bres_state_summary_at(const bres_state *state, size_t index)
{
    return index < bres_state_summary_count(state) ? bres__summary_at(state, index) : NULL;
}

const bres_summary *bres_state_summary(const bres_state *state, const char *tag)
{
    if (tag == NULL)
        return NULL;
    for (size_t i = bres_state_summary_count(state); i-- > 0;) {
        const bres_summary *summary = bres__summary_at(state, i);

        if (summary->shape->tag != NULL && strcmp(summary->shape->tag, tag) == 0)
            return summary;
    }
    return NULL;
}

bool bres_state_median(const bres_state *state, double *seconds)
{
    return bres_summary_float64(bres_state_summary(state, "nv/cold/time/gpu/median"), seconds) ||
           bres_summary_float64(bres_state_summary(state, "nv/cpu_only/time/cpu/median"), seconds);
}

static uint32_t state_bits(const bres_state *state)
{
    uint32_t bits = 0;

    if (state->skipped_json == BRES__JSON_TRUE)
        bits |= BRES_STATE_IS_SKIPPED;
    else if (state->skipped_json == BRES__JSON_NULL)
        bits |= BRES_STATE_SKIP_UNKNOWN;
    if (state->skip_reason.json != BRES__JSON_MISSING && state->skip_reason.json != BRES__JSON_NULL)
        bits |= BRES_STATE_HAS_SKIP_REASON;
    return bits;
}

void bres_state_fill_record(const bres_state *state, bres_state_record *record)
{
    if (record == NULL)
        return;
    *record = (bres_state_record){ 0 };
    if (state == NULL)
        return;
    record->name = bres_state_name(state);
    record->point_name = bres_state_point_name(state);
    record->skip_reason = bres_state_skip_reason(state);
    record->run = bres_state_run(state);
    record->has = state_bits(state);
    if (bres_state_device(state, &record->device))
        record->has |= BRES_STATE_HAS_DEVICE;
    if (bres_state_type_config_index(state, &record->type_config_index))
        record->has |= BRES_STATE_HAS_TYPE_CONFIG_INDEX;
    if (bres_state_bw(state, &record->bw))
        record->has |= BRES_STATE_HAS_BW;
}

bool bres_state_bw(const bres_state *state, double *fraction)
{
    const bres_summary *summary = bres_state_summary(state, "nv/cold/bw/global/utilization");
    const char *text = bres_summary_string(summary);
    double parsed;

    if (bres_summary_float64(summary, fraction))
        return true;
    if (text == NULL || bres__parse_float64(text, strlen(text), &parsed) != BRES__PARSE_OK)
        return false;
    *fraction = parsed;
    return true;
}

bres_status bres__state_check_open(const bres_state *state)
{
    if (state == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "the state is NULL");
    return bres__result_check_open(state->bench->result);
}
