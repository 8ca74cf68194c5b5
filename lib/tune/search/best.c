/* SPDX-License-Identifier: MIT */
/*
 * The outcome: the reported set of configurations, and a message about it.
 */
#include "tune/search/state.h"

#include <inttypes.h>

size_t bres__search_best(bres__search *search, const size_t **configs)
{
    size_t count = 0;

    /* Leaves out the current round, which is incomplete. */
    bres__search_settle(search, search->rounds_begun > 0 &&
                                        search->stop_reason == BRES_TUNER_RUNNING &&
                                        bres__search_has_rounds(search)
                                    ? search->round
                                    : search->round_end);
    for (size_t i = 0; i < search->config_count; i++) {
        bres__search_config *config = &search->configs[i];

        if (bres__config_is_active(config) && config->settled > 0)
            search->ranked[count++] = config;
    }
    bres__search_rank(search, count);
    for (size_t i = 0; i < count; i++)
        search->best[i] = (size_t)(search->ranked[i] - search->configs);
    *configs = search->best;
    return count;
}

static void message_reason(const bres__search *search, size_t active, bres__text *message)
{
    const bres__search_options *options = &search->options;

    switch (search->stop_reason) {
    case BRES_TUNER_RUNNING:
        bres__text_puts(message, "the search is running");
        break;
    case BRES_TUNER_DECIDED:
        bres__text_puts(message, "all other configurations are slower");
        break;
    case BRES_TUNER_TIED:
        bres__text_printf(message, "the %zu remaining configurations are equivalent within %.3g%%",
                          active, 100 * options->equivalence_margin);
        break;
    case BRES_TUNER_COMPLETE:
        bres__text_printf(message, "each remaining configuration has its %" PRIu64 " samples",
                          options->trial_samples);
        break;
    case BRES_TUNER_TIME_OVER:
        bres__text_printf(message, "the time budget of %.3g s is used up", options->max_time);
        break;
    case BRES_TUNER_SAMPLES_OVER:
        bres__text_printf(message, "the budget of %" PRIu64 " samples is used up",
                          options->max_samples);
        break;
    case BRES_TUNER_INTERRUPTED:
        bres__text_puts(message, "interrupted");
        break;
    case BRES_TUNER_NONE_LEFT:
        bres__text_puts(message, "no configuration is left");
        break;
    }
}

void bres__search_message(const bres__search *search, bres__text *message)
{
    size_t active = 0;

    for (size_t i = 0; i < search->config_count; i++) {
        const bres__search_config *config = &search->configs[i];

        active += bres__config_is_active(config) && config->count > 0;
    }
    message_reason(search, active, message);
}
