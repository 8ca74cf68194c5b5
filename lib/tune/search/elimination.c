/* SPDX-License-Identifier: MIT */
/*
 * Elimination: a configuration that is proven slower than the leader is not measured again. If the
 * budget is too small to decide on all others, the slower half of them is parked, repeatedly, so
 * that the fastest ones get most of the samples. Parking proves nothing: a parked configuration
 * stays in the outcome, and is measured again when time is left.
 */
#include "tune/search/evidence.h"
#include "tune/search/state.h"

/* The active configuration whose center is lowest even if its samples were lucky; NULL if none was
 * measured. */
static bres__search_config *search_leader(const bres__search *search)
{
    bres__search_config *leader = NULL;

    for (size_t i = 0; i < search->config_count; i++) {
        bres__search_config *config = &search->configs[i];

        if (bres__config_is_active(config) && config->settled > 0 &&
            (leader == NULL || bres__config_leads(search, config, leader)))
            leader = config;
    }
    return leader;
}

void bres__search_look(bres__search *search)
{
    bres__search_config *leader = search_leader(search);

    if (leader == NULL)
        return;
    leader->tied = false;
    search->leader = leader;
    for (size_t i = 0; i < search->config_count; i++) {
        bres__search_config *config = &search->configs[i];

        if (config == leader || config->failed)
            continue;
        config->eliminated = bres__search_is_slower(search, leader, config);
        config->tied = !config->eliminated && bres__search_is_tied(search, leader, config);
    }
}

bres_tuner_stop bres__search_conclusion(const bres__search *search)
{
    const bres__search_config *leader = search_leader(search);
    size_t tied = 0;

    if (leader == NULL || leader->settled < BRES__SEARCH_SAMPLES_MIN)
        return BRES_TUNER_RUNNING;
    for (size_t i = 0; i < search->config_count; i++) {
        const bres__search_config *config = &search->configs[i];

        if (config == leader || !bres__config_is_active(config))
            continue;
        if (!config->tied)
            return BRES_TUNER_RUNNING;
        tied++;
    }
    return tied > 0 ? BRES_TUNER_TIED : BRES_TUNER_DECIDED;
}

static bool config_is_open(const bres__search *search, const bres__search_config *config)
{
    return bres__config_is_active(config) && !config->tied &&
           config->spent < search->options.trial_samples;
}

/* Puts the configurations that need more samples into `ranked`, including the leader. If no other
 * configuration needs more samples, the leader does not need any either. */
static size_t open_take(bres__search *search, bool with_parked)
{
    const bres__search_config *leader = search_leader(search);
    const bool is_short = leader == NULL || leader->settled < BRES__SEARCH_SAMPLES_MIN;
    bool others = false;
    size_t count = 0;

    for (size_t i = 0; i < search->config_count; i++) {
        bres__search_config *config = &search->configs[i];

        if (!config_is_open(search, config) || (config->parked_round != 0 && !with_parked))
            continue;
        search->ranked[count++] = config;
        others = others || config != leader;
    }
    return others || is_short ? count : 0;
}

/* Whether the budget allows the first `count` of `ranked` all samples that a configuration may
 * have. */
static bool open_fit(const bres__search *search, size_t count, uint64_t left)
{
    for (size_t i = 0; i < count && left != UINT64_MAX; i++) {
        const uint64_t wanted = search->options.trial_samples - search->ranked[i]->spent;

        if (wanted > left)
            return false;
        left -= wanted;
    }
    return true;
}

/* The number of sets of configurations: one per cut until two of `count` are left, and the last. */
static uint64_t sets_of(size_t count)
{
    uint64_t sets = 1;

    for (; count > 2; count -= count / 2)
        sets++;
    return sets;
}

/*
 * Each set gets the same part of the remaining budget before the next cut. Sequential halving
 * (Karnin, Koren and Somekh 2013) makes as many parts as there will be sets. Fewer parts give the
 * first sets more samples, which loses the fastest configuration less often when only one is
 * faster. Too few parts leave too little budget for the last sets of a large space. PARTS_LESS is
 * the best compromise for the landscapes of tests/truth/tuner.c and tuner_budget.c.
 */
#define PARTS_LESS 4u
#define PARTS_MIN  2u

static uint64_t samples_until_cut(bres__search *search, size_t count, uint64_t left)
{
    const uint64_t sets = sets_of(count);
    uint64_t samples;

    if (search->parts == 0)
        search->parts = sets > PARTS_LESS + PARTS_MIN ? sets - PARTS_LESS : PARTS_MIN;
    samples = left / (search->parts < sets ? search->parts : sets) / count;
    return samples > 0 ? samples : 1;
}

/* The number of samples that each of the first `count` of `ranked` has at least. */
static uint64_t least_count(const bres__search *search, size_t count)
{
    uint64_t least = UINT64_MAX;

    for (size_t i = 0; i < count; i++)
        least = search->ranked[i]->count < least ? search->ranked[i]->count : least;
    return least;
}

static size_t open_cut(bres__search *search, size_t count, size_t keep)
{
    bres__search_rank(search, count);
    /* Keeps the reference: nothing can be proven without it. */
    for (size_t i = keep; i < count && keep > 1; i++) {
        if (search->ranked[i] != search->reference)
            continue;
        search->ranked[i] = search->ranked[keep - 1];
        search->ranked[keep - 1] = search->reference;
    }
    search->cuts++;
    for (size_t i = keep; i < count; i++)
        search->ranked[i]->parked_round = search->cuts;
    return keep;
}

size_t bres__search_select(bres__search *search, uint64_t left)
{
    size_t count = open_take(search, false);

    if (count == 0) {
        count = open_take(search, true);
        for (size_t i = 0; i < count; i++)
            search->ranked[i]->parked_round = 0;
        search->next_cut = 0;
    }
    if (count == 0 || open_fit(search, count, left)) {
        search->next_cut = 0;
        return count;
    }
    if (search->next_cut != 0 && least_count(search, count) < search->next_cut && count <= left)
        return count;
    if (search->next_cut != 0 && count > 2)
        count = open_cut(search, count, count - count / 2);
    /* The first round is not cut: its random order selects the configurations that fit. */
    if (search->rounds_begun > 0 && count > left)
        count = open_cut(search, count, left > 0 ? (size_t)left : 1);
    search->next_cut = least_count(search, count) + samples_until_cut(search, count, left);
    return count;
}
