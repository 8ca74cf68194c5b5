/* SPDX-License-Identifier: MIT */
/*
 * Matching states: from the states of the runs to slots, and from slots to rows.
 */
#include "compare/match/slot.h"

#include <string.h>

/* The group of the key in match->key, created if necessary; NULL: out of memory. */
static bres__match_group *group_get(bres__match_table *match)
{
    bres__match_group *group = bres__map_get(&match->groups, match->key.data, match->key.length);
    const bres__run_set *sets = match->comparison->sets;
    char *key;

    if (group != NULL)
        return group;
    group = bres__arena_calloc(&match->arena, 1, sizeof(*group));
    key = bres__arena_copy(&match->arena, match->key.data, match->key.length);
    for (int side = 0; side < 2 && group != NULL; side++) {
        group->newest[side] =
            bres__arena_calloc(&match->arena, sets[side].count, sizeof(bres__match_slot *));
        if (group->newest[side] == NULL)
            group = NULL;
    }
    if (group == NULL || key == NULL ||
        !bres__map_set(&match->groups, key, match->key.length, group)) {
        bres__error_memory();
        return NULL;
    }
    return group;
}

static bres__match_slot *slot_new(bres__match_table *match, bres__match_group *group)
{
    const bres__run_set *sets = match->comparison->sets;
    bres__match_slot *slot = bres__arena_calloc(&match->arena, 1, sizeof(*slot));

    for (int side = 0; side < 2 && slot != NULL; side++) {
        slot->states[side] = bres__arena_calloc(&match->comparison->arena, sets[side].count,
                                                sizeof(const bres_state *));
        if (slot->states[side] == NULL)
            slot = NULL;
    }
    if (slot == NULL) {
        bres__error_memory();
        return NULL;
    }
    slot->group = group;
    if (group->last != NULL) {
        slot->occurrence = group->last->occurrence + 1;
        group->last->next_alike = slot;
    } else {
        group->first = slot;
    }
    group->last = slot;
    return slot;
}

/* The slot for the next state of a run in this group. */
static bres__match_slot *slot_get(bres__match_table *match, bres__match_group *group, int side,
                                  size_t run)
{
    const bres__match_slot *newest = group->newest[side][run];
    bres__match_slot *slot = newest != NULL ? newest->next_alike : group->first;

    return slot != NULL ? slot : slot_new(match, group);
}

static bres_status match_add(bres__match_table *match, const bres_state *state,
                             const bres_device *device, int side, size_t run)
{
    bres_status status = bres__match_key(state, device, &match->arena, &match->key);
    bres__match_group *group;
    bres__match_slot *slot;

    if (status != BRES_OK)
        return status;
    group = group_get(match);
    slot = group != NULL ? slot_get(match, group, side, run) : NULL;
    if (slot == NULL)
        return BRES_ERROR_MEMORY;
    group->newest[side][run] = slot;
    if (group->count[side] == slot->occurrence)
        group->count[side]++;
    slot->states[side][run] = state;
    if (slot->filled[side]++ > 0)
        return BRES_OK;
    if (match->last[side] != NULL)
        match->last[side]->next[side] = slot;
    else
        match->first[side] = slot;
    match->last[side] = slot;
    match->count[side]++;
    return BRES_OK;
}

static bool state_is_on(const bres_state *state, const bres_device *device)
{
    int64_t id;

    if (!bres_state_device(state, &id))
        return device == NULL;
    return device != NULL && device->id == id;
}

static bres_status run_take(bres__match_table *match, const bres_state *state,
                            const bres_device *device, const bres_filter *filter, int side,
                            size_t run)
{
    const bres__result_run *source = &match->comparison->sets[side].runs[run];
    bres_status status;

    if (match->comparison->has_replicates && state->run != source->number)
        return BRES_OK;
    status = bres__match_check(state, device, side);
    if (status == BRES_OK && state_is_on(state, device) && bres_filter_selects_state(filter, state))
        status = match_add(match, state, device, side, run);
    return status;
}

/* Collects the states of one run. The first pair of devices of a benchmark checks all states;
 * further pairs look only at the states on their devices. */
static bres_status run_collect(bres__match_table *match, const bres_subbench *bench,
                               const bres_device *device, const bres_filter *filter, int side,
                               size_t run)
{
    const bres__device_states *by_device = match->by_device[side];
    bres_status status = BRES_OK;

    if (by_device == NULL) {
        for (size_t i = 0; i < bench->state_count && status == BRES_OK; i++)
            status = run_take(match, bench->states[i], device, filter, side, run);
        return status;
    }
    for (const bres__device_state *entry = bres__device_states_first(&by_device[run], device->id);
         entry != NULL && status == BRES_OK; entry = entry->next)
        status = run_take(match, entry->state, device, filter, side, run);
    return status;
}

/* Collects the states of one side. */
static bres_status match_collect(bres__match_table *match, const bres_subbench *bench,
                                 const bres_device *device, const bres_filter *filter, int side)
{
    const bres__run_set *set = &match->comparison->sets[side];
    bres_status status = BRES_OK;

    for (size_t i = 0; i < set->count && status == BRES_OK; i++) {
        const bres_subbench *own = bres__bench_in(set->runs[i].result, bench);

        if (own != NULL)
            status = run_collect(match, own, device, filter, side, i);
    }
    return status;
}

