/* SPDX-License-Identifier: MIT */
#include "model/merge/project.h"

static bool source_take(bres_result *result, bres_result *projection)
{
    size_t capacity = 0;

    if (!BRES__RESERVE(&projection->sources, &capacity, 1))
        return false;
    projection->sources[projection->source_count++] = bres_result_ref(result);
    return true;
}

static bool states_take(bres_subbench *bench, const bres__projected *states, size_t count)
{
    bres__arena *arena = &bench->result->arena;
    bres_state *made = bres__arena_calloc(arena, count, sizeof(*made));

    bench->states = bres__arena_calloc(arena, count, sizeof(*bench->states));
    if (made == NULL || bench->states == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        const bres_state *state = states[i].state;

        made[i].bench = bench;
        made[i].name = bres__arena_strdup(arena, states[i].name);
        if (made[i].name == NULL)
            return false;
        made[i].extra = state->extra;
        made[i].summaries = state->summaries;
        made[i].open_summaries = state->open_summaries;
        made[i].origin = state->origin != NULL ? state->origin : state;
        made[i].skip_reason = state->skip_reason;
        made[i].summary_count = state->summary_count;
        made[i].run = state->run;
        made[i].axis_values_json = BRES__JSON_NULL;
        made[i].summaries_json = state->summaries_json;
        made[i].skipped_json = state->skipped_json;
        made[i].has_run = state->has_run;
        bench->states[bench->state_count++] = &made[i];
    }
    return true;
}

bres_status bres__result_project(bres_result *result, const bres__projected *states, size_t count,
                                 bres_result **projection)
{
    bres_result *made = bres__result_new();
    bres_subbench *bench = made != NULL ? bres__result_append_subbench(made, "table") : NULL;

    *projection = NULL;
    if (bench == NULL || !source_take(result, made) || !states_take(bench, states, count)) {
        bres_result_unref(made);
        return bres__error_memory();
    }
    made->path = result->path;
    made->meta = result->meta;
    made->meta_json = result->meta_json;
    made->version = result->version;
    made->devices_json = BRES__JSON_ARRAY;
    bench->devices_json = bench->axes_json = BRES__JSON_NULL;
    made->frozen = true;
    *projection = made;
    return BRES_OK;
}
