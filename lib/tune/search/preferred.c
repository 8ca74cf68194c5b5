/* SPDX-License-Identifier: MIT */
/*
 * Configurations that are measured first, because they were fast in a similar task.
 *
 * Only their first measurement uses this order. The races leave out that round, because they need
 * batches in a random order.
 */
#include "tune/search/state.h"

bres_status bres__search_prefer(bres__search *search, const size_t *configs, size_t count)
{
    size_t *preferred = bres__calloc(count, sizeof(*preferred));

    if (preferred == NULL)
        return bres__error_memory();
    memcpy(preferred, configs, count * sizeof(*preferred));
    bres__free(search->preferred);
    search->preferred = preferred;
    search->preferred_count = count;
    return BRES_OK;
}

/* Moves a configuration forward in the queue, to `place`; false if it is not at or after `place`.
 */
static bool queue_raise(bres__search *search, size_t config, size_t place)
{
    for (size_t i = place; i < search->queue_length; i++) {
        if (search->queue[i] != config)
            continue;
        search->queue[i] = search->queue[place];
        search->queue[place] = config;
        return true;
    }
    return false;
}

void bres__search_order_queue(bres__search *search)
{
    const bool has_rounds = bres__search_has_rounds(search);
    size_t place = 0;

    if (search->preferred_count == 0 || (has_rounds && search->rounds_begun > 0))
        return;
    for (size_t i = 0; i < search->preferred_count && (has_rounds || place == 0); i++) {
        if (has_rounds || search->configs[search->preferred[i]].asks == 0)
            place += queue_raise(search, search->preferred[i], place);
    }
    if (has_rounds)
        search->fair_round = search->round + 1;
}
