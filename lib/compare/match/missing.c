/* SPDX-License-Identifier: MIT */
/*
 * States that are missing on a side or in a run.
 */
#include "compare/match/name.h"
#include "compare/match/slot.h"

#include <inttypes.h>

/* Maximum number of states that an error names. */
#define MATCH_NAMED_MAX 4

bool bres__slot_has_partner(const bres__match_slot *slot, int side)
{
    return slot->filled[1 - side] > 0;
}

/* Whether every run of both sides has the state. */
static bool slot_is_complete(const bres__match_table *match, const bres__match_slot *slot)
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

const bres_state *bres__slot_state(const bres__match_slot *slot, int side)
{
    size_t run = 0;

    while (slot->states[side][run] == NULL)
        run++;
    return slot->states[side][run];
}

/* Appends a state and how often each side has it; with replicates, a run that lacks it. */
static void put_slot(bres__text *text, const bres__match_table *match, const bres__match_slot *slot,
                     int side, const bres_device *device)
{
    const bres_comparison *comparison = match->comparison;

    bres__text_printf(text, " '%s' (", bres__match_name(bres__slot_state(slot, side), device));
    if (!comparison->has_replicates) {
        bres__text_printf(text, "%zu in the reference, %zu in the candidate)",
                          slot->group->count[0], slot->group->count[1]);
        return;
    }
    bres__text_printf(text, "in %zu of %zu runs of the reference and %zu of %zu of the candidate",
                      slot->filled[0], comparison->sets[0].count, slot->filled[1],
                      comparison->sets[1].count);
    for (int i = 0; i < 2; i++) {
        for (size_t run = 0; run < comparison->sets[i].count; run++) {
            if (slot->states[i][run] != NULL)
                continue;
            bres__text_puts(text, ", missing in ");
            bres__run_put_name(text, comparison, i, run);
            bres__text_putc(text, ')');
            return;
        }
    }
}

/* Appends the first incomplete states, and the number of further ones. */
static void put_incomplete(bres__text *text, const bres__match_table *match,
                           const bres_device_pair *pair)
{
    size_t missing = 0;

    for (int side = 0; side < 2; side++) {
        const bres_device *device = side == BRES__REFERENCE ? pair->reference : pair->candidate;

        for (const bres__match_slot *slot = match->first[side]; slot != NULL;
             slot = slot->next[side]) {
            if (slot_is_complete(match, slot) ||
                (side == BRES__CANDIDATE && bres__slot_has_partner(slot, side)) ||
                missing++ >= MATCH_NAMED_MAX)
                continue;
            bres__text_puts(text, missing > 1 ? "," : "");
            put_slot(text, match, slot, side, device);
        }
    }
    if (missing > MATCH_NAMED_MAX)
        bres__text_printf(text, " and %zu more", missing - MATCH_NAMED_MAX);
}

/* Names incomplete states in an error or, if these are allowed, in a warning. */
static bres_status match_report_incomplete(const bres__match_table *match,
                                           const bres_device_pair *pair,
                                           const bres_compare_options *options)
{
    const bool allowed = (options->flags & BRES_COMPARE_ALLOW_MISSING) != 0;
    bres__text text = { 0 };
    bres_status status = BRES_OK;

    put_pair(&text, pair);
    bres__text_puts(&text, match->comparison->has_replicates ? ": states missing in some runs:"
                                                             : ": states without a partner:");
    put_incomplete(&text, match, pair);
    if (text.failed)
        status = bres__error_memory();
    else if (!allowed)
        status = bres__error(BRES_ERROR_KEY, "%s", text.data);
    else if (match->comparison->has_replicates && options->log != NULL)
        bres__log_say(options->log, options->log_user, BRES_LOG_WARNING, text.data);
    bres__text_free(&text);
    return status;
}

static bool match_is_complete(const bres__match_table *match)
{
    for (int side = 0; side < 2; side++) {
        for (const bres__match_slot *slot = match->first[side]; slot != NULL;
             slot = slot->next[side]) {
            if (!slot_is_complete(match, slot))
                return false;
        }
    }
    return true;
}

static bres_status match_list_missing(const bres__match_table *match)
{
    bres_comparison *comparison = match->comparison;

    for (int side = 0; side < 2; side++) {
        for (const bres__match_slot *slot = match->first[side]; slot != NULL;
             slot = slot->next[side]) {
            void *array = comparison->missing_states;

            if (bres__slot_has_partner(slot, side))
                continue;
            if (!bres__array_reserve(&array, &comparison->missing_state_capacity,
                                     comparison->missing_state_count + 1,
                                     sizeof(bres__missing_state)))
                return bres__error_memory();
            comparison->missing_states = array;
            comparison->missing_states[comparison->missing_state_count++] =
                (bres__missing_state){ .state = bres__slot_state(slot, side),
                                       .in_reference = side == BRES__REFERENCE };
        }
    }
    return BRES_OK;
}

bres_status bres__match_missing(const bres__match_table *match, const bres_device_pair *pair,
                                const bres_compare_options *options)
{
    bres_status status = BRES_OK;

    if (match_is_complete(match))
        return BRES_OK;
    status = match_report_incomplete(match, pair, options);
    return status == BRES_OK ? match_list_missing(match) : status;
}
