/* SPDX-License-Identifier: MIT */
/*
 * Merging: states. The same configuration in another input is its next run.
 */
#include "model/merge/merge.h"

#include <string.h>

/* How far the runs of one configuration have been numbered. */
typedef struct state_runs {
    size_t input;   /* that had it last */
    uint64_t base;  /* number of that input's run 0 */
    uint64_t count; /* runs so far: one more than the highest number */
} state_runs;

typedef struct states_merge {
    bres_subbench *bench;
    bres_state *next; /* room for what is still to come */
    bres__index configurations;
    state_runs *runs; /* by position of the configuration */
    size_t run_capacity;
} states_merge;

static void key_put_text(bres__text *key, const char *text)
{
    const size_t length = text != NULL ? strlen(text) : SIZE_MAX;

    bres__text_append(key, (const char *)&length, sizeof(length));
    if (text != NULL)
        bres__text_append(key, text, length);
}

static void key_put_number(bres__text *key, bool present, int64_t number)
{
    bres__text_putc(key, present ? '1' : '0');
    if (present)
        bres__text_append(key, (const char *)&number, sizeof(number));
}

/* What states of one configuration have in common. Only a state without device and axis values goes
 * by its name. */
static void states_make_key(states_merge *states, const bres_state *state)
{
    bres__text *key = &states->configurations.key;
    int64_t number = 0;
    bool present = bres_state_device(state, &number);

    if (!present && state->axis_value_count == 0)
        key_put_text(key, state->name);
    key_put_number(key, present, number);
    present = bres_state_type_config_index(state, &number);
    key_put_number(key, present, number);
    for (uint32_t i = 0; i < state->axis_value_count; i++) {
        const bres_value *value = &state->axis_values[i];

        key_put_text(key, value->field->name);
        bres__text_putc(key, (char)value->field->type.json);
        key_put_text(key, value->field->type.text);
        bres__text_putc(key, (char)value->json);
        key_put_text(key, value->text);
    }
}

/* The record of a configuration, new when it is seen for the first time; NULL: no memory. */
static state_runs *states_find_runs(states_merge *states, const bres_state *state, size_t input)
{
    const size_t known = states->configurations.count;
    size_t position;

    states_make_key(states, state);
    if (!BRES__RESERVE(&states->runs, &states->run_capacity, known + 1) ||
        !bres__index_take(&states->configurations, &position))
        return NULL;
    if (position == known)
        states->runs[position] = (state_runs){ .input = input };
    return &states->runs[position];
}

static bres_status states_number(states_merge *states, const bres_state *state, size_t input,
                                 uint32_t *run)
{
    state_runs *runs = states_find_runs(states, state, input);
    uint64_t number;

    if (runs == NULL)
        return bres__error_memory();
    if (runs->input != input) {
        runs->input = input;
        runs->base = runs->count;
    }
    number = runs->base + state->run;
    if (number > UINT32_MAX)
        return bres__error(BRES_ERROR_LIMIT,
                           "state '%s' of benchmark '%s': more runs than fit in "
                           "32 bits",
                           state->name, states->bench->name);
    if (number >= runs->count)
        runs->count = number + 1;
    *run = (uint32_t)number;
    return BRES_OK;
}

static bres_status states_add(states_merge *states, const bres_state *state, size_t input)
{
    bres_subbench *bench = states->bench;
    bres_state *made = states->next++;
    uint32_t run = 0;
    const bres_status status = states_number(states, state, input, &run);

    if (status != BRES_OK)
        return status;
    made->bench = bench;
    made->name = state->name;
    made->point_name = state->point_name;
    made->extra = state->extra;
    made->axis_values = state->axis_values;
    made->points = state->points;
    made->summaries = state->summaries;
    made->origin = state->origin != NULL ? state->origin : state;
    made->skip_reason = state->skip_reason;
    made->device = state->device;
    made->type_config_index = state->type_config_index;
    made->axis_value_count = state->axis_value_count;
    made->point_count = state->point_count;
    made->summary_count = state->summary_count;
    made->run = run;
    made->device_json = state->device_json;
    made->type_config_index_json = state->type_config_index_json;
    made->axis_values_json = state->axis_values_json;
    made->summaries_json = state->summaries_json;
    made->skipped_json = state->skipped_json;
    made->has_run = state->has_run || run != state->run;
    bench->states[bench->state_count++] = made;
    return BRES_OK;
}

/* Makes room for all states at once, in the arena. */
static bres_status states_begin(states_merge *states, bres__merge *merge,
                                const bres__merge_group *group)
{
    bres__arena *arena = &merge->result->arena;
    size_t count = 0;

    for (const bres__merge_part *part = group->parts; part != NULL; part = part->next) {
        if (part->bench->state_count > SIZE_MAX - count)
            return bres__error_memory();
        count += part->bench->state_count;
    }
    states->bench->states = bres__arena_calloc(arena, count, sizeof(*states->bench->states));
    states->next = bres__arena_calloc(arena, count, sizeof(*states->next));
    return states->bench->states != NULL && states->next != NULL ? BRES_OK : bres__error_memory();
}

bres_status bres__merge_states(bres__merge *merge, const bres__merge_group *group,
                               bres_subbench *bench)
{
    states_merge states = { .bench = bench };
    bres_status status = states_begin(&states, merge, group);

    for (const bres__merge_part *part = group->parts; part != NULL; part = part->next) {
        for (size_t i = 0; i < part->bench->state_count && status == BRES_OK; i++)
            status = states_add(&states, part->bench->states[i], part->input);
    }
    bres__index_free(&states.configurations);
    bres__free(states.runs);
    return status;
}
