/* SPDX-License-Identifier: MIT */
/*
 * A configuration of a search: whether it is active, its order among others, and its budget.
 */
#include "tune/search/state.h"

#include <stdlib.h>

bool bres__search_has_rounds(const bres__search *search)
{
    return search->options.strategy != BRES_TUNER_RANDOM;
}

uint64_t bres__search_batch_length(uint64_t before)
{
    return 1 + before / 16;
}

void bres__search_spend(bres__search *search, bres__search_config *config, uint64_t spent)
{
    if (spent <= config->spent)
        return;
    search->spent += spent - config->spent;
    config->spent = spent;
}

bool bres__config_is_active(const bres__search_config *config)
{
    return !config->failed && !config->eliminated;
}

/* Grades a configuration by its samples, 0 first: one or two samples may be lucky. */
static int config_grade(const bres__search_config *config)
{
    if (config->settled >= BRES__SEARCH_SAMPLES_MIN)
        return 0;
    return config->settled > 0 ? 1 : 2;
}

/* Orders the longest measured configuration first; 0 if both were measured equally long. */
static int config_compare(const bres__search_config *config, const bres__search_config *other)
{
    const int grades[2] = { config_grade(config), config_grade(other) };

    if (config->parked_round != other->parked_round)
        return config->parked_round == 0 ||
                       (other->parked_round != 0 && config->parked_round > other->parked_round)
                   ? -1
                   : 1;
    return grades[0] - grades[1];
}

static bool center_is_before(const bres__search_config *config, const bres__search_config *other,
                             double center, double other_center)
{
    const int compared = config_compare(config, other);

    if (compared != 0)
        return compared < 0;
    return center != other_center ? center < other_center : config < other;
}

bool bres__config_leads(const bres__search *search, const bres__search_config *config,
                        const bres__search_config *other)
{
    return center_is_before(config, other, bres__config_cautious_center(search, config),
                            bres__config_cautious_center(search, other));
}

static int ranked_order(const void *a, const void *b)
{
    const bres__search_config *config = *(bres__search_config *const *)a;
    const bres__search_config *other = *(bres__search_config *const *)b;

    if (config == other)
        return 0;
    return center_is_before(config, other, config->center, other->center) ? -1 : 1;
}

void bres__search_rank(bres__search *search, size_t count)
{
    qsort(search->ranked, count, sizeof(*search->ranked), ranked_order);
}
