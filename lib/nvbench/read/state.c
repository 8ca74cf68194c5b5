/* SPDX-License-Identifier: MIT */
/*
 * One state, from its text into the model.
 */
#include "nvbench/nvbench.h"

#include <string.h>

/* Decodes an integer or null, for `device` and `type_config_index`. */
static bres_status decode_integer(bres__decoder *decoder, const char *member, int64_t *number,
                                  uint8_t *json)
{
    const char *at = bres__value_at(decoder);
    bres__json_kind kind;
    bres__slice slice;
    bres_status status = bres__decode_any(decoder, &kind, &slice);

    if (status != BRES_OK)
        return status;
    *json = BRES__JSON_NULL;
    if (kind == BRES__JSON_NULL)
        return BRES_OK;
    *json = BRES__JSON_MISSING;
    if (kind != BRES__JSON_INTEGER)
        return bres__decoder_fault(decoder, BRES_ERROR_KIND, at, "an integer", member,
                                   "expected an integer or null, found %s",
                                   bres__json_kind_name(kind));
    if (bres__parse_int64(slice.data, slice.length, number) != BRES__PARSE_OK)
        return bres__decoder_fault(decoder, BRES_ERROR_VALUE, at, "an int64", member,
                                   "the integer does not fit in 64 bits");
    *json = BRES__JSON_INTEGER;
    return BRES_OK;
}

static bres_status decode_skipped(bres__decoder *decoder, bres_state *state)
{
    const char *at = bres__value_at(decoder);
    bres__json_kind kind;
    bres__slice slice;
    bres_status status = bres__decode_any(decoder, &kind, &slice);

    if (status != BRES_OK)
        return status;
    state->skipped_json = BRES__JSON_MISSING;
    if (kind != BRES__JSON_NULL && kind != BRES__JSON_FALSE && kind != BRES__JSON_TRUE)
        return bres__decoder_fault(decoder, BRES_ERROR_KIND, at, "true or false", "is_skipped",
                                   "expected true or false, found %s", bres__json_kind_name(kind));
    state->skipped_json = (uint8_t)kind;
    return BRES_OK;
}

/* A run number under the key `run` is from this library. Any other value of `run` is kept as an
 * unknown member. */
static bres_status decode_run(bres__decoder *decoder, const bres__slice *key, bres_state *state)
{
    bres__cursor again = decoder->cursor;
    bres__json_kind kind;
    bres__slice slice;
    int64_t number;
    bres_status status = bres__decode_any(decoder, &kind, &slice);

    if (status != BRES_OK)
        return status;
    state->has_run = kind == BRES__JSON_INTEGER &&
                     bres__parse_int64(slice.data, slice.length, &number) == BRES__PARSE_OK &&
                     number >= 0 && number <= UINT32_MAX;
    if (state->has_run) {
        state->run = (uint32_t)number;
        return BRES_OK;
    }
    state->run = 0;
    decoder->cursor = again;
    return bres__decode_extra(decoder, &decoder->state_members, key);
}

static bres_status decode_name(bres__decoder *decoder, bres_state *state)
{
    const char *at = bres__value_at(decoder);
    bres__json_kind kind;
    bres__slice slice;
    bres_status status = bres__decode_any(decoder, &kind, &slice);

    if (status != BRES_OK)
        return status;
    state->name = ""; /* the key is not missing */
    state->unnamed = kind != BRES__JSON_STRING;
    if (kind != BRES__JSON_STRING)
        return bres__decoder_fault(decoder, BRES_ERROR_KIND, at, "a string", "name",
                                   "expected a string, found %s", bres__json_kind_name(kind));
    state->name = bres__arena_copy(&decoder->arena, slice.data, slice.length);
    return state->name == NULL ? bres__error_memory() : BRES_OK;
}

/* Begins a member that holds a list; null or missing is an empty list. *json: the kind of the
 * value. *list: whether the cursor is at a list to read. */
