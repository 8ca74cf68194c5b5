/* SPDX-License-Identifier: MIT */
/*
 * Pairs, until it is over. The order of each pair is drawn for itself, not balanced over several:
 * the decision rests on nobody, and no drift, being able to tell which side comes next.
 */
#include "race/race.h"

#include <math.h>

#define PROGRESS_INTERVAL UINT64_C(100000000)

bool bres__race_is_interrupted(bres__race *race)
{
    const bres_race_options *options = &race->options;

    if (!race->interrupted && options->is_interrupted != NULL)
        race->interrupted = options->is_interrupted(options->interrupt_user);
    return race->interrupted;
}

bool bres__race_is_late(bres__race *race)
{
    const uint64_t now = race->clock.now(race->clock.user);

    if (now > race->last)
        race->elapsed += now - race->last;
    race->last = now;
    return race->options.max_time > 0 && (double)race->elapsed * 1e-9 >= race->options.max_time;
}

bool bres__race_draw(bres__race *race)
{
    return bres__random_below(&race->coin, 2) == 1;
}

bres_status bres__race_reserve(bres__race *race)
{
    void *order = race->order;
    bool done = bres__array_reserve(&order, &race->order_capacity, race->count + 2, 1);

    race->order = order;
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++)
        done = done && bres__doubles_reserve(&race->seconds[side], &race->seconds_capacity[side],
                                             race->count + 1);
    return done && bres__sequential_reserve(&race->sequential) ? BRES_OK : bres__error_memory();
}

void bres__race_add(bres__race *race, const double *seconds, bool candidate_first)
{
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++)
        race->seconds[side][race->count] = seconds[side];
    race->order[race->count++] = candidate_first ? 'C' : 'R';
    race->order[race->count] = '\0';
    bres__sequential_add(&race->sequential,
                         log(seconds[BRES__RACE_CANDIDATE] / seconds[BRES__RACE_REFERENCE]));
}

bool bres__race_is_over(bres__race *race)
{
    const int64_t max_pairs = race->options.max_pairs;
    const bool late = bres__race_is_late(race);

    if (bres__sequential_decide(&race->sequential) != BRES__SEQUENTIAL_OPEN)
        race->end = BRES_RACE_DECIDED;
    else if (bres__race_is_interrupted(race))
        race->end = BRES_RACE_INTERRUPTED;
    else if (max_pairs > 0 && race->count + race->discarded >= (uint64_t)max_pairs)
        race->end = BRES_RACE_PAIRS_OVER;
    else if (late)
        race->end = BRES_RACE_TIME_OVER;
    return race->end != 0;
}

static void race_tell(bres__race *race)
{
    const bres_race_options *options = &race->options;
    bres__sequential_estimate estimate;

    if (options->progress == NULL || race->elapsed < race->next_progress)
        return;
    race->next_progress = race->elapsed + PROGRESS_INTERVAL;
    bres__sequential_estimate_of(&race->sequential, &estimate);
    options->progress(options->progress_user, race->count, exp(estimate.center),
                      exp(estimate.lower), exp(estimate.upper));
}

/* A pair of which a block is not taken does not count, and leaves no trace but in a counter. */
static bres_status race_pair(bres__race *race, bres__race_block_fn block, void *user)
{
    const bool candidate_first = bres__race_draw(race);
    double seconds[BRES__RACE_SIDES];
    bool taken = true;
    bres_status status = bres__race_reserve(race);

    for (unsigned i = 0; i < BRES__RACE_SIDES && status == BRES_OK && taken; i++) {
        const unsigned side = candidate_first ? 1 - i : i;

        if (bres__race_is_interrupted(race))
            return BRES_OK;
        status = block(user, side, &seconds[side], &taken);
    }
    if (status != BRES_OK)
        return status;
    if (taken)
        bres__race_add(race, seconds, candidate_first);
    else
        race->discarded++;
    return BRES_OK;
}

bres_status bres__race_run(bres__race *race, bres__race_block_fn block, void *user)
{
    bres_status status = BRES_OK;

    while (status == BRES_OK && !bres__race_is_over(race)) {
        status = race_pair(race, block, user);
        if (status == BRES_OK)
            race_tell(race);
    }
    return status;
}
