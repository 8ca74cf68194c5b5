/* SPDX-License-Identifier: MIT */
/*
 * Makes and frees a search, and adds samples and failures.
 */
#include "tune/search/state.h"

#include <math.h>

static bool search_allocate(bres__search *search, size_t count)
{
    /* At least one element, because a zero-size allocation may return NULL. */
    const size_t room = count > 0 ? count : 1;

    search->configs = bres__calloc(room, sizeof(*search->configs));
    search->queue = bres__calloc(room + 2 * BRES__SEARCH_MORE_BATCHES, sizeof(*search->queue));
    search->ranked = bres__calloc(room, sizeof(*search->ranked));
    search->best = bres__calloc(room, sizeof(*search->best));
    search->members = bres__calloc(room, sizeof(*search->members));
    search->residuals = bres__calloc(room, sizeof(*search->residuals));
    search->beliefs = bres__calloc(room, sizeof(*search->beliefs));
    search->column = bres__calloc(room, sizeof(*search->column));
    search->column_capacity = room;
    return search->configs != NULL && search->queue != NULL && search->ranked != NULL &&
           search->best != NULL && search->members != NULL && search->residuals != NULL &&
           search->beliefs != NULL && search->column != NULL;
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
    bres__free(search->members);
    bres__free(search->residuals);
    bres__free(search->beliefs);
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
 * Returns the round of the configuration's next sample. *is_new: whether a batch begins with it.
 * All samples that follow a request are one batch of the current round. The batches of a previous
 * run are unknown: they are assumed to be as long as in this run, and the k-th batches of all
 * configurations form one round.
 */
static uint64_t config_next_round(const bres__search *search, const bres__search_config *config,
                                  bool *is_new)
{
    const uint64_t last = config->count > 0 ? config->samples[config->count - 1].round : 0;
    const uint64_t length = config->count - config->batch_begin;

    if (bres__search_has_rounds(search) && search->rounds_begun > 0) {
        *is_new = config->count == 0 || config->told_asks < config->asks || last < search->round;
        return search->round;
    }
    *is_new = config->count == 0 || length >= bres__search_batch_length(config->batch_begin);
    return config->count > 0 ? last + *is_new : 0;
}

static void config_add(bres__search *search, bres__search_config *config, double seconds)
{
    bool is_new;
    const uint64_t round = config_next_round(search, config, &is_new);
    const uint64_t last = config->count > 0 ? config->samples[config->count - 1].batch : 0;

    if (is_new)
        config->batch_begin = config->count;
    config->samples[config->count] = (bres__search_sample){
        .value = sample_value(seconds),
        .round = round,
        .batch = config->count > 0 ? last + is_new : 0,
    };
    config->count++;
    config->told_asks = config->asks;
    if (round >= search->round_end)
        search->round_end = round + 1;
    search->is_dirty = search->is_dirty || round < search->settled_end;
}

static bool search_reserve(bres__search *search, bres__search_config *config, size_t count)
{
    const size_t need = config->count + count;
    bool is_new;
    const uint64_t first_round = config_next_round(search, config, &is_new);
    size_t rounds;

    if (count > SIZE_MAX - config->count || first_round + count > SIZE_MAX)
        return false;
    rounds = (size_t)first_round + count;
    return BRES__RESERVE(&config->samples, &config->capacity, need) &&
           BRES__RESERVE(&config->undrifted, &config->undrifted_capacity, need) &&
           BRES__RESERVE(&search->column, &search->column_capacity,
                         need > rounds ? need : rounds) &&
           BRES__RESERVE(&search->drifts, &search->drift_capacity, rounds) &&
           bres__sequential_reserve_all(&search->race, need);
}

bres_status bres__search_tell(bres__search *search, size_t index, const double *seconds,
                              size_t count)
{
    bres__search_config *config = &search->configs[index];

    if (count == 0)
        return BRES_OK;
    if (!search_reserve(search, config, count))
        return bres__error_memory();
    for (size_t i = 0; i < count; i++)
        config_add(search, config, seconds[i]);
    search->told += count;
    bres__search_spend(search, config, config->count);
    return BRES_OK;
}

void bres__search_fail(bres__search *search, size_t index)
{
    bres__search_config *config = &search->configs[index];

    if (config->failed)
        return;
    config->failed = true;
    search->failed_count++;
    /* The failed configuration may have eliminated others, and the drifts include its samples. */
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
