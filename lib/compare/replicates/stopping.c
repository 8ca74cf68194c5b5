/* SPDX-License-Identifier: MIT */
/*
 * Determines how the number of pairs was chosen. The results of a race record it. A merged result
 * lists the races of its inputs; the strictest of their rules applies to all pairs. Runs with pair
 * numbers, but without a race, are runs of a race whose rule is lost.
 */
#include "compare/replicates/replicates.h"
#include "model/build/build.h"

#include <string.h>

/* Minimum number of pairs for a decision, if the race has not recorded it. */
#define MIN_PAIRS 10

/* The races that the results of a side come from, as JSON objects. */
typedef struct race_list {
    const char **races;
    size_t count;
    size_t capacity;
} race_list;

static bres_status list_add(race_list *list, const char *race)
{
    if (race == NULL)
        return bres__error_memory();
    if (race[0] != '{')
        return BRES_OK;
    if (!BRES__RESERVE(&list->races, &list->capacity, list->count + 1))
        return bres__error_memory();
    list->races[list->count++] = race;
    return BRES_OK;
}

static bres_status list_add_elements(race_list *list, const char *elements, bres__arena *arena)
{
    bres__cursor cursor = bres__json_unchecked_cursor(elements, strlen(elements));
    bres__json_walk walk = bres__json_walk_list(&cursor);
    bres_status status = BRES_OK;
    bres__slice element;

    while (status == BRES_OK && bres__json_walk_pass(&walk, &element))
        status = list_add(list, bres__arena_copy(arena, element.data, element.length));
    return status == BRES_OK ? walk.status : status;
}

/* Adds the race of a result or, for a merged result, the races of its inputs. */
static bres_status list_add_result(race_list *list, const bres_result *result, bres__arena *arena)
{
    static const char *const one[] = { "benchresult", "race" };
    static const char *const many[] = { "benchresult", "races" };
    const char *race;
    const char *races = NULL;
    bres_status status = bres__meta_member(result, one, 2, arena, &race);

    if (status == BRES_OK)
        status = bres__meta_member(result, many, 2, arena, &races);
    if (status == BRES_OK && race != NULL)
        return list_add(list, race);
    if (status == BRES_OK && races != NULL && races[0] == '[')
        status = list_add_elements(list, races, arena);
    return status;
}

static bres_status list_fill(race_list *list, const bres__run_set *set, bres__arena *arena)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < set->result_count && status == BRES_OK; i++)
        status = list_add_result(list, set->results[i], arena);
    return status;
}

/* Whether a member of both objects has the same text. */
static bool members_equal(const char *one, const char *other, const char *key)
{
    bres__slice members[2];

    return bres__json_member(one, key, &members[0]) && bres__json_member(other, key, &members[1]) &&
           members[0].length == members[1].length &&
           memcmp(members[0].data, members[1].data, members[0].length) == 0;
}

/* Whether the lists hold the two sides of the same races, in the same order. A race without an id
 * proves nothing: two races of the same commands look alike. */
static bool lists_match(const race_list lists[2])
{
    if (lists[0].count == 0 || lists[0].count != lists[1].count)
        return false;
    for (size_t i = 0; i < lists[0].count; i++) {
        const char *one = lists[0].races[i];
        const char *other = lists[1].races[i];

        if (members_equal(one, other, "side") || !members_equal(one, other, "id"))
            return false;
    }
    return true;
}

/* Adds the rules of the races of a side. */
static void stopping_add(bres__stopping *stopping, const race_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        bres__slice reason;
        int64_t min_pairs;

        stopping->is_recorded &= bres__json_member(list->races[i], "stop_reason", &reason);
        if (!bres__json_member_int64(list->races[i], "min_pairs", &min_pairs) || min_pairs <= 0)
            min_pairs = MIN_PAIRS;
        if (min_pairs > (int64_t)stopping->min_pairs)
            stopping->min_pairs = (size_t)min_pairs;
    }
}

/* Whether all runs have pair numbers, and no run is from a collection whose number of runs was
 * fixed beforehand. */
static bool all_have_numbers(const bres_comparison *comparison)
{
    for (int side = 0; side < 2; side++) {
        const bres__run_set *set = &comparison->sets[side];

        for (size_t i = 0; i < set->count; i++) {
            if (!set->runs[i].has_pair || set->runs[i].is_collected)
                return false;
        }
    }
    return true;
}

static void stopping_set(bres_comparison *comparison, const race_list lists[2])
{
    const bool is_race = lists[0].count > 0 || lists[1].count > 0;
    const bool is_replicated = comparison->sets[0].count > 1 && comparison->sets[1].count > 1;
    const bool matches = lists_match(lists);
    bres__stopping stopping = { .is_recorded = matches };

    /* If the sides come from the same races, the number of pairs depends on the times, even for a
     * single pair: the race might have taken more. Otherwise, of several pairs, it is enough that
     * some come from a race, or that all runs have pair numbers. */
    stopping.is_sequential =
        matches || (is_replicated && (is_race || all_have_numbers(comparison)));
    stopping_add(&stopping, &lists[0]);
    stopping_add(&stopping, &lists[1]);
    if (!matches && stopping.min_pairs < MIN_PAIRS)
        stopping.min_pairs = MIN_PAIRS;
    comparison->stopping = stopping;
    comparison->is_one_race = matches;
    comparison->numbers_are_foreign = is_race && !matches;
}

bres_status bres__runs_find_stopping(bres_comparison *comparison)
{
    race_list lists[2] = { { .count = 0 }, { .count = 0 } };
    bres__arena arena = { 0 };
    bres_status status = list_fill(&lists[0], &comparison->sets[0], &arena);

    if (status == BRES_OK)
        status = list_fill(&lists[1], &comparison->sets[1], &arena);
    if (status == BRES_OK)
        stopping_set(comparison, lists);
    bres__free(lists[0].races);
    bres__free(lists[1].races);
    bres__arena_free(&arena);
    return status;
}

bres__stopping bres__stopping_in_memory(void)
{
    return (bres__stopping){ .is_sequential = true, .is_recorded = true, .min_pairs = MIN_PAIRS };
}
