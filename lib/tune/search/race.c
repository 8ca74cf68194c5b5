/* SPDX-License-Identifier: MIT */
/*
 * Leader against challenger: runs the race of stats/sequential/sequential.h over the rounds in
 * which both were measured.
 *
 * A pair is a batch of each configuration, because the order of batches is random: if both are
 * equally fast, their difference is as likely to be x as -x, regardless of what the machine does
 * meanwhile. This does not hold for single samples, if a batch has several and something disturbs
 * one batch only.
 *
 * Every two configurations have their own race over all their pairs, which is repeated for each
 * question. Its outcome therefore does not depend on intermediate leaders, on the number of looks,
 * or on whether the samples are from a previous run. The races share the error rate.
 */
#include "tune/search/state.h"

#include "stats/stats.h"

#include <math.h>

double bres__search_pair_error(const bres__search *search)
{
    return search->options.error_rate / (double)search->config_count;
}

static size_t round_end(const bres__search_config *config, size_t begin)
{
    size_t end = begin;

    while (end < config->count && config->samples[end].round == config->samples[begin].round)
        end++;
    return end;
}

static double samples_center(bres__search *search, const bres__search_config *config, size_t begin,
                             size_t end)
{
    for (size_t i = begin; i < end; i++)
        search->column[i - begin] = config->samples[i].value;
    bres__sort_float64(search->column, end - begin);
    return bres__search_center(search->column, end - begin);
}

static void race_fill(bres__search *search, const bres__search_config *leader,
                      const bres__search_config *challenger)
{
    size_t i = 0;
    size_t k = 0;

    while (i < challenger->count && k < leader->count) {
        const uint64_t rounds[2] = { challenger->samples[i].round, leader->samples[k].round };
        const size_t ends[2] = { round_end(challenger, i), round_end(leader, k) };

        if (rounds[0] == rounds[1] && rounds[0] >= search->fair_round)
            bres__sequential_add(&search->race, samples_center(search, challenger, i, ends[0]) -
                                                    samples_center(search, leader, k, ends[1]));
        i = rounds[0] <= rounds[1] ? ends[0] : i;
        k = rounds[1] <= rounds[0] ? ends[1] : k;
    }
}

void bres__search_race(bres__search *search, const bres__search_config *leader,
                       const bres__search_config *challenger)
{
    const size_t pairs_max = leader->count < challenger->count ? leader->count : challenger->count;
    bres__sequential_options *options = &search->race.options;

    bres__sequential_clear(&search->race);
    options->error_rate = bres__search_pair_error(search);
    options->equivalence_margin = search->options.equivalence_margin;
    /* Each pair at most doubles a stake: too few pairs cannot prove anything. */
    if ((double)pairs_max * log(2) >= log(2 / options->error_rate))
        race_fill(search, leader, challenger);
}
