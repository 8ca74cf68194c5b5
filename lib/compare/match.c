/* SPDX-License-Identifier: MIT */
/*
 * Matching states: those of a pair of devices belong together when their keys are equal. Of equal
 * states the first one belongs to the first, the second to the second, and so on.
 */
#include "compare/comparison.h"

#include <inttypes.h>

typedef struct match_entry match_entry;

/* States of one key. */
typedef struct match_group {
    size_t count[2];
    match_entry *reference; /* the next one to be matched */
    match_entry *last_reference;
} match_group;

struct match_entry {
    const bres_state *state;
    match_group *group;
    size_t occurrence;       /* in the group, counted from 0 */
    match_entry *next;       /* of the same side */
    match_entry *next_alike; /* of a reference: the next one of its group */
};

/* The states of one pair of devices. */
typedef struct match_table {
    bres__arena arena;
    bres__map groups; /* key -> match_group */
    bres__text key;   /* that is being made */
    match_entry *first[2];
    match_entry *last[2];
    size_t count[2];
} match_table;

/* --- Groups --------------------------------------------------------------------------------- */

/* The group of the key that has been made. */
static match_group *group_get(match_table *match)
{
    match_group *group = bres__map_get(&match->groups, match->key.data, match->key.length);
    char *key;

    if (group != NULL)
        return group;
    group = bres__arena_calloc(&match->arena, 1, sizeof(*group));
    key = bres__arena_copy(&match->arena, match->key.data, match->key.length);
    if (group == NULL || key == NULL ||
        !bres__map_set(&match->groups, key, match->key.length, group)) {
        bres__error_memory();
        return NULL;
    }
    return group;
}

static bres_status match_add(match_table *match, const bres_state *state, const bres_device *device,
                             int side)
{
    bres_status status = bres__match_key(state, device, &match->arena, &match->key);
    match_entry *entry;
    match_group *group;

    if (status != BRES_OK)
        return status;
    group = group_get(match);
    entry = bres__arena_calloc(&match->arena, 1, sizeof(*entry));
    if (group == NULL || entry == NULL)
        return bres__error_memory();
    entry->state = state;
    entry->group = group;
    entry->occurrence = group->count[side]++;
    if (match->last[side] != NULL)
        match->last[side]->next = entry;
    else
        match->first[side] = entry;
    match->last[side] = entry;
    match->count[side]++;
    if (side == BRES__CANDIDATE)
        return BRES_OK;
    if (group->last_reference != NULL)
        group->last_reference->next_alike = entry;
    else
        group->reference = entry;
    group->last_reference = entry;
    return BRES_OK;
}

static bool state_is_on(const bres_state *state, const bres_device *device)
{
    int64_t id;

    if (!bres_state_device(state, &id))
        return device == NULL;
    return device != NULL && device->id == id;
}

/* Collects the states of one side. */
static bres_status match_collect(match_table *match, const bres_subbench *bench,
                                 const bres_device *device, const bres_filter *filter, int side)
{
    for (size_t i = 0; i < bench->state_count; i++) {
        const bres_state *state = bench->states[i];
        bres_status status = bres__match_check(state, device, side);

        if (status == BRES_OK && state_is_on(state, device) &&
            bres_filter_selects_state(filter, state))
            status = match_add(match, state, device, side);
        if (status != BRES_OK)
            return status;
    }
    return BRES_OK;
}

static void match_free(match_table *match)
{
    bres__map_free(&match->groups);
    bres__text_free(&match->key);
    bres__arena_free(&match->arena);
}

/* --- Without a partner ---------------------------------------------------------------------- */

/* How many states the message of a refusal names. */
#define MATCH_NAMED_MAX 4

static bool entry_has_partner(const match_entry *entry, int side)
{
    return entry->occurrence < entry->group->count[1 - side];
}

static void put_pair(bres__text *text, const bres_device_pair *pair)
{
    bres__text_printf(text, "benchmark '%s'", pair->bench->candidate->name);
    if (pair->reference != NULL)
        bres__text_printf(text, ", device %" PRId64 " against %" PRId64, pair->reference->id,
                          pair->candidate->id);
}

