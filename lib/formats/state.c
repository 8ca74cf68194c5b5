/* SPDX-License-Identifier: MIT */
/*
 * The states of a draft: their axis values, samples and other measures.
 */
#include "formats/draft.h"

#include "base/alloc.h"

#include <string.h>

/* Limits of the first capacity of a list, which is the number of samples that the reader expects. A
 * state can have as many lists as records, so the capacity must not be large. */
#define LEAST_CAPACITY 4
#define MOST_CAPACITY  64

/* Below this number of names, searching a list is faster than a map. */
#define FEW_NAMES 16

bres__draft_state *bres__draft_begin(bres__draft *draft)
{
    bres__draft_state *state = bres__arena_calloc(&draft->arena, 1, sizeof(*state));

    if (state == NULL) {
        draft->failed = true;
        return NULL;
    }
    state->draft = draft;
    state->last = &state->axes;
    state->last_series = &state->series;
    state->next_made = draft->made;
    draft->made = state;
    return state;
}

void bres__draft_name(bres__draft_state *state, const char *name)
{
    if (state != NULL)
        state->name = bres__draft_copy(state->draft, name);
}

static void names_add(bres__draft_names *names, bres__draft_state *state, const char *name,
                      void *named)
{
    if (names->state == state && !bres__map_set(&names->places, name, strlen(name), named))
        state->draft->failed = true;
}

static void names_begin(bres__draft_names *names, const bres__draft_state *state)
{
    bres__map_free(&names->places);
    *names = (bres__draft_names){ .state = state };
}

/* NULL: the state does not have a value on the axis. */
static bres__draft_axis *state_find_axis(bres__draft_state *state, const char *name)
{
    bres__draft_names *names = &state->draft->axes;
    bres__draft_axis *axis = state->axes;

    if (state->axis_count < FEW_NAMES) {
        while (axis != NULL && strcmp(axis->axis, name) != 0)
            axis = axis->next;
        return axis;
    }
    if (names->state != state) {
        names_begin(names, state);
        for (; axis != NULL; axis = axis->next)
            names_add(names, state, axis->axis, axis);
    }
    return bres__map_get(&names->places, name, strlen(name));
}

/* A copy of the name, or the first free name of NAME#2, NAME#3, ... NULL: no memory. */
static const char *state_free_axis(bres__draft_state *state, const char *name)
{
    bres__draft_axis *taken = state_find_axis(state, name);
    bres__text text = { 0 };

    if (taken == NULL)
        return bres__draft_copy(state->draft, name);
    do {
        bres__text_clear(&text);
        bres__text_printf(&text, "%s#%zu", name, ++taken->number);
    } while (!text.failed && state_find_axis(state, text.data) != NULL);
    name = !text.failed ? bres__draft_copy(state->draft, text.data) : NULL;
    bres__text_free(&text);
    return name;
}

void bres__draft_axis_value(bres__draft_state *state, const char *axis, bres__axis_kind kind,
                            const char *text)
{
    bres__draft_axis *made;

    if (state == NULL)
        return;
    made = bres__arena_calloc(&state->draft->arena, 1, sizeof(*made));
    if (made == NULL) {
        state->draft->failed = true;
        return;
    }
    made->axis = state_free_axis(state, axis);
    made->text = bres__draft_copy(state->draft, text);
    made->kind = kind;
    made->number = 1;
    if (made->axis == NULL || made->text == NULL) {
        state->draft->failed = true;
        return;
    }
    *state->last = made;
    state->last = &made->next;
    state->axis_count++;
    names_add(&state->draft->axes, state, made->axis, made);
}

static size_t first_capacity(const bres__draft_state *state)
{
    if (state->expected < LEAST_CAPACITY)
        return LEAST_CAPACITY;
    return state->expected < MOST_CAPACITY ? state->expected : MOST_CAPACITY;
}

static void state_add_number(bres__draft_state *state, bres__draft_list *list, double value)
{
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity == 0 ? first_capacity(state) : 2 * list->capacity;
        double *values = bres__arena_calloc(&state->draft->arena, capacity, sizeof(*values));

        if (values == NULL) {
            state->draft->failed = true;
            return;
        }
        if (list->count > 0)
            memcpy(values, list->values, list->count * sizeof(*values));
        list->values = values;
        list->capacity = capacity;
    }
    list->values[list->count++] = value;
}

