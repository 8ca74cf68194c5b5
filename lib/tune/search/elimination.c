/* SPDX-License-Identifier: MIT */
/*
 * The elimination: what is clearly behind the leader is dropped for good. When the budget is too
 * small to measure all the others until they are told apart, the slower half of them is set aside
 * again and again, so that the fastest get most of the samples. To be set aside proves nothing:
 * such a configuration stays in the answer, and is measured again when time is left.
 */
#include "tune/search/state.h"

bool bres__search_in_doubt(const bres__search_config *config)
{
    return !config->failed && !config->dropped;
}

bres__search_config *bres__search_leader(const bres__search *search)
{
    bres__search_config *leader = NULL;

    for (size_t i = 0; i < search->config_count; i++) {
        bres__search_config *config = &search->configs[i];

        if (bres__search_in_doubt(config) && config->settled > 0 &&
            (leader == NULL || bres__search_is_before(config, leader)))
            leader = config;
    }
    return leader;
}

void bres__search_look(bres__search *search)
{
    bres__search_config *leader = bres__search_leader(search);
    bres__search_tail tail;

    if (leader == NULL)
        return;
    bres__search_tail_take(search, &tail);
    leader->tied = false;
    for (size_t i = 0; i < search->config_count; i++) {
        bres__search_config *config = &search->configs[i];

        if (config == leader || !bres__search_in_doubt(config))
            continue;
        config->dropped = bres__search_is_behind(search, &tail, leader, config);
        config->tied = !config->dropped && bres__search_is_tied(search, leader, config);
    }
}

bres_tuner_stop bres__search_conclusion(const bres__search *search)
{
    const bres__search_config *leader = bres__search_leader(search);
    size_t tied = 0;

    if (leader == NULL || leader->settled < BRES__SEARCH_SAMPLES_MIN)
        return BRES_TUNER_RUNNING;
    for (size_t i = 0; i < search->config_count; i++) {
        const bres__search_config *config = &search->configs[i];

        if (config == leader || !bres__search_in_doubt(config))
            continue;
        if (!config->tied)
            return BRES_TUNER_RUNNING;
        tied++;
    }
    return tied > 0 ? BRES_TUNER_TIED : BRES_TUNER_DECIDED;
}

/* --- Whom to measure -------------------------------------------------------------------------- */

static bool config_is_open(const bres__search *search, const bres__search_config *config)
{
    return bres__search_in_doubt(config) && !config->tied &&
           config->spent < search->options.trial_samples;
}

/* Those that can be measured and have something to be told about, the leader included, into
 * `ranked`. Without anything to be told the leader needs no more samples either. */
static size_t open_take(bres__search *search, bool with_rested)
{
    const bres__search_config *leader = bres__search_leader(search);
    const bool is_short = leader == NULL || leader->settled < BRES__SEARCH_SAMPLES_MIN;
    bool others = false;
    size_t count = 0;

    for (size_t i = 0; i < search->config_count; i++) {
        bres__search_config *config = &search->configs[i];

        if (!config_is_open(search, config) || (config->rested_in != 0 && !with_rested))
            continue;
        search->ranked[count++] = config;
        others = others || config != leader;
    }
    return others || is_short ? count : 0;
}

/* Whether all of them can have the most samples that one may have. */
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

/* Half of what is left, so that each set that is left gets as many rounds as the one before, and
 * the last ones the rest. The first cut has the most to lose: sequential halving (Karnin, Koren and
 * Somekh 2013), which spends less on it, loses the best one more often when many are nearly as
 * fast. */
static uint64_t rounds_until_cut(size_t count, uint64_t left)
{
    const uint64_t rounds = left / 2 / count;

    return rounds > 0 ? rounds : 1;
}

static size_t open_cut(bres__search *search, size_t count, size_t keep)
{
    bres__search_rank(search, count);
    search->cuts++;
    for (size_t i = keep; i < count; i++)
        search->ranked[i]->rested_in = search->cuts;
    return keep;
}

size_t bres__search_select(bres__search *search, uint64_t left)
{
    size_t count = open_take(search, false);

    if (count == 0) {
        count = open_take(search, true);
        for (size_t i = 0; i < count; i++)
            search->ranked[i]->rested_in = 0;
        search->next_cut = 0;
    }
    if (count == 0 || open_fit(search, count, left)) {
        search->next_cut = 0;
        return count;
    }
    if (search->next_cut != 0 && search->round < search->next_cut && count <= left)
        return count;
    if (search->next_cut != 0 && count > 2)
        count = open_cut(search, count, count - count / 2);
    /* The first round draws at random from all. */
    if (search->rounds_begun > 0 && count > left)
        count = open_cut(search, count, left > 0 ? (size_t)left : 1);
    search->next_cut = search->round + rounds_until_cut(count, left);
    return count;
}
