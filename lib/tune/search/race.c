/* SPDX-License-Identifier: MIT */
/*
 * Leader against challenger: what the race of stats/sequential.h makes of the rounds that both were
 * measured in.
 *
 * A pair is a batch of each configuration, because the order of batches is random: if both are
 * equally fast, their difference is as likely to be x as -x, whatever the machine does meanwhile.
 * This does not hold for single samples, if a batch has several and something disturbs one batch
 * only.
 *
 * Each two configurations have a race of their own, over all their pairs, which is repeated for
 * each question. So nothing depends on the leaders meanwhile, on the number of looks, or on whether
 * the samples are of a previous run. Each of these races can eliminate the fastest configuration,
 * and they share the error rate.
 */
#include "tune/search/state.h"

#include "stats/stats.h"

#include <math.h>

double bres__search_pair_error(const bres__search *search)
{
    return search->options.error_rate / (double)search->config_count;
}

/* Adds the pair whose samples' differences are the first `count` of the column. */
static void race_add(bres__search *search, size_t count)
{
    if (count == 0)
        return;
    bres__sort_float64(search->column, count);
    bres__sequential_add(&search->race, bres__search_center(search->column, count));
}

static void race_fill(bres__search *search, const bres__search_config *leader,
                      const bres__search_config *challenger)
{
    uint64_t batches[2] = { 0, 0 };
    size_t count = 0;
    size_t i = 0;
    size_t j = 0;

    while (i < challenger->count && j < leader->count) {
        const bres__search_sample *a = &challenger->samples[i];
        const bres__search_sample *b = &leader->samples[j];

        if (a->round == b->round && a->round >= search->fair_round) {
            if (a->batch != batches[0] || b->batch != batches[1]) {
                race_add(search, count);
                count = 0;
                batches[0] = a->batch;
                batches[1] = b->batch;
            }
            search->column[count++] = a->value - b->value;
        }
        i += a->round <= b->round;
        j += b->round <= a->round;
    }
    race_add(search, count);
}

void bres__search_race(bres__search *search, const bres__search_config *leader,
                       const bres__search_config *challenger)
{
    const size_t pairs_max = leader->count < challenger->count ? leader->count : challenger->count;
    bres__sequential_options *options = &search->race.options;

    bres__sequential_clear(&search->race);
    options->error_rate = bres__search_pair_error(search);
    options->equivalence_margin = search->options.equivalence_margin;
    /* No pair more than doubles a stake. */
    if ((double)pairs_max * log(2) >= log(2 / options->error_rate))
        race_fill(search, leader, challenger);
}