void bres__draft_sample(bres__draft_state *state, double seconds, double executions)
{
    if (state == NULL)
        return;
    state_add_number(state, &state->times, seconds);
    state_add_number(state, &state->executions, executions);
}

/* NULL: the state does not have a value of the measure. */
static bres__series *state_find_series(bres__draft_state *state, const char *tag)
{
    bres__draft_names *names = &state->draft->series;
    bres__series *series = state->series;

    if (state->series_count < FEW_NAMES) {
        while (series != NULL && strcmp(series->measure.tag, tag) != 0)
            series = series->next;
        return series;
    }
    if (names->state != state) {
        names_begin(names, state);
        for (; series != NULL; series = series->next)
            names_add(names, state, series->measure.tag, series);
    }
    return bres__map_get(&names->places, tag, strlen(tag));
}

/* NULL: no memory. */
static bres__series *state_add_series(bres__draft_state *state, const bres__measure *measure)
{
    bres__series *series = bres__arena_calloc(&state->draft->arena, 1, sizeof(*series));

    if (series == NULL)
        return NULL;
    series->measure = *measure;
    series->measure.tag = bres__draft_copy(state->draft, measure->tag);
    if (measure->unit != NULL)
        series->measure.unit = bres__draft_copy(state->draft, measure->unit);
    if (series->measure.tag == NULL || (measure->unit != NULL && series->measure.unit == NULL))
        return NULL;
    *state->last_series = series;
    state->last_series = &series->next;
    state->series_count++;
    names_add(&state->draft->series, state, series->measure.tag, series);
    return series;
}

/* NULL: no memory. */
static bres__series *state_series(bres__draft_state *state, const bres__measure *measure)
{
    bres__series *series = state->expected_series;

    /* Each sample has its values in the same order, so the series after the last one is likely. */
    if (series == NULL || strcmp(series->measure.tag, measure->tag) != 0)
        series = state_find_series(state, measure->tag);
    if (series == NULL)
        return state_add_series(state, measure);
    state->expected_series = series->next != NULL ? series->next : state->series;
    return series;
}

void bres__draft_value(bres__draft_state *state, const bres__measure *measure, double value)
{
    bres__series *series = state != NULL ? state_series(state, measure) : NULL;

    if (state == NULL)
        return;
    if (series == NULL)
        state->draft->failed = true;
    else
        state_add_number(state, &series->list, value);
}

/* Adds a value whose tag is `prefix` followed by the name. */
static void state_add_named(bres__draft_state *state, const char *prefix, const char *name,
                            bres__measure measure, double value)
{
    bres__text tag = { 0 };

    if (state == NULL)
        return;
    bres__text_puts(&tag, prefix);
    bres__text_puts(&tag, name);
    measure.tag = tag.data;
    if (tag.failed)
        state->draft->failed = true;
    else
        bres__draft_value(state, &measure, value);
    bres__text_free(&tag);
}

void bres__draft_counter(bres__draft_state *state, const char *name, const char *unit,
                         bres__better better, double value)
{
    state_add_named(state, "bres/import/counter/", name,
                    (bres__measure){ .unit = unit, .better = better }, value);
}

void bres__draft_time(bres__draft_state *state, const char *name, double seconds)
{
    state_add_named(state, "bres/import/time/", name,
                    (bres__measure){ .hint = "duration", .better = BRES__BETTER_LOWER }, seconds);
}

void bres__draft_work(bres__draft_state *state, int64_t elements, int64_t bytes)
{
    if (state == NULL)
        return;
    state->elements = elements;
    state->bytes = bytes;
}

void bres__draft_skip(bres__draft_state *state, const char *reason)
{
    if (state != NULL)
        state->skip_reason = bres__draft_copy(state->draft, reason);
}

void bres__draft_run(bres__draft_state *state, uint32_t run)
{
    if (state == NULL)
        return;
    state->run = run;
    state->has_run = true;
}
