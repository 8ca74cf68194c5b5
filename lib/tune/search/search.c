/* SPDX-License-Identifier: MIT */
/*
 * The search: its making, and what it is told.
 */
#include "tune/search/state.h"

#include <math.h>

static bool search_allocate(bres__search *search, size_t count)
{
    /* Room for one at least: an allocation of nothing may be NULL. */
    const size_t room = count > 0 ? count : 1;

    search->configs = bres__calloc(room, sizeof(*search->configs));
    search->queue = bres__calloc(room, sizeof(*search->queue));
    search->ranked = bres__calloc(room, sizeof(*search->ranked));
    search->best = bres__calloc(room, sizeof(*search->best));
    search->column = bres__calloc(room, sizeof(*search->column));
    search->column_capacity = room;
    return search->configs != NULL && search->queue != NULL && search->ranked != NULL &&
           search->best != NULL && search->column != NULL;
}

bres_status bres__search_new(const bres__search_options *options, bres__search **search)
{
    bres_thresholds thresholds;
    bres__search *made = NULL;
    bres_status status;

    *search = NULL;
    status = bres__thresholds_take(&thresholds, options->thresholds);
    if (status != BRES_OK)
        return status;
    made = bres__calloc(1, sizeof(*made));
    if (made == NULL)
        return bres__error_memory();
    if (!search_allocate(made, options->config_count)) {
        bres__search_free(made);
        return bres__error_memory();
    }
    made->options = *options;
    made->thresholds = thresholds;
    /* The betting test decides whether the evidence suffices, however few the batches are. */
    made->thresholds.rule = BRES_RULE_NVBENCH;
    made->config_count = options->config_count;
    *search = made;
    return BRES_OK;
}

void bres__search_free(bres__search *search)
{
    if (search == NULL)
        return;
    for (size_t i = 0; search->configs != NULL && i < search->config_count; i++) {
        bres__free(search->configs[i].samples);
        bres__free(search->configs[i].undrifted);
    }
    bres__free(search->configs);
    bres__free(search->queue);
    bres__free(search->preferred);
    bres__free(search->ranked);
    bres__free(search->column);
    bres__free(search->best);
    bres__free(search->drifts);
    bres__sequential_free(&search->race);
    bres__free(search);
}

/* A coarse clock may report 0: no execution takes less than a picosecond. */
static double sample_value(double seconds)
{
    return log(fmax(seconds, 1e-12));
}

/*
 * The round of the configuration's next sample. Where samples are drawn round by round it is the
 * round that is being measured. More samples than were asked for, and those of a previous run, of
 * which nothing else is known, are counted through: the k-th of one configuration belongs to the
 * k-th of another.
 */
static uint64_t config_next_round(const bres__search *search, const bres__search_config *config)
{
    uint64_t round = 0;

    if (config->count > 0)
        round = config->samples[config->count - 1].round + 1;
    if (bres__search_has_rounds(search) && round < search->round)
        round = search->round;
    return round;
}

/* The round that the batch with a round begins with: however many samples are told in a round, they
 * are one batch. Batches of a previous run are not known: they are taken to be as long as if they
 * were of this one. */
static uint64_t batch_begin(const bres__search *search, uint64_t round)
{
    uint64_t begin = 0;

    if (bres__search_has_rounds(search) && search->rounds_begun > 0)
        return search->round;
    while (begin + bres__search_batch_length(begin) <= round)
        begin += bres__search_batch_length(begin);
    return begin;
}

static bool search_reserve(bres__search *search, bres__search_config *config, uint64_t first_round,
                           size_t count)
{
    const size_t need = config->count + count;

    if (count > SIZE_MAX - config->count || first_round + count > SIZE_MAX)
        return false;
    return BRES__RESERVE(&config->samples, &config->capacity, need) &&
           BRES__RESERVE(&config->undrifted, &config->undrifted_capacity, need) &&
           BRES__RESERVE(&search->column, &search->column_capacity, need) &&
           BRES__RESERVE(&search->drifts, &search->drift_capacity, (size_t)first_round + count) &&
           bres__sequential_reserve_all(&search->race, need);
}

bres_status bres__search_tell(bres__search *search, size_t index, const double *seconds,
                              size_t count)
{
    bres__search_config *config = &search->configs[index];
    const uint64_t first_round = config_next_round(search, config);

    if (count == 0)
        return BRES_OK;
    if (!search_reserve(search, config, first_round, count))
        return bres__error_memory();
    for (size_t i = 0; i < count; i++)
        config->samples[config->count++] = (bres__search_sample){
            .value = sample_value(seconds[i]),
            .round = first_round + i,
            .batch = batch_begin(search, first_round + i),
        };
    search->told += count;
    bres__search_spend(search, config, config->count);
    if (first_round + count > search->round_end)
        search->round_end = first_round + count;
    search->is_dirty = search->is_dirty || first_round < search->settled_end;
    return BRES_OK;
}

void bres__search_fail(bres__search *search, size_t index)
{
    bres__search_config *config = &search->configs[index];

    if (config->failed)
        return;
    config->failed = true;
    search->failed_count++;
    /* The others may have been eliminated because of it, and its samples are in the drifts. */
    for (size_t i = 0; i < search->config_count; i++) {
        search->configs[i].eliminated = false;
        search->configs[i].tied = false;
    }
    search->is_dirty = true;
}

void bres__search_stop(bres__search *search, bres_tuner_stop reason)
{
    if (search->stop_reason != BRES_TUNER_RUNNING)
        return;
    bres__search_settle(search, search->round_end);
    bres__search_look(search);
    search->stop_reason = reason;
}

bres_tuner_stop bres__search_stop_reason(const bres__search *search)
{
    return search->stop_reason;
}

bool bres__search_is_active(const bres__search *search, size_t config)
{
    return bres__config_is_active(&search->configs[config]);
}

size_t bres__search_remaining(const bres__search *search)
{
    size_t remaining = 0;

    for (size_t i = 0; i < search->config_count; i++)
        remaining += bres__config_is_active(&search->configs[i]);
    return remaining;
}
