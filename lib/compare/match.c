/* SPDX-License-Identifier: MIT */
/*
 * Matching states: those of a pair of devices belong together when their keys are equal. Of equal
 * states of a run the first one belongs to the first of another run, the second to the second, and
 * so on: each is a slot, which becomes a row.
 */
#include "compare/comparison.h"

#include <inttypes.h>
#include <string.h>

typedef struct match_slot match_slot;

/* States of one key. */
typedef struct match_group {
    match_slot *first;
    match_slot *last;
    match_slot **newest[2]; /* by run: the slot that was filled last */
    size_t count[2];        /* of a run, the most that any has */
} match_group;

struct match_slot {
    match_group *group;
    const bres_state **states[2]; /* by run; NULL where the run has none */
    size_t filled[2];             /* runs that have it */
    size_t occurrence;            /* in the group, counted from 0 */
    match_slot *next_alike;       /* in the group */
    match_slot *next[2];          /* on the side, in the order in which its runs have them */
};

/* The states of one pair of devices. */
typedef struct match_table {
    bres_comparison *comparison; /* states of slots are in its arena: rows keep them */
    bres__arena arena;
    bres__map groups; /* key -> match_group */
    bres__text key;   /* that is being made */
    match_slot *first[2];
    match_slot *last[2];
    size_t count[2];
} match_table;

/* --- Groups and slots ----------------------------------------------------------------------- */

