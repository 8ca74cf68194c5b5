/* SPDX-License-Identifier: MIT */
/*
 * Leader against challenger: what the race of stats/sequential.h makes of the rounds that both were
 * measured in.
 *
 * A pair is a turn of each, for a coin has chosen the order of these: of two that are as fast the
 * difference is as likely to be x as -x, whatever the machine does meanwhile. That of single
 * samples is not, where a turn has several of them and something disturbs one turn and not the
 * other.
 *
 * Each two configurations have a race of their own, of all their pairs from the first on, and it is
 * run anew whenever it is asked about. So nothing depends on who led meanwhile, on how often that
 * was looked at, or on whether the samples are of an earlier run. As many of these races can drop
 * the fastest one as there are others, and they share the error rate.
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
    uint64_t turns[2] = { 0, 0 };
    size_t count = 0;
    size_t i = 0;
    size_t j = 0;

    while (i < challenger->count && j < leader->count) {
        const bres__search_sample *a = &challenger->samples[i];
        const bres__search_sample *b = &leader->samples[j];

        if (a->round == b->round) {
            if (a->turn != turns[0] || b->turn != turns[1]) {
                race_add(search, count);
                count = 0;
                turns[0] = a->turn;
                turns[1] = b->turn;
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
