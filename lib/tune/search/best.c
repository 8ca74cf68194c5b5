/* SPDX-License-Identifier: MIT */
/*
 * The answer: the order of configurations, the set that is reported, and a sentence on it.
 */
#include "tune/search/state.h"

#include <inttypes.h>
#include <stdlib.h>

/* --- Order ------------------------------------------------------------------------------------ */

/* One or two samples may be lucky. */
static int config_grade(const bres__search_config *config)
{
    if (config->settled >= BRES__SEARCH_SAMPLES_MIN)
        return 0;
    return config->settled > 0 ? 1 : 2;
}

bool bres__search_is_before(const bres__search_config *config, const bres__search_config *other)
{
    const int grades[2] = { config_grade(config), config_grade(other) };

    if (config->rested_in != other->rested_in)
        return config->rested_in == 0 ||
               (other->rested_in != 0 && config->rested_in > other->rested_in);
    if (grades[0] != grades[1])
        return grades[0] < grades[1];
    if (config->center != other->center)
        return config->center < other->center;
    return config < other;
}

static int ranked_order(const void *a, const void *b)
{
    const bres__search_config *const configs[2] = { *(bres__search_config *const *)a,
                                                    *(bres__search_config *const *)b };

    return bres__search_is_before(configs[0], configs[1]) ? -1 : configs[0] != configs[1];
}

void bres__search_rank(bres__search *search, size_t count)
{
    qsort(search->ranked, count, sizeof(*search->ranked), ranked_order);
}

/* --- The set ---------------------------------------------------------------------------------- */

size_t bres__search_best(bres__search *search, const size_t **configs)
{
    size_t count = 0;

    /* The round that is being measured is not complete. */
    bres__search_settle(search, search->rounds_begun > 0 && search->end == BRES_TUNER_RUNNING &&
                                        bres__search_has_rounds(search)
                                    ? search->round
                                    : search->round_end);
    for (size_t i = 0; i < search->config_count; i++) {
        bres__search_config *config = &search->configs[i];

        if (bres__search_in_doubt(config) && config->settled > 0)
            search->ranked[count++] = config;
    }
    bres__search_rank(search, count);
    for (size_t i = 0; i < count; i++)
        search->best[i] = (size_t)(search->ranked[i] - search->configs);
    *configs = search->best;
    return count;
}

/* --- For people ------------------------------------------------------------------------------- */

static void message_reason(const bres__search *search, size_t doubtful, bres__text *message)
{
    const bres__search_options *options = &search->options;

    switch (search->end) {
    case BRES_TUNER_RUNNING:
        bres__text_puts(message, "it has not ended");
        break;
    case BRES_TUNER_DECIDED:
        bres__text_puts(message, "all others are clearly behind the winner");
        break;
    case BRES_TUNER_TIED:
        bres__text_printf(message, "the %zu that are left are the same within %.3g%%", doubtful,
                          100 * options->equivalence_margin);
        break;
    case BRES_TUNER_COMPLETE:
        bres__text_printf(message, "none is to have more than its %" PRIu64 " samples",
                          options->trial_samples);
        break;
    case BRES_TUNER_TIME_OVER:
        bres__text_printf(message, "the time of %.3g s is used up", options->max_time);
        break;
    case BRES_TUNER_SAMPLES_OVER:
        bres__text_printf(message, "the %" PRIu64 " samples are used up", options->max_samples);
        break;
    case BRES_TUNER_INTERRUPTED:
        bres__text_puts(message, "it was interrupted");
        break;
    case BRES_TUNER_NONE_LEFT:
        bres__text_puts(message, "no configuration is left");
        break;
    }
}

void bres__search_message(const bres__search *search, bres__text *message)
{
    size_t measured = 0;
    size_t behind = 0;
    size_t doubtful = 0;

    for (size_t i = 0; i < search->config_count; i++) {
        const bres__search_config *config = &search->configs[i];

        measured += config->count > 0;
        behind += !config->failed && config->dropped;
        doubtful += bres__search_in_doubt(config) && config->count > 0;
    }
    message_reason(search, doubtful, message);
    bres__text_printf(message,
                      ": of %zu configurations %zu were measured, with %" PRIu64 " samples; "
                      "%zu failed, %zu are clearly behind",
                      search->config_count, measured, search->told, search->failed_count, behind);
    if (doubtful > 1)
        bres__text_printf(message, ", %zu cannot be told apart", doubtful);
}