/* The group of the key that has been made. */
static match_group *group_get(match_table *match)
{
    match_group *group = bres__map_get(&match->groups, match->key.data, match->key.length);
    const bres__run_set *sets = match->comparison->sets;
    char *key;

    if (group != NULL)
        return group;
    group = bres__arena_calloc(&match->arena, 1, sizeof(*group));
    key = bres__arena_copy(&match->arena, match->key.data, match->key.length);
    for (int side = 0; side < 2 && group != NULL; side++) {
        group->newest[side] =
            bres__arena_calloc(&match->arena, sets[side].count, sizeof(match_slot *));
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

static match_slot *slot_new(match_table *match, match_group *group)
{
    const bres__run_set *sets = match->comparison->sets;
    match_slot *slot = bres__arena_calloc(&match->arena, 1, sizeof(*slot));

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

/* The slot that the next state of a run in this group goes into. */
static match_slot *slot_get(match_table *match, match_group *group, int side, size_t run)
{
    const match_slot *newest = group->newest[side][run];
    match_slot *slot = newest != NULL ? newest->next_alike : group->first;

    return slot != NULL ? slot : slot_new(match, group);
}

static bres_status match_add(match_table *match, const bres_state *state, const bres_device *device,
                             int side, size_t run)
{
    bres_status status = bres__match_key(state, device, &match->arena, &match->key);
    match_group *group;
    match_slot *slot;

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

/* Collects the states of one run. */
static bres_status run_collect(match_table *match, const bres_subbench *bench,
                               const bres_device *device, const bres_filter *filter, int side,
                               size_t run)
{
    const bres__run_source *source = &match->comparison->sets[side].runs[run];

    for (size_t i = 0; i < bench->state_count; i++) {
        const bres_state *state = bench->states[i];
        bres_status status;

        if (match->comparison->several && state->run != source->number)
            continue;
        status = bres__match_check(state, device, side);
        if (status == BRES_OK && state_is_on(state, device) &&
            bres_filter_selects_state(filter, state))
            status = match_add(match, state, device, side, run);
        if (status != BRES_OK)
            return status;
    }
    return BRES_OK;
}

/* Of benchmarks with one name the first. */
static const bres_subbench *bench_find(const bres_result *result, const char *name)
{
    for (size_t i = 0; i < result->subbench_count; i++) {
        if (strcmp(result->subbenches[i]->name, name) == 0)
            return result->subbenches[i];
    }
    return NULL;
}

/* Collects the states of one side. */
static bres_status match_collect(match_table *match, const bres_subbench *bench,
                                 const bres_device *device, const bres_filter *filter, int side)
{
    const bres__run_set *set = &match->comparison->sets[side];
    bres_status status = BRES_OK;

    for (size_t i = 0; i < set->count && status == BRES_OK; i++) {
        const bres_result *result = set->runs[i].result;
        const bres_subbench *own =
            result == bench->result ? bench : bench_find(result, bench->name);

        if (own != NULL)
            status = run_collect(match, own, device, filter, side, i);
    }
    return status;
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

static bool slot_has_partner(const match_slot *slot, int side)
{
    return slot->filled[1 - side] > 0;
}

/* Every run of both sides has it. */
static bool slot_is_complete(const match_table *match, const match_slot *slot)
{
    const bres__run_set *sets = match->comparison->sets;

    return slot->filled[0] == sets[0].count && slot->filled[1] == sets[1].count;
}

static void put_pair(bres__text *text, const bres_device_pair *pair)
{
    bres__text_printf(text, "benchmark '%s'", pair->bench->candidate->name);
    if (pair->reference != NULL)
        bres__text_printf(text, ", device %" PRId64 " against %" PRId64, pair->reference->id,
                          pair->candidate->id);
}

static const bres_state *slot_state(const match_slot *slot, int side)
{
    size_t run = 0;

    while (slot->states[side][run] == NULL)
        run++;
    return slot->states[side][run];
}

/* A state, and how often each side has it; of several runs, in which it is missing. */
static void put_slot(bres__text *text, const match_table *match, const match_slot *slot, int side,
                     const bres_device *device)
{
    const bres_comparison *comparison = match->comparison;

    bres__text_printf(text, " '%s' (", bres__match_name(slot_state(slot, side), device));
    if (!comparison->several) {
        bres__text_printf(text, "%zu in the reference, %zu in the candidate)",
                          slot->group->count[0], slot->group->count[1]);
        return;
    }
    bres__text_printf(text, "%zu of %zu runs of the reference have it, %zu of %zu of the candidate",
                      slot->filled[0], comparison->sets[0].count, slot->filled[1],
                      comparison->sets[1].count);
    for (int i = 0; i < 2; i++) {
        for (size_t run = 0; run < comparison->sets[i].count; run++) {
            if (slot->states[i][run] != NULL)
                continue;
            bres__text_puts(text, ", not ");
            bres__run_put_name(text, comparison, i, run);
            bres__text_putc(text, ')');
            return;
        }
    }
}

/* Appends the first states that are not everywhere, and how many more there are. */
static void put_incomplete(bres__text *text, const match_table *match, const bres_device_pair *pair)
{
    size_t missing = 0;

    for (int side = 0; side < 2; side++) {
        const bres_device *device = side == BRES__REFERENCE ? pair->reference : pair->candidate;

        for (const match_slot *slot = match->first[side]; slot != NULL; slot = slot->next[side]) {
            if (slot_is_complete(match, slot) ||
                (side == BRES__CANDIDATE && slot_has_partner(slot, side)) ||
                missing++ >= MATCH_NAMED_MAX)
                continue;
            bres__text_puts(text, missing > 1 ? "," : "");
            put_slot(text, match, slot, side, device);
        }
    }
    if (missing > MATCH_NAMED_MAX)
        bres__text_printf(text, " and %zu more", missing - MATCH_NAMED_MAX);
}

/* States that are not everywhere: an error that names them, or a warning. */
static bres_status match_say_incomplete(const match_table *match, const bres_device_pair *pair,
                                        const bres_compare_options *options)
{
    const bool allowed = (options->flags & BRES_COMPARE_ALLOW_MISSING) != 0;
    bres__text text = { 0 };
    bres_status status = BRES_OK;

    put_pair(&text, pair);
    bres__text_puts(&text, match->comparison->several ? ": states that not all runs have:"
                                                      : ": states without a partner:");
    put_incomplete(&text, match, pair);
    if (text.failed)
        status = bres__error_memory();
    else if (!allowed)
        status = bres__error(BRES_ERROR_KEY, "%s", text.data);
    else if (match->comparison->several && options->log != NULL)
        bres__log_say(options->log, options->log_user, BRES_LOG_WARNING, text.data);
    bres__text_free(&text);
    return status;
}

static bool match_is_complete(const match_table *match)
{
    for (int side = 0; side < 2; side++) {
        for (const match_slot *slot = match->first[side]; slot != NULL; slot = slot->next[side]) {
            if (!slot_is_complete(match, slot))
                return false;
        }
    }
    return true;
}

static bres_status match_list_missing(const match_table *match, bres_comparison *comparison)
{
    for (int side = 0; side < 2; side++) {
        for (const match_slot *slot = match->first[side]; slot != NULL; slot = slot->next[side]) {
            void *array = comparison->missing_states;

            if (slot_has_partner(slot, side))
                continue;
            if (!bres__array_reserve(&array, &comparison->missing_state_capacity,
                                     comparison->missing_state_count + 1,
                                     sizeof(bres__missing_state)))
                return bres__error_memory();
            comparison->missing_states = array;
            comparison->missing_states[comparison->missing_state_count++] =
                (bres__missing_state){ .state = slot_state(slot, side),
                                       .in_reference = side == BRES__REFERENCE };
        }
    }
    return BRES_OK;
}

/* --- Rows ----------------------------------------------------------------------------------- */

static void row_fill(bres_row *row, const bres_comparison *comparison, const match_slot *slot,
                     const bres_device_pair *pair)
{
    const size_t *count = slot->group->count;

    *row = (bres_row){
        .reference = slot_state(slot, BRES__REFERENCE),
        .candidate = slot_state(slot, BRES__CANDIDATE),
        .pair = pair,
        .occurrence = slot->occurrence,
        .occurrence_count = count[0] < count[1] ? count[0] : count[1],
    };
    for (int side = 0; side < 2; side++) {
        row->run_counts[side] = comparison->sets[side].count;
        row->runs[side] = comparison->several ? slot->states[side] : NULL;
    }
}

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
    for (const match_slot *slot = match->first[BRES__CANDIDATE]; slot != NULL;
         slot = slot->next[BRES__CANDIDATE]) {
        if (!slot_has_partner(slot, BRES__CANDIDATE))
            continue;
        row_fill(&comparison->rows[comparison->row_count++], comparison, slot, pair);
        pair->row_count++;
    }
    return BRES_OK;
}

static bres_status pair_match(bres_comparison *comparison, bres_device_pair *pair,
                              const bres_compare_options *options)
{
    const bres_filter *filter = options->filter;
    match_table match = { .comparison = comparison };
    bres_status status =
        match_collect(&match, pair->bench->reference, pair->reference, filter, BRES__REFERENCE);

    if (status == BRES_OK)
        status =
            match_collect(&match, pair->bench->candidate, pair->candidate, filter, BRES__CANDIDATE);
    if (status == BRES_OK && !match_is_complete(&match)) {
        status = match_say_incomplete(&match, pair, options);
        if (status == BRES_OK)
            status = match_list_missing(&match, comparison);
    }
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