static bres_status begin_list(bres__decoder *decoder, const char *member, uint8_t *json, bool *list)
{
    bres__json_kind kind = bres__json_peek(&decoder->cursor);
    const char *at = bres__value_at(decoder);
    bres_status status;

    *list = kind == BRES__JSON_ARRAY;
    *json = (uint8_t)(*list ? BRES__JSON_ARRAY : BRES__JSON_NULL);
    if (*list)
        return BRES_OK;
    status = bres__json_skip(&decoder->cursor, NULL);
    if (status != BRES_OK || kind == BRES__JSON_NULL)
        return status;
    *json = BRES__JSON_MISSING;
    if (kind == BRES__JSON_OBJECT)
        return bres__load_old_layout(decoder->load, at, "benchmarks[%zu].states[%zu].%s",
                                     decoder->bench_index, decoder->state_index, member);
    return bres__decoder_fault(decoder, BRES_ERROR_KIND, at, "a list", member,
                               "expected a list, found %s", bres__json_kind_name(kind));
}

static bres_status add_points(bres__decoder *decoder, const bres_state *state,
                              bres__point_draft *draft)
{
    for (uint32_t i = 0; i < state->axis_value_count; i++) {
        const bres_value *value = &state->axis_values[i];
        const bres_axis *axis;
        bres_status status;

        if (value->field->name == NULL) /* a lenient load has logged a warning */
            continue;
        axis = bres_subbench_axis(state->bench, value->field->name);
        decoder->list = "axis_values";
        decoder->field_index = (long)i;
        if (axis == NULL)
            status =
                bres__decoder_fault(decoder, BRES_ERROR_KEY, NULL, "an axis of the benchmark",
                                    "name", "the benchmark has no axis '%s'", value->field->name);
        else
            status = bres__point_add(draft, axis, value, decoder->inputs[i], &decoder->arena);
        decoder->field_index = -1;
        if (status != BRES_OK)
            return status;
    }
    return BRES_OK;
}

static bres_status make_point(bres__decoder *decoder, bres_state *state)
{
    bres__arena *arena = &decoder->arena;
    bres__point_draft draft = { .count = 0 };
    bres_status status;

    if (state->axis_value_count == 0)
        return BRES_OK;
    draft.points = bres__arena_calloc(arena, state->axis_value_count, sizeof *draft.points);
    if (draft.points == NULL)
        return bres__error_memory();
    status = add_points(decoder, state, &draft);
    bres__map_free(&draft.places);
    state->points = draft.points;
    state->point_count = draft.count;
    if (status != BRES_OK || draft.count == 0)
        return status;
    state->point_name = bres__point_name(draft.points, draft.count, arena);
    return state->point_name == NULL ? bres__error_memory() : BRES_OK;
}

static bres_status decode_axis_values(bres__decoder *decoder, bres_state *state)
{
    bool list;
    bres_status status = begin_list(decoder, "axis_values", &state->axis_values_json, &list);

    state->axis_value_count = 0;
    state->point_count = 0;
    state->point_name = NULL;
    if (status != BRES_OK || !list)
        return status;
    status = bres__decode_values(decoder, false);
    if (status != BRES_OK)
        return status;
    state->axis_values =
        bres__arena_calloc(&decoder->arena, decoder->value_count, sizeof *state->axis_values);
    if (state->axis_values == NULL)
        return bres__error_memory();
    if (decoder->value_count > 0)
        memcpy(state->axis_values, decoder->values,
               decoder->value_count * sizeof *state->axis_values);
    state->axis_value_count = (uint32_t)decoder->value_count;
    return make_point(decoder, state);
}

