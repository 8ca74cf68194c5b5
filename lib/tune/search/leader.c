/* SPDX-License-Identifier: MIT */
/*
 * Chooses the leader that configurations are compared with, and how many samples it gets.
 *
 * Of many configurations with large noise, one always has a few lucky samples. So the leader is not
 * the configuration with the lowest center, but the one whose center is low even if its samples
 * were lucky.
 */
#include "tune/search/state.h"

#include <math.h>

/* Standard errors that are added to a measured center. */
#define CAUTION         2.5
/* A round with this many configurations is crowded: the noise of a single configuration hardly
 * affects their common drift. */
#define CROWD           16u
/* Rounds before the first choice. */
#define ROUNDS_OF_CROWD 5u
#define ROUNDS_OF_FEW   3u
/* A leader gets sqrt(configurations) / CROWD_SHARE extra batches: a small part of the round. */
#define CROWD_SHARE     4
/* Extra batches are at most 1 / MORE_SHARE of a round. */
#define MORE_SHARE      8
/* A leader may be ahead of the others by 1 / TRIAL_SHARE of the samples of a configuration. A
 * leader that has used up its samples could not prove anything. */
#define TRIAL_SHARE     8
/* Maximum number of extra batches in one round for the bets on early samples. */
#define EARLY_BATCHES   3u
/* Weight of the typical noise, in samples. */
#define TYPICAL_WEIGHT  3.0
/* Lower limit of a configuration's noise, relative to the typical noise. */
#define NOISE_RATIO_MIN 1e-6

double bres__config_variance(const bres__search *search, const bres__search_config *config)
{
    const double typical = search->typical_noise;
    const double count = (double)config->settled - 1;
    double noise = config->noise;

    /* A weighted mean of logarithms, so that many samples outweigh a typical noise of another order
     * of magnitude. */
    if (noise < typical)
        noise =
            typical * pow(fmax(noise / typical, NOISE_RATIO_MIN), count / (TYPICAL_WEIGHT + count));
    return noise * noise;
}

double bres__config_cautious_center(const bres__search *search, const bres__search_config *config)
{
    const double variance = bres__config_variance(search, config);

    if (config->settled == 0)
        return INFINITY;
    return config->center + CAUTION * sqrt(variance / (double)config->settled);
}

void bres__search_choose_reference(bres__search *search, uint64_t round, size_t member_count)
{
    const uint64_t first = member_count >= CROWD ? ROUNDS_OF_CROWD : ROUNDS_OF_FEW;
    bres__search_config *best = NULL;
    double lowest = INFINITY;

    search->contender = NULL;
    if (search->reference == NULL && round + 1 < first)
        return;
    for (size_t i = 0; i < member_count; i++) {
        bres__search_config *config = search->members[i];
        const double center = bres__config_cautious_center(search, config);

        if (config->settled < ROUNDS_OF_FEW)
            continue;
        if (center < lowest) {
            lowest = center;
            best = config;
        }
        if (search->contender == NULL || config->center < search->contender->center)
            search->contender = config;
    }
    if (best == NULL)
        return;
    if (search->reference == NULL && member_count >= CROWD)
        search->early_rounds = round + 1;
    search->reference = best;
}

uint64_t bres__search_more_batches(const bres__search *search, const bres__search_config *config,
                                   size_t count, uint64_t least)
{
    const uint64_t early = search->early_rounds - search->early_bets;
    double more = sqrt((double)count) / CROWD_SHARE;

    if (count < CROWD || (config != search->reference && config != search->contender) ||
        config->spent > least + search->options.trial_samples / TRIAL_SHARE)
        return 0;
    if (early > 0)
        return config != search->reference ? 0 : early < EARLY_BATCHES ? early : EARLY_BATCHES;
    if (config->noise != search->typical_noise)
        more *= config->noise / search->typical_noise;
    return (uint64_t)fmin(fmin(more, BRES__SEARCH_MORE_BATCHES), (double)(count / MORE_SHARE));
}
