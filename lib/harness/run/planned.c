/* SPDX-License-Identifier: MIT */
/*
 * The states of a plan before they are measured: their names, and which of them are already done.
 */
#include "harness/run/planned.h"

#include <string.h>

bres_status bres__planned_states_make(bres__planned_states *planned, const bres__plan *plan)
{
    bres_status status = bres_result_new(&planned->result);

    planned->states = bres__calloc(plan->state_count, sizeof(*planned->states));
    planned->done = bres__calloc(plan->state_count, sizeof(*planned->done));
    planned->count = plan->state_count;
    if (planned->count != 0 && (planned->states == NULL || planned->done == NULL))
        return bres__error_memory();
    if (status == BRES_OK)
        status = bres__plan_add_benches(plan, planned->result);
    for (size_t i = 0; i < planned->count && status == BRES_OK; i++)
        status = bres__plan_add_state(plan, &plan->states[i], planned->result, &planned->states[i]);
    return status;
}

void bres__planned_states_free(bres__planned_states *planned)
{
    bres__free(planned->done);
    bres__free(planned->states);
    bres_result_unref(planned->result);
    *planned = (bres__planned_states){ .result = NULL };
}

static void key_put(bres__text *key, const char *text)
{
    bres__text_append(key, text, text != NULL ? strlen(text) + 1 : 0);
}

/* Makes the key of a state: its benchmark, run, device and axis values. The name is not unique,
 * because it shows only five digits of a float64. */
static void make_key(bres__text *key, const bres_result *result, const bres_state *state)
{
    const bres_subbench *bench = bres_state_subbench(state);
    const uint32_t run = bres_state_run(state);
    int64_t device = -1;
    size_t index = 0;

    while (bres_result_subbench_at(result, index) != bench)
        index++;
    bres__text_append(key, (const char *)&index, sizeof index);
    bres__text_append(key, (const char *)&run, sizeof run);
    bres_state_device(state, &device);
    bres__text_append(key, (const char *)&device, sizeof device);
    for (size_t i = 0; i < bres_state_axis_value_count(state); i++) {
        const bres_value *value = bres_state_axis_value_at(state, i);

        key_put(key, bres_value_name(value));
        key_put(key, bres_value_text(value));
    }
}

/* The number of states with each key. */
typedef struct tally {
    bres__index keys;
    size_t *counts; /* by position of the key */
    size_t capacity;
} tally;

/* The count of a state's key; a new key is added with the count 0. NULL: out of memory. */
static size_t *tally_find(tally *found, const bres_result *result, const bres_state *state)
{
    const size_t known = found->keys.count;
    size_t position;

    make_key(&found->keys.key, result, state);
    if (!BRES__RESERVE(&found->counts, &found->capacity, known + 1) ||
        !bres__index_take(&found->keys, &position))
        return NULL;
    if (position == known)
        found->counts[position] = 0;
    return &found->counts[position];
}

static bool tally_fill(tally *found, const bres_result *result)
{
    for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
        const bres_subbench *bench = bres_result_subbench_at(result, b);

        for (size_t s = 0; s < bres_subbench_state_count(bench); s++) {
            size_t *count = tally_find(found, result, bres_subbench_state_at(bench, s));

            if (count == NULL)
                return false;
            ++*count;
        }
    }
    return true;
}

/* Marks the planned states that were found, and takes them off the tally. */
static bool planned_mark(bres__planned_states *planned, tally *found)
{
    for (size_t i = 0; i < planned->count; i++) {
        size_t *count = tally_find(found, planned->result, planned->states[i]);

        if (count == NULL)
            return false;
        if (*count == 0)
            continue;
        (*count)--;
        planned->done[i] = true;
        planned->done_count++;
    }
    return true;
}

/* BRES_ERROR_CONFLICT if a state is left on the tally: it was not planned. */
static bres_status tally_check_empty(tally *found, const bres_result *result)
{
    for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
        const bres_subbench *bench = bres_result_subbench_at(result, b);

        for (size_t s = 0; s < bres_subbench_state_count(bench); s++) {
            const bres_state *state = bres_subbench_state_at(bench, s);
            const size_t *count = tally_find(found, result, state);

            if (count == NULL)
                return bres__error_memory();
            if (*count > 0)
                return bres__error(
                    BRES_ERROR_CONFLICT, "state '%s' of benchmark '%s', run %u, is not planned",
                    bres_state_name(state), bres_subbench_name(bench), bres_state_run(state));
        }
    }
    return BRES_OK;
}

bres_status bres__planned_states_mark_done(bres__planned_states *planned, const bres_result *result)
{
    tally found = { .capacity = 0 };
    bres_status status = BRES_OK;

    if (!tally_fill(&found, result) || !planned_mark(planned, &found))
        status = bres__error_memory();
    if (status == BRES_OK)
        status = tally_check_empty(&found, result);
    bres__index_free(&found.keys);
    bres__free(found.counts);
    return status;
}
