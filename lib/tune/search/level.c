/* SPDX-License-Identifier: MIT */
/*
 * Drift: a machine gets slower as it gets warm, or other work comes. What all configurations of a
 * round have in common is the round's level; without it, samples of different rounds can be
 * compared.
 *
 * A level is what the members of a round are above their own centers in the rounds before, in the
 * middle. So each level depends on earlier rounds alone, and is the same whenever it is worked out.
 */
#include "tune/search/state.h"

#include "stats/stats.h"

double bres__search_center(const double *sorted, size_t count)
{
    const size_t cut = (count + 1) / 4;
    double sum = 0;

    /* From the first one: the center of values that are equal is exactly theirs, however many. */
    for (size_t i = cut; i < count - cut; i++)
        sum += sorted[i] - sorted[cut];
    return sorted[cut] + sum / (double)(count - 2 * cut);
}

static void config_order(bres__search_config *config)
{
    if (config->ordered < config->settled)
        bres__sort_float64(config->level_free, config->settled);
    config->ordered = config->settled;
    config->center = bres__search_center(config->level_free, config->settled);
}

/* The more samples there are, the less a new one changes their center. When it is worked out anew
 * depends on their number alone. */
static void config_add(bres__search_config *config, double value)
{
    config->level_free[config->settled++] = value;
    if (config->settled > config->anchored + config->anchored / 16) {
        config_order(config);
        config->anchor = config->center;
        config->anchored = config->settled;
    }
}

static bool config_is_in(const bres__search_config *config, uint64_t round)
{
    return !config->failed && config->settled < config->count &&
           config->samples[config->settled].round == round;
}

/* Rounds of several, whose levels in the middle are that of one that is alone in its round: all of
 * its samples have the same error then, and that of a single round would be a sample's. */
#define LEVELS_BEFORE 16u

static double level_alone(const bres__search *search)
{
    const uint64_t count = search->shared_end < LEVELS_BEFORE ? search->shared_end : LEVELS_BEFORE;
    double levels[LEVELS_BEFORE];

    if (count == 0)
        return 0;
    for (uint64_t i = 0; i < count; i++)
        levels[i] = search->levels[search->shared_end - count + i];
    bres__sort_float64(levels, (size_t)count);
    return bres__search_center(levels, (size_t)count);
}

static void round_settle(bres__search *search, uint64_t round)
{
    size_t members = 0;
    double level;

    for (size_t i = 0; i < search->config_count; i++) {
        const bres__search_config *config = &search->configs[i];

        if (config_is_in(config, round) && config->settled > 0)
            search->column[members++] = config->samples[config->settled].value - config->anchor;
    }
    /* One alone would have all of its noise taken for the round's. */
    if (members > 1) {
        bres__sort_float64(search->column, members);
        level = bres__search_center(search->column, members);
        search->shared_end = round + 1;
    } else {
        level = level_alone(search);
    }
    search->levels[round] = level;
    for (size_t i = 0; i < search->config_count; i++) {
        bres__search_config *config = &search->configs[i];

        if (config_is_in(config, round))
            config_add(config, config->samples[config->settled].value - level);
    }
}

void bres__search_settle(bres__search *search, uint64_t end)
{
    if (search->is_dirty) {
        for (size_t i = 0; i < search->config_count; i++) {
            search->configs[i].settled = 0;
            search->configs[i].ordered = 0;
            search->configs[i].anchored = 0;
        }
        search->settled_end = 0;
        search->shared_end = 0;
        search->is_dirty = false;
    }
    for (; search->settled_end < end; search->settled_end++)
        round_settle(search, search->settled_end);
    for (size_t i = 0; i < search->config_count; i++) {
        if (search->configs[i].settled > 0)
            config_order(&search->configs[i]);
    }
}
