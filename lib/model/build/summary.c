/* SPDX-License-Identifier: MIT */
/*
 * Builds summaries.
 */
#include "model/build/build.h"

#include <string.h>

/* The state of an open summary. */
static bres_state *summary_state(const bres_summary *summary)
{
    return ((const bres__open_summary *)summary)->state;
}

static bres_status summary_check_open(const bres_summary *summary)
{
    if (summary == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "the summary is NULL");
    if (!summary->is_open)
        return bres__error(BRES_ERROR_STATE,
                           "a summary of a result that was loaded or merged cannot be changed");
    return bres__state_check_open(summary_state(summary));
}

static bres__arena *summary_arena(const bres_summary *summary)
{
    return &summary_state(summary)->bench->result->arena;
}

static bool state_reserve_summary(bres_state *state)
{
    size_t capacity = state->summary_capacity;

    if (state->summary_count > UINT32_MAX / 2 ||
        !BRES__RESERVE(&state->open_summaries, &capacity, (size_t)state->summary_count + 1))
        return false;
    state->summary_capacity = (uint32_t)capacity;
    return true;
}

static bres_status state_append_summary(bres_state *state, const bres__summary_shape *shape,
                                        bres_summary **summary)
{
    bres__open_summary *made = bres__arena_calloc(&state->bench->result->arena, 1, sizeof(*made));

    if (made == NULL || !state_reserve_summary(state))
        return bres__error_memory();
    made->summary.shape = shape;
    made->summary.is_open = true;
    made->state = state;
    state->open_summaries[state->summary_count++] = &made->summary;
    state->summaries_json = BRES__JSON_ARRAY;
    *summary = &made->summary;
    return BRES_OK;
}

