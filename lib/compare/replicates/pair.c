/* SPDX-License-Identifier: MIT */
/*
 * Decides which runs are pairs. Runs measured in alternation share the drift of the machine: the
 * log ratio of a pair varies far less than the runs do. The results show whether runs are pairs: by
 * their pair numbers if both sides come from one race, otherwise by the times of the runs. Pair
 * numbers alone prove nothing, because those of every collection begin at 0.
 */
#include "compare/replicates/replicates.h"

#include <stdlib.h>
#include <string.h>

static int pair_order(const void *a, const void *b)
{
    const bres__result_run *first = a;
    const bres__result_run *second = b;

    return (first->pair > second->pair) - (first->pair < second->pair);
}

static int start_order(const void *a, const void *b)
{
    const bres__result_run *first = a;
    const bres__result_run *second = b;

    return (first->start > second->start) - (first->start < second->start);
}

static void sets_sort(bres_comparison *comparison, int (*order)(const void *, const void *))
{
    for (int side = 0; side < 2; side++)
        qsort(comparison->sets[side].runs, comparison->sets[side].count, sizeof(bres__result_run),
              order);
}

/* Whether the runs of both sides have the same pair number at each index, and successive numbers
 * differ. */
static bool numbers_match(const bres_comparison *comparison)
{
    const bres__run_set *sets = comparison->sets;

    for (size_t i = 0; i < sets[0].count; i++) {
        if (sets[0].runs[i].pair != sets[1].runs[i].pair ||
            (i > 0 && sets[0].runs[i].pair == sets[0].runs[i - 1].pair))
            return false;
    }
    return true;
}

/* Whether each run of a pair follows each run of the previous pair. */
static bool pair_follows(const bres_comparison *comparison, size_t pair)
{
    for (int earlier = 0; earlier < 2; earlier++) {
        for (int later = 0; later < 2; later++) {
            if (!bres__run_follows(&comparison->sets[earlier].runs[pair - 1],
                                   &comparison->sets[later].runs[pair]))
                return false;
        }
    }
    return true;
}

/* Whether the runs of both sides alternate in pairs of one run per side, and no two runs overlap.
 * The runs of each side are in the order of their start times. */
static bool starts_alternate(const bres_comparison *comparison)
{
    const bres__result_run *references = comparison->sets[0].runs;
    const bres__result_run *candidates = comparison->sets[1].runs;

    for (size_t i = 0; i < comparison->sets[0].count; i++) {
        if (!bres__run_follows(&references[i], &candidates[i]) &&
            !bres__run_follows(&candidates[i], &references[i]))
            return false;
        if (i > 0 && !pair_follows(comparison, i))
            return false;
    }
    return true;
}

static bool all_have(const bres_comparison *comparison, bool by_number)
{
    for (int side = 0; side < 2; side++) {
        const bres__run_set *set = &comparison->sets[side];

        for (size_t i = 0; i < set->count; i++) {
            if (by_number ? !set->runs[i].has_pair : !set->runs[i].has_start)
                return false;
        }
    }
    return true;
}

/* A copy of the present order, to restore it. */
static bres__result_run *order_keep(bres_comparison *comparison)
{
    const size_t counts[2] = { comparison->sets[0].count, comparison->sets[1].count };
    bres__result_run *kept =
        bres__arena_calloc(&comparison->arena, counts[0] + counts[1], sizeof(*kept));

    if (kept == NULL)
        return NULL;
    memcpy(kept, comparison->sets[0].runs, counts[0] * sizeof(*kept));
    memcpy(kept + counts[0], comparison->sets[1].runs, counts[1] * sizeof(*kept));
    return kept;
}

static void order_restore(bres_comparison *comparison, const bres__result_run *kept)
{
    const size_t counts[2] = { comparison->sets[0].count, comparison->sets[1].count };

    memcpy(comparison->sets[0].runs, kept, counts[0] * sizeof(*kept));
    memcpy(comparison->sets[1].runs, kept + counts[0], counts[1] * sizeof(*kept));
}

/* Whether the numbers of pairs match; if so, the runs are sorted by pair. */
static bool pairs_by_number(bres_comparison *comparison)
{
    if (!all_have(comparison, true) || comparison->numbers_are_foreign)
        return false;
    /* The files of several races repeat the pair numbers, which match in the order of the files. */
    if (numbers_match(comparison))
        return true;
    sets_sort(comparison, pair_order);
    return numbers_match(comparison);
}

/* Whether the results say that their runs are pairs; if so, the runs are sorted by pair. */
static bool runs_are_pairs(bres_comparison *comparison)
{
    if (comparison->is_one_race && pairs_by_number(comparison))
        return true;
    if (!all_have(comparison, false))
        return false;
    sets_sort(comparison, start_order);
    return starts_alternate(comparison);
}

bres_status bres__runs_pair(bres_comparison *comparison, const bres_compare_options *options)
{
    const size_t counts[2] = { comparison->sets[0].count, comparison->sets[1].count };
    const bool wanted = (options->flags & BRES_COMPARE_PAIRED) != 0;
    bres__result_run *kept;

    if (wanted && counts[0] != counts[1])
        return bres__error(BRES_ERROR_ARGUMENT,
                           "cannot pair %zu runs of the reference with %zu of the candidate",
                           counts[0], counts[1]);
    if (counts[0] != counts[1] || (options->flags & BRES_COMPARE_UNPAIRED) != 0)
        return BRES_OK;
    kept = order_keep(comparison);
    if (kept == NULL)
        return bres__error_memory();
    comparison->paired = runs_are_pairs(comparison);
    if (comparison->paired)
        return BRES_OK;
    order_restore(comparison, kept);
    comparison->paired = wanted;
    if (!wanted || pairs_by_number(comparison))
        return BRES_OK;
    order_restore(comparison, kept);
    if (all_have(comparison, false))
        sets_sort(comparison, start_order);
    return BRES_OK;
}