static void match_free(bres__match_table *match)
{
    bres__map_free(&match->groups);
    bres__text_free(&match->key);
    bres__arena_free(&match->arena);
}

static void row_fill(bres_row *row, const bres_comparison *comparison, const bres__match_slot *slot,
                     const bres_device_pair *pair)
{
    const size_t *count = slot->group->count;

    *row = (bres_row){
        .reference = bres__slot_state(slot, BRES__REFERENCE),
        .candidate = bres__slot_state(slot, BRES__CANDIDATE),
        .pair = pair,
        .occurrence = slot->occurrence,
        .occurrence_count = count[0] < count[1] ? count[0] : count[1],
    };
    for (int side = 0; side < 2; side++) {
        row->run_counts[side] = comparison->sets[side].count;
        row->runs[side] = comparison->has_replicates ? slot->states[side] : NULL;
    }
}

/* Makes rows in the order of the candidate. The pairs get their pointers later, because the array
 * may still move. */
static bres_status match_make_rows(bres__match_table *match, bres_comparison *comparison,
                                   bres_device_pair *pair)
{
    void *array = comparison->rows;

    if (!bres__array_reserve(&array, &comparison->row_capacity,
                             comparison->row_count + match->count[BRES__CANDIDATE],
                             sizeof(bres_row)))
        return bres__error_memory();
    comparison->rows = array;
    for (const bres__match_slot *slot = match->first[BRES__CANDIDATE]; slot != NULL;
         slot = slot->next[BRES__CANDIDATE]) {
        if (!bres__slot_has_partner(slot, BRES__CANDIDATE))
            continue;
        row_fill(&comparison->rows[comparison->row_count++], comparison, slot, pair);
        pair->row_count++;
    }
    return BRES_OK;
}

static bres_status pair_match(bres_comparison *comparison, bres_device_pair *pair,
                              bres__device_states *const by_device[2],
                              const bres_compare_options *options)
{
    const bres_filter *filter = options->filter;
    bres__match_table match = { .comparison = comparison,
                                .by_device = { by_device[0], by_device[1] } };
    bres_status status =
        match_collect(&match, pair->bench->reference, pair->reference, filter, BRES__REFERENCE);

    if (status == BRES_OK)
        status =
            match_collect(&match, pair->bench->candidate, pair->candidate, filter, BRES__CANDIDATE);
    if (status == BRES_OK)
        status = bres__match_missing(&match, pair, options);
    if (status == BRES_OK)
        status = match_make_rows(&match, comparison, pair);
    match_free(&match);
    return status;
}

/* Lists the states of a benchmark by device, for each run of a side. */
static bres_status side_list_states(const bres__run_set *set, const bres_subbench *bench,
                                    bres__device_states **by_device)
{
    *by_device = bres__calloc(set->count, sizeof(**by_device));
    if (*by_device == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < set->count; i++) {
        const bres_subbench *own = bres__bench_in(set->runs[i].result, bench);
        bres_status status =
            own != NULL ? bres__device_states_make(&(*by_device)[i], own) : BRES_OK;

        if (status != BRES_OK)
            return status;
    }
    return BRES_OK;
}

static void side_free_states(const bres__run_set *set, bres__device_states *by_device)
{
    for (size_t i = 0; by_device != NULL && i < set->count; i++)
        bres__device_states_free(&by_device[i]);
    bres__free(by_device);
}

static bres_status bench_match(bres_comparison *comparison, bres_comparison_bench *bench,
                               const bres_compare_options *options)
{
    const bres_subbench *const benches[2] = { bench->reference, bench->candidate };
    bres__device_states *by_device[2] = { NULL, NULL };
    bres_status status = BRES_OK;

    for (size_t p = 0; p < bench->pair_count && status == BRES_OK; p++) {
        for (int side = 0; side < 2 && p == 1 && status == BRES_OK; side++)
            status = side_list_states(&comparison->sets[side], benches[side], &by_device[side]);
        if (status == BRES_OK)
            status = pair_match(comparison, &bench->pairs[p], by_device, options);
    }
    for (int side = 0; side < 2; side++)
        side_free_states(&comparison->sets[side], by_device[side]);
    return status;
}

bres_status bres__rows_match(bres_comparison *comparison, const bres_compare_options *options)
{
    bres_row *rows;

    for (size_t i = 0; i < comparison->bench_count; i++) {
        const bres_status status = bench_match(comparison, &comparison->benches[i], options);

        if (status != BRES_OK)
            return status;
    }
    rows = comparison->rows;
    for (size_t i = 0; i < comparison->bench_count; i++) {
        bres_comparison_bench *bench = &comparison->benches[i];

        for (size_t p = 0; p < bench->pair_count; p++) {
            /* Without any row the array is NULL. */
            if (bench->pairs[p].row_count == 0)
                continue;
            bench->pairs[p].rows = rows;
            rows += bench->pairs[p].row_count;
        }
    }
    return BRES_OK;
}