bres_status bres_state_add_summary(bres_state *state, const char *tag, bres_summary **summary)
{
    bres__summary_shape *shape;
    bres__arena *arena;
    bres_status status;

    if (summary == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_state_add_summary: summary is NULL");
    *summary = NULL;
    status = bres__state_check_open(state);
    if (status == BRES_OK)
        status = bres__check_text(tag, "the tag of the summary");
    if (status != BRES_OK)
        return status;
    arena = &state->bench->result->arena;
    shape = bres__arena_calloc(arena, 1, sizeof(*shape));
    if (shape == NULL)
        return bres__error_memory();
    shape->tag = bres__arena_strdup(arena, tag);
    return shape->tag != NULL ? state_append_summary(state, shape, summary) : bres__error_memory();
}

/* A NULL text omits the key. */
static bres_status summary_make_text(const char *text, const char *what, bres__arena *arena,
                                     bres__scalar *scalar)
{
    bres_status status;

    *scalar = (bres__scalar){ 0 };
    if (text == NULL)
        return BRES_OK;
    status = bres__check_text(text, what);
    if (status != BRES_OK)
        return status;
    scalar->text = bres__arena_strdup(arena, text);
    scalar->json = BRES__JSON_STRING;
    return scalar->text != NULL ? BRES_OK : bres__error_memory();
}

static bres_status shape_set_texts(bres__summary_shape *shape, const bres__summary_texts *texts,
                                   bres__arena *arena)
{
    bres_status status =
        summary_make_text(texts->name, "the name of the summary", arena, &shape->name);

    if (status == BRES_OK)
        status = summary_make_text(texts->description, "the description of the summary", arena,
                                   &shape->description);
    if (status == BRES_OK)
        status = summary_make_text(texts->hint, "the hint of the summary", arena, &shape->hint);
    if (status == BRES_OK)
        status =
            summary_make_text(texts->hide, "the hide text of the summary", arena, &shape->hide);
    return status;
}

bres_status bres_summary_set_texts(bres_summary *summary, const char *name, const char *description,
                                   const char *hint, const char *hide)
{
    const bres__summary_texts texts = {
        .name = name, .description = description, .hint = hint, .hide = hide
    };
    bres_status status = summary_check_open(summary);
    bres__summary_shape *changed;

    if (status != BRES_OK)
        return status;
    changed = bres__arena_calloc(summary_arena(summary), 1, sizeof(*changed));
    if (changed == NULL)
        return bres__error_memory();
    *changed = *summary->shape;
    status = shape_set_texts(changed, &texts, summary_arena(summary));
    if (status == BRES_OK)
        summary->shape = changed;
    return status;
}

static bres_status summary_append_value(bres_summary *summary, const bres_value *value)
{
    bres_value *fields = bres__arena_calloc(summary_arena(summary),
                                            (size_t)summary->field_count + 1, sizeof(*fields));

    if (fields == NULL)
        return bres__error_memory();
    for (uint32_t i = 0; i < summary->field_count; i++)
        fields[i] = summary->fields[i];
    fields[summary->field_count++] = *value;
    summary->fields = fields;
    summary->data_json = BRES__JSON_ARRAY;
    return BRES_OK;
}

static bres_status summary_set_value(bres_summary *summary, const char *name, const char *type,
                                     const char *text)
{
    bres_status status = summary_check_open(summary);
    bres_value *present;
    bres_value value;
    bres__arena *arena;

    if (status == BRES_OK)
        status = bres__check_text(name, "the name of the field");
    if (status == BRES_OK)
        status = bres__check_text(text, "the value of the field");
    if (status != BRES_OK)
        return status;
    arena = summary_arena(summary);
    name = bres__arena_strdup(arena, name);
    if (name == NULL || !bres__value_make(name, type, text, arena, &value))
        return bres__error_memory();
    present = (bres_value *)bres_summary_field(summary, name);
    if (present == NULL)
        return summary_append_value(summary, &value);
    *present = value;
    return BRES_OK;
}

bres_status bres_summary_set_int64(bres_summary *summary, const char *field, int64_t value)
{
    char text[BRES__NUMBER_SIZE];

    bres__format_int64(text, value);
    return summary_set_value(summary, field, "int64", text);
}

bres_status bres_summary_set_float64(bres_summary *summary, const char *field, double value)
{
    char text[BRES__NUMBER_SIZE];

    bres__format_float64(text, value, BRES__FLOAT_VALUE);
    return summary_set_value(summary, field, "float64", text);
}

bres_status bres_summary_set_string(bres_summary *summary, const char *field, const char *value)
{
    return summary_set_value(summary, field, "string", value);
}

bres__summaries bres__summaries_begin(bres_state *state, const char *prefix)
{
    return (bres__summaries){
        .state = state,
        .prefix = prefix,
        .count = state->summary_count,
        .json = state->summaries_json,
    };
}

static bool text_is(const bres__scalar *scalar, const char *text)
{
    if (scalar->text == NULL || text == NULL)
        return scalar->text == text;
    return strcmp(scalar->text, text) == 0;
}

/* The shape of the summary at the same index of the previous state, if it is equal; else NULL. */
static const bres__summary_shape *summaries_find_shape(const bres__summaries *set,
                                                       const bres__summary_texts *texts)
{
    const bres_subbench *bench = set->state->bench;
    const uint32_t place = set->state->summary_count;
    const size_t prefix = strlen(set->prefix);
    const bres__summary_shape *shape;
    const bres_state *before;

    if (bench->state_count < 2)
        return NULL;
    before = bench->states[bench->state_count - 2];
    if (place >= before->summary_count)
        return NULL;
    shape = before->open_summaries[place]->shape;
    if (strncmp(shape->tag, set->prefix, prefix) == 0 &&
        strcmp(shape->tag + prefix, texts->tag) == 0 && text_is(&shape->name, texts->name) &&
        text_is(&shape->description, texts->description) && text_is(&shape->hint, texts->hint) &&
        text_is(&shape->hide, texts->hide))
        return shape;
    return NULL;
}

static bres_status summaries_make_shape(const bres__summaries *set,
                                        const bres__summary_texts *texts,
                                        const bres__summary_shape **shape)
{
    bres__arena *arena = &set->state->bench->result->arena;
    bres__summary_shape *made = bres__arena_calloc(arena, 1, sizeof(*made));
    bres__text tag = { 0 };

    bres__text_puts(&tag, set->prefix);
    bres__text_puts(&tag, texts->tag);
    if (made != NULL && !tag.failed)
        made->tag = bres__arena_strdup(arena, tag.data);
    bres__text_free(&tag);
    if (made == NULL || made->tag == NULL)
        return bres__error_memory();
    *shape = made;
    return shape_set_texts(made, texts, arena);
}

bres_summary *bres__summaries_add(bres__summaries *set, const bres__summary_texts *texts)
{
    const bres__summary_shape *shape;
    bres_summary *summary = NULL;

    if (set->status == BRES_OK)
        set->status = bres__state_check_open(set->state);
    if (set->status != BRES_OK)
        return NULL;
    shape = summaries_find_shape(set, texts);
    if (shape == NULL)
        set->status = summaries_make_shape(set, texts, &shape);
    if (set->status == BRES_OK)
        set->status = state_append_summary(set->state, shape, &summary);
    return summary;
}

/* Adds a summary whose only value is a number. */
static void summaries_add_number(bres__summaries *set, const bres__summary_texts *texts,
                                 const bres__field *field, bres_kind kind, const char *text)
{
    bres_summary *summary = bres__summaries_add(set, texts);
    bres_value value = { .field = field, .json = BRES__JSON_STRING, .kind = (uint8_t)kind };

    if (summary == NULL)
        return;
    value.text = bres__arena_strdup(summary_arena(summary), text);
    set->status = value.text != NULL ? summary_append_value(summary, &value) : bres__error_memory();
}

void bres__summaries_add_int64(bres__summaries *set, const bres__summary_texts *texts,
                               int64_t value)
{
    static const bres__field field = { .name = "value",
                                       .type = { .text = "int64", .json = BRES__JSON_STRING } };
    char text[BRES__NUMBER_SIZE];

    bres__format_int64(text, value);
    summaries_add_number(set, texts, &field, BRES_KIND_INT64, text);
}

void bres__summaries_add_float64(bres__summaries *set, const bres__summary_texts *texts,
                                 double value)
{
    static const bres__field field = { .name = "value",
                                       .type = { .text = "float64", .json = BRES__JSON_STRING } };
    char text[BRES__NUMBER_SIZE];

    bres__format_float64(text, value, BRES__FLOAT_VALUE);
    summaries_add_number(set, texts, &field, BRES_KIND_FLOAT64, text);
}

void bres__summaries_add_string(bres__summaries *set, const bres__summary_texts *texts,
                                const char *value)
{
    bres_summary *summary = bres__summaries_add(set, texts);

    if (summary != NULL)
        set->status = bres_summary_set_string(summary, "value", value);
}

bres_status bres__summaries_end(const bres__summaries *set)
{
    if (set->status != BRES_OK) {
        set->state->summary_count = set->count;
        set->state->summaries_json = set->json;
    }
    return set->status;
}

void bres__summaries_move(const bres__summaries *set, uint32_t index)
{
    bres_summary **summaries = set->state->open_summaries;

    for (uint32_t i = set->count; i < set->state->summary_count; i++, index++) {
        bres_summary *const moved = summaries[i];

        memmove(&summaries[index + 1], &summaries[index], (i - index) * sizeof(moved));
        summaries[index] = moved;
    }
}

void bres__state_drop_measurement(bres_state *state, uint32_t first, uint32_t count)
{
    const uint32_t after = state->summary_count - first - count;

    /* A state without summaries has no array. */
    if (after > 0)
        memmove(&state->open_summaries[first], &state->open_summaries[first + count],
                after * sizeof(*state->open_summaries));
    state->summary_count -= count;
    bres__free(atomic_exchange(&state->times, NULL));
    bres__free(atomic_exchange(&state->rates, NULL));
    atomic_store(&state->keep_samples, false);
}
