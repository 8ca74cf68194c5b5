/* SPDX-License-Identifier: MIT */
/*
 * The metadata and the totals of a profile.
 */
#include "callgrind/profile/profile.h"

#include <string.h>

void bres_profile_free(bres_profile *profile)
{
    if (profile == NULL)
        return;
    bres__map_free(&profile->text_map);
    bres__free(profile->texts);
    bres__pairs_free(&profile->homes);
    bres__pairs_free(&profile->functions);
    bres__pairs_free(&profile->sites);
    bres__pairs_free(&profile->edges);
    bres__free(profile->defined);
    bres__costs_free(&profile->self);
    bres__costs_free(&profile->called);
    bres__free(profile->parts);
    bres__free(profile->events);
    bres__arena_free(&profile->arena);
    bres__free(profile);
}

size_t bres_profile_part_count(const bres_profile *profile)
{
    return profile == NULL ? 0 : profile->part_count;
}

static const bres__profile_part *profile_part(const bres_profile *profile, size_t part)
{
    return profile == NULL || part >= profile->part_count ? NULL : &profile->parts[part];
}

const char *bres_profile_part_trigger(const bres_profile *profile, size_t part)
{
    const bres__profile_part *found = profile_part(profile, part);

    return found == NULL ? NULL : found->trigger;
}

int64_t bres_profile_part_thread(const bres_profile *profile, size_t part)
{
    const bres__profile_part *found = profile_part(profile, part);

    return found == NULL ? 0 : found->thread;
}

const char *bres_profile_command(const bres_profile *profile)
{
    return profile == NULL ? "" : profile->command;
}

int64_t bres_profile_pid(const bres_profile *profile)
{
    return profile == NULL ? 0 : profile->pid;
}

size_t bres_profile_event_count(const bres_profile *profile)
{
    return profile == NULL ? 0 : profile->event_count;
}

const char *bres_profile_event_at(const bres_profile *profile, size_t index)
{
    return profile == NULL || index >= profile->event_count ? NULL : profile->events[index];
}

bool bres__profile_find_event(const bres_profile *profile, const char *name, uint32_t *event)
{
    for (*event = 0; *event < profile->event_count; ++*event) {
        if (strcmp(profile->events[*event], name) == 0)
            return true;
    }
    return false;
}

bres_status bres__profile_select(const bres_profile *profile, const char *function, size_t part,
                                 const char *event, bres__profile_selection *selection)
{
    *selection = (bres__profile_selection){ 0 };
    if (profile == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: profile is NULL", function);
    if (part == BRES_PROFILE_ALL_PARTS)
        selection->end = profile->part_count;
    else if (part < profile->part_count)
        selection->end = part + 1;
    else
        return bres__error(BRES_ERROR_ARGUMENT, "%s: part %zu is out of range: the profile has %zu",
                           function, part, profile->part_count);
    selection->first = part == BRES_PROFILE_ALL_PARTS ? 0 : part;
    if (bres__profile_find_event(profile, event == NULL ? "Ir" : event, &selection->event))
        return BRES_OK;
    if (event != NULL)
        return bres__error(BRES_ERROR_KEY, "the profile has no event '%.100s'", event);
    selection->event = 0;
    return BRES_OK;
}

bool bres__part_column(const bres__profile_part *part, uint32_t event, uint32_t *column)
{
    for (*column = 0; *column < part->column_count; ++*column) {
        if (part->columns[*column] == event)
            return true;
    }
    return false;
}

bres_status bres_profile_total(const bres_profile *profile, size_t part, const char *event,
                               uint64_t *total)
{
    bres__profile_selection selection;
    uint64_t sum = 0;
    bres_status status;

    if (total == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_profile_total: total is NULL");
    *total = 0;
    status = bres__profile_select(profile, "bres_profile_total", part, event, &selection);
    if (status != BRES_OK)
        return status;
    for (size_t i = selection.first; i < selection.end; i++) {
        uint32_t column;

        if (bres__part_column(&profile->parts[i], selection.event, &column) &&
            __builtin_add_overflow(sum, profile->parts[i].sums[column], &sum))
            return bres__error(BRES_ERROR_VALUE, "the total of the profile is beyond 2^64-1");
    }
    *total = sum;
    return BRES_OK;
}