static bres_status decode_member(bres__decoder *decoder, const bres__slice *key, bres_state *state)
{
    bool list;
    bres_status status;

    if (bres__slice_is(key, "summaries")) {
        state->summary_count = 0;
        status = begin_list(decoder, "summaries", &state->summaries_json, &list);
        return status == BRES_OK && list ? bres__decode_summaries(decoder, state) : status;
    }
    if (bres__slice_is(key, "name"))
        return decode_name(decoder, state);
    if (bres__slice_is(key, "device"))
        return decode_integer(decoder, "device", &state->device, &state->device_json);
    if (bres__slice_is(key, "type_config_index"))
        return decode_integer(decoder, "type_config_index", &state->type_config_index,
                              &state->type_config_index_json);
    if (bres__slice_is(key, "axis_values"))
        return decode_axis_values(decoder, state);
    if (bres__slice_is(key, "is_skipped"))
        return decode_skipped(decoder, state);
    if (bres__slice_is(key, "skip_reason"))
        return bres__decode_scalar(decoder, &state->skip_reason);
    if (bres__slice_is(key, "run"))
        return decode_run(decoder, key, state);
    return bres__decode_extra(decoder, &decoder->state_members, key);
}

/* Checks the bandwidth utilization, which is read as a number regardless of its declared type. */
static bres_status check_bw(bres__decoder *decoder, const bres_state *state)
{
    const bres_summary *summary = bres_state_summary(state, "nv/cold/bw/global/utilization");
    double fraction;

    if (bres_summary_kind(summary) != BRES_KIND_STRING || bres_state_bw(state, &fraction))
        return BRES_OK;
    return bres__decoder_fault(decoder, BRES_ERROR_VALUE, NULL, "a float64", NULL,
                               "summary '%s': the value '%.200s' is not a float64",
                               bres_summary_tag(summary), bres_summary_string(summary));
}

static bres_status decode_object(bres__decoder *decoder, bres_state *state)
{
    bres__cursor *cursor = &decoder->cursor;
    const char *at = cursor->next;
    bres__json_walk walk = bres__json_walk_object(cursor, &decoder->scratch);
    bres_status status;

    while (bres__json_walk_next(&walk))
        walk.status = decode_member(decoder, &walk.key, state);
    status = walk.status;
    if (status == BRES_OK)
        status = bres__json_finish(cursor);
    if (status == BRES_OK && state->name == NULL) {
        state->name = "";
        state->unnamed = true;
        status = bres__decoder_fault(decoder, BRES_ERROR_KEY, at, "the key 'name'", NULL,
                                     "the state has no name");
    }
    if (status == BRES_OK)
        status = bres__decode_take_extra(decoder, &decoder->state_members, &state->extra);
    if (status == BRES_OK)
        status = bres__attach_sidecars(decoder, state);
    return status == BRES_OK ? check_bw(decoder, state) : status;
}

bres_status bres__decode_state(bres__decoder *decoder, const bres_subbench *bench,
                               const bres__state_text *text, bres_state **state)
{
    bres_state *made = bres__arena_calloc(&decoder->arena, 1, sizeof *made);
    bres__cursor *cursor = &decoder->cursor;
    bres__json_kind kind;
    bres_status status;

    if (made == NULL)
        return bres__error_memory();
    made->bench = bench;
    cursor->next = text->begin;
    cursor->end = text->begin + text->length;
    cursor->depth = BRES__STATE_DEPTH;
    kind = bres__json_peek(cursor);
    if (kind == BRES__JSON_OBJECT) {
        status = decode_object(decoder, made);
    } else {
        const char *at = cursor->next;

        status = bres__json_skip(cursor, NULL);
        if (status == BRES_OK)
            status = bres__json_finish(cursor);
        if (status == BRES_OK) {
            status = bres__error(BRES_ERROR_KIND, "expected an object, found %s",
                                 bres__json_kind_name(kind));
            bres__error_set_path("benchmarks[%zu].states[%zu]", decoder->bench_index,
                                 decoder->state_index);
            bres__error_set_offset(at - cursor->start);
        }
    }
    bres__arena_free(&decoder->scratch);
    if (status == BRES_OK)
        *state = made;
    return status;
}
