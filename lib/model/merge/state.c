/* SPDX-License-Identifier: MIT */
/*
 * Merges states. number.c numbers their runs.
 */
#include "model/merge/merge.h"

typedef struct states_merge {
    bres_subbench *bench;
    bres_state *next; /* memory for the remaining states */
} states_merge;

/* Adds a state; `base` is the merged number of the input's run 0. */
static bres_status states_add(states_merge *states, const bres_state *state, uint64_t base)
{
    const uint64_t run = base + state->run;
    bres_subbench *bench = states->bench;
    bres_state *made = states->next++;

    if (run > UINT32_MAX)
        return bres__error(BRES_ERROR_LIMIT,
                           "state '%s' of benchmark '%s': more runs than fit in "
                           "32 bits",
                           state->name, bench->name);
    made->bench = bench;
    made->name = state->name;
    made->point_name = state->point_name;
    made->extra = state->extra;
    made->axis_values = state->axis_values;
    made->points = state->points;
    made->summaries = state->summaries;
    made->open_summaries = state->open_summaries;
    made->origin = state->origin != NULL ? state->origin : state;
    made->skip_reason = state->skip_reason;
    made->device = state->device;
    made->type_config_index = state->type_config_index;
    made->axis_value_count = state->axis_value_count;
    made->point_count = state->point_count;
    made->summary_count = state->summary_count;
    made->run = (uint32_t)run;
    made->device_json = state->device_json;
    made->type_config_index_json = state->type_config_index_json;
    made->axis_values_json = state->axis_values_json;
    made->summaries_json = state->summaries_json;
    made->skipped_json = state->skipped_json;
    made->has_run = state->has_run || run != state->run;
    bench->states[bench->state_count++] = made;
    return BRES_OK;
}

/* Allocates memory for all states at once, in the arena. */
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
            status = states_add(&states, part->bench->states[i], merge->bases[part->input]);
    }
    return status;
}
