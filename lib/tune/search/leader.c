/* SPDX-License-Identifier: MIT */
/*
 * The leader that configurations are compared with, and how many samples it gets.
 *
 * Of many configurations with large noise, one always has a few lucky samples. So the leader is not
 * the configuration with the lowest center, but the one whose center is low even if its samples
 * were lucky.
 */
#include "tune/search/state.h"

#include <math.h>

/* Standard errors that a center is taken to be above the measured one. */
#define CAUTION         2.5
/* A space is crowded if a round has so many configurations: their common drift has little of the
 * noise of any. */
#define CROWD           16u
/* Rounds before the first choice. */
#define ROUNDS_OF_CROWD 5u
#define ROUNDS_OF_FEW   3u
/* One more batch of a leader for so many square roots of the number of configurations: what it
 * costs is a small part of the round. */
#define CROWD_SHARE     4
/* The part of a round that they are, at most. */
#define MORE_SHARE      8
/* The part of the samples of one configuration by which it may be ahead of the others: nothing can
 * be proven without a leader. */
#define TRIAL_SHARE     8
/* Batches in one round for the bets on early samples. */
#define EARLY_BATCHES   3u
/* Weight of the typical noise, in samples. */
#define TYPICAL_WEIGHT  3.0
/* No noise is taken to be a smaller part of the typical one. */
#define NOISE_RATIO_MIN 1e-6

double bres__config_variance(const bres__search *search, const bres__search_config *config)
{
    const double typical = search->typical_noise;
    const double count = (double)config->settled - 1;
    double noise = config->noise;

    /* A mean of logarithms: many samples outweigh a noise of another order of magnitude. */
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