/* Names the first states without a partner, and how often each side has them. */
static bres_status match_refuse(const match_table *match, const bres_device_pair *pair)
{
    bres__text text = { 0 };
    bres_status status;
    size_t missing = 0;

    put_pair(&text, pair);
    bres__text_puts(&text, ": states without a partner:");
    for (int side = 0; side < 2; side++) {
        const bres_device *device = side == BRES__REFERENCE ? pair->reference : pair->candidate;

        for (const match_entry *entry = match->first[side]; entry != NULL; entry = entry->next) {
            if (entry_has_partner(entry, side) || missing++ >= MATCH_NAMED_MAX)
                continue;
            bres__text_printf(&text, "%s '%s' (%zu in the reference, %zu in the candidate)",
                              missing > 1 ? "," : "", bres__match_name(entry->state, device),
                              entry->group->count[0], entry->group->count[1]);
        }
    }
    if (missing > MATCH_NAMED_MAX)
        bres__text_printf(&text, " and %zu more", missing - MATCH_NAMED_MAX);
    status = text.failed ? bres__error_memory() : bres__error(BRES_ERROR_KEY, "%s", text.data);
    bres__text_free(&text);
    return status;
}

static bool match_is_complete(const match_table *match)
{
    for (int side = 0; side < 2; side++) {
        for (const match_entry *entry = match->first[side]; entry != NULL; entry = entry->next) {
            if (!entry_has_partner(entry, side))
                return false;
        }
    }
    return true;
}

static bres_status match_list_missing(const match_table *match, bres_comparison *comparison)
{
    for (int side = 0; side < 2; side++) {
        for (const match_entry *entry = match->first[side]; entry != NULL; entry = entry->next) {
            void *array = comparison->missing_states;

            if (entry_has_partner(entry, side))
                continue;
            if (!bres__array_reserve(&array, &comparison->missing_state_capacity,
                                     comparison->missing_state_count + 1,
                                     sizeof(bres__missing_state)))
                return bres__error_memory();
            comparison->missing_states = array;
            comparison->missing_states[comparison->missing_state_count++] =
                (bres__missing_state){ .state = entry->state,
                                       .in_reference = side == BRES__REFERENCE };
        }
    }
    return BRES_OK;
}

/* --- Rows ----------------------------------------------------------------------------------- */

/* Rows in the order of the candidate. Their pairs are set when the array does not move any more. */
static bres_status match_make_rows(match_table *match, bres_comparison *comparison,
                                   bres_device_pair *pair)
{
    void *array = comparison->rows;

    if (!bres__array_reserve(&array, &comparison->row_capacity,
                             comparison->row_count + match->count[BRES__CANDIDATE],
                             sizeof(bres_row)))
        return bres__error_memory();
    comparison->rows = array;
    for (const match_entry *entry = match->first[BRES__CANDIDATE]; entry != NULL;
         entry = entry->next) {
        match_group *group = entry->group;
        const match_entry *reference = group->reference;

        if (reference == NULL)
            continue;
        group->reference = reference->next_alike;
        comparison->rows[comparison->row_count++] = (bres_row){
            .reference = reference->state,
            .candidate = entry->state,
            .pair = pair,
            .occurrence = entry->occurrence,
            .occurrence_count =
                group->count[0] < group->count[1] ? group->count[0] : group->count[1],
        };
        pair->row_count++;
    }
    return BRES_OK;
}

static bres_status pair_match(bres_comparison *comparison, bres_device_pair *pair,
                              const bres_compare_options *options)
{
    const bres_filter *filter = options->filter;
    match_table match = { .count = { 0, 0 } };
    bres_status status =
        match_collect(&match, pair->bench->reference, pair->reference, filter, BRES__REFERENCE);

    if (status == BRES_OK)
        status =
            match_collect(&match, pair->bench->candidate, pair->candidate, filter, BRES__CANDIDATE);
    if (status == BRES_OK && !match_is_complete(&match))
        status = (options->flags & BRES_COMPARE_ALLOW_MISSING) != 0
                     ? match_list_missing(&match, comparison)
                     : match_refuse(&match, pair);
    if (status == BRES_OK)
        status = match_make_rows(&match, comparison, pair);
    match_free(&match);
    return status;
}

bres_status bres__rows_match(bres_comparison *comparison, const bres_compare_options *options)
{
    bres_row *rows;

    for (size_t i = 0; i < comparison->bench_count; i++) {
        bres_comparison_bench *bench = &comparison->benches[i];

        for (size_t p = 0; p < bench->pair_count; p++) {
            bres_status status = pair_match(comparison, &bench->pairs[p], options);

            if (status != BRES_OK)
                return status;
        }
    }
    rows = comparison->rows;
    for (size_t i = 0; i < comparison->bench_count; i++) {
        bres_comparison_bench *bench = &comparison->benches[i];

        for (size_t p = 0; p < bench->pair_count; p++) {
            /* Without any row at all there is no array to point into. */
            if (bench->pairs[p].row_count == 0)
                continue;
            bench->pairs[p].rows = rows;
            rows += bench->pairs[p].row_count;
        }
    }
    return BRES_OK;
}
