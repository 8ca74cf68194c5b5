/* SPDX-License-Identifier: MIT */
/*
 * The proof that a configuration is not the fastest one: bets against the leader.
 *
 * In each round, each configuration bets that its batch is slower than the leader's. The leader was
 * chosen by earlier rounds. If the configuration is the fastest one, a bet wins at most as often as
 * it loses, regardless of the leader and of the noise of both. Its wealth, which begins at 1, then
 * ever reaches 1 / e with a probability of at most e (Ville 1939). Only losing the fastest
 * configuration is an error, so that the configurations need not share the error rate, and any
 * number of looks is allowed. An unlucky leader only costs samples.
 *
 * Bets on signs need neither a scale nor a distribution, and prove the most with few samples. Bets
 * on bounded sizes prove more in much noise. The bets on signs stake (nearly) everything: seven
 * samples in a row above the leader prove a configuration slower.
 *
 * The first rounds have no leader to bet against. If many configurations are measured, the samples
 * of these rounds are bet on later, each against one more sample of the leader, taken after it was
 * chosen. This does not work for few configurations: the drift between the rounds is not known well
 * enough.
 */
#include "stats/stats.h"
#include "tune/search/state.h"

#include <math.h>

/* The part of its wealth that each bet stakes, and its part of the initial wealth of 1. A bet on
 * the size of a longer batch stakes more, because a longer batch has less noise. */
static const double shares[BRES__SEARCH_BETS] = { 1, 0.98, 0.98, 0.6, 0.3, 0.15, 0.07 };
static const double parts[BRES__SEARCH_BETS] = { 0.65, 0.15, 0.05, 0.0375, 0.0375, 0.0375, 0.0375 };
#define SHARE_MAX 0.98

/* The part of the error rate that the bets may use: bets on early samples are not quite independent
 * of the choice of the leader. */
#define BETS_ERROR 0.95
/* Standard deviations of a difference at which a bet on its size wins three quarters of its stake.
 */
#define SIZE_SCALE 1.2
/* Minimum scale, for differences without noise. */
#define SCALE_MIN  1e-9

void bres__search_bets_clear(bres__search *search)
{
    for (size_t i = 0; i < search->config_count; i++) {
        for (unsigned k = 0; k < BRES__SEARCH_BETS; k++)
            search->configs[i].wealth[k] = 0;
        search->configs[i].early_bets = 0;
    }
    search->reference = NULL;
    search->contender = NULL;
    search->early_rounds = 0;
    search->early_bets = 0;
    search->typical_noise = 0;
}

/* Bets on the difference between a batch of `count` samples and the leader. `deviation`: standard
 * deviation of the difference. Only single samples bet on signs, because the center of several
 * samples of a skewed distribution is not equally likely above and below the median. */
static void config_bet(bres__search_config *config, double difference, double deviation,
                       size_t count)
{
    const double sign = (difference > 0) - (difference < 0);
    const double size = tanh(difference / fmax(SIZE_SCALE * deviation, SCALE_MIN));

    for (unsigned k = 0; k < BRES__SEARCH_BETS; k++) {
        if (k >= BRES__SEARCH_SIGN_BETS)
            config->wealth[k] += log1p(fmin(shares[k] * sqrt((double)count), SHARE_MAX) * size);
        else if (count == 1)
            config->wealth[k] += log1p(shares[k] * sign);
    }
}

bool bres__search_bets_prove(const bres__search *search, const bres__search_config *config)
{
    double wealth = 0;

    for (unsigned k = 0; k < BRES__SEARCH_BETS; k++)
        wealth += parts[k] * exp(config->wealth[k]);
    return wealth * BETS_ERROR * search->options.error_rate >= 1;
}

/* The samples of a configuration in its last settled round. */
typedef struct turn {
    size_t begin;
    size_t end;
    size_t batches;
} turn;

static turn turn_of(const bres__search_config *config, uint64_t round)
{
    turn made = { config->settled, config->settled, 0 };

    while (made.begin > 0 && config->samples[made.begin - 1].round == round) {
        made.begin--;
        made.batches += made.begin + 1 == made.end ||
                        config->samples[made.begin].batch != config->samples[made.begin + 1].batch;
    }
    return made;
}

static double samples_center(bres__search *search, const bres__search_config *config, size_t begin,
                             size_t end)
{
    for (size_t i = begin; i < end; i++)
        search->column[i - begin] = config->samples[i].value;
    bres__sort_float64(search->column, end - begin);
    return bres__search_center(search->column, end - begin);
}

static size_t batch_end(const bres__search_config *config, size_t begin)
{
    size_t end = begin + 1;

    while (end < config->settled && config->samples[end].batch == config->samples[begin].batch)
        end++;
    return end;
}

/* Bets on one early batch of each configuration that has early batches left. */
static void bet_early(bres__search *search, double leader, double leader_variance)
{
    for (size_t i = 0; i < search->config_count; i++) {
        bres__search_config *config = &search->configs[i];
        const size_t begin = config->early_bets;
        const bres__search_sample *first = &config->samples[begin];
        size_t end;
        double center;

        if (config->failed || begin >= config->settled || first->round >= search->early_rounds)
            continue;
        end = batch_end(config, begin);
        config->early_bets = end;
        if (config == search->reference || first->round < search->fair_round)
            continue;
        center = samples_center(search, config, begin, end) - search->drifts[first->round];
        config_bet(
            config, center - leader,
            sqrt(bres__config_variance(search, config) / (double)(end - begin) + leader_variance),
            end - begin);
    }
}

/* Uses each of the leader's batches from `begin` on for bets on one more early batch of each
 * configuration. */
static void bets_add_early(bres__search *search, uint64_t round, size_t begin, size_t end)
{
    const bres__search_config *leader = search->reference;

    while (begin < end && search->early_bets < search->early_rounds) {
        const size_t next = batch_end(leader, begin);
        const double center = samples_center(search, leader, begin, next) - search->drifts[round];

        bet_early(search, center, bres__config_variance(search, leader) / (double)(next - begin));
        search->early_bets++;
        begin = next;
    }
}

void bres__search_bets_add(bres__search *search, uint64_t round, size_t member_count)
{
    const bres__search_config *leader = search->reference;
    turn leading;
    double center;
    double variance;

    if (leader == NULL)
        return;
    leading = turn_of(leader, round);
    if (leading.batches == 0 || round < search->fair_round)
        return;
    if (search->early_bets < search->early_rounds) {
        const size_t first_end = batch_end(leader, leading.begin);

        bets_add_early(search, round, member_count > 1 ? first_end : leading.begin, leading.end);
        leading.end = first_end;
        leading.batches = 1;
    }
    center = leading.batches == 1 ? samples_center(search, leader, leading.begin, leading.end)
                                  : leader->round_center;
    variance = bres__config_variance(search, leader) / (double)(leading.end - leading.begin);
    for (size_t i = 0; i < member_count; i++) {
        bres__search_config *config = search->members[i];
        const turn own = turn_of(config, round);

        if (config == leader || own.batches == 0)
            continue;
        config_bet(
            config, config->round_center - center,
            sqrt(bres__config_variance(search, config) / (double)(own.end - own.begin) + variance),
            own.end - own.begin);
    }
}
