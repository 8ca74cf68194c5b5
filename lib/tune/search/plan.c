/* SPDX-License-Identifier: MIT */
/*
 * Chooses the next configuration: rounds in a random order, the budget, and the strategies that
 * eliminate nothing.
 */
#include "tune/search/state.h"

#include <math.h>

/* Maximum number of samples per request. */
#define ASK_MAX        1000u
/* Samples of a configuration per draw of BRES_TUNER_RANDOM. */
#define RANDOM_SAMPLES 5u

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The number of samples that the budget still allows. The time budget is converted at the rate of
 * the last round, because the first round includes preparation. */
static uint64_t budget_left(const bres__search *search, double elapsed)
{
    const bres__search_options *options = &search->options;
    const uint64_t measured = search->spent - search->round_spent;
    uint64_t left = UINT64_MAX;
    double fitting;

    if (options->max_samples > 0)
        left = options->max_samples > search->spent ? options->max_samples - search->spent : 0;
    if (options->max_time > 0 && measured > 0 && elapsed > search->round_began) {
        fitting =
            (options->max_time - elapsed) / ((elapsed - search->round_began) / (double)measured);
        if (fitting < (double)left)
            left = (uint64_t)fmax(fitting, 0);
    }
    return left;
}

static bres_tuner_stop budget_end(const bres__search *search, double elapsed)
{
    const bres__search_options *options = &search->options;

    if (options->max_samples > 0 && search->spent >= options->max_samples)
        return BRES_TUNER_SAMPLES_OVER;
    if (options->max_time > 0 && elapsed >= options->max_time)
        return BRES_TUNER_TIME_OVER;
    return BRES_TUNER_RUNNING;
}

/* Settles all samples and looks at them. Stops with the conclusion that they allow, or else for
 * `reason`. */
static void search_stop(bres__search *search, bres_tuner_stop reason)
{
    bres_tuner_stop conclusion = BRES_TUNER_RUNNING;

    bres__search_settle(search, search->round_end);
    bres__search_look(search);
    if (search->options.strategy == BRES_TUNER_ELIMINATION)
        conclusion = bres__search_conclusion(search);
    search->stop_reason = conclusion != BRES_TUNER_RUNNING ? conclusion : reason;
}

static void queue_shuffle(bres__search *search, bres__random *random)
{
    for (size_t i = search->queue_length; i > 1; i--) {
        const size_t other = (size_t)bres__random_below(random, i);
        const size_t moved = search->queue[i - 1];

        search->queue[i - 1] = search->queue[other];
        search->queue[other] = moved;
    }
}

/* Fills the queue with the first `count` of `ranked`, and extra batches of leading configurations.
 */
static void queue_fill(bres__search *search, size_t count)
{
    uint64_t least = UINT64_MAX;

    search->queue_length = 0;
    for (size_t i = 0; i < count; i++)
        least = smaller(least, search->ranked[i]->spent);
    for (size_t i = 0; i < count; i++) {
        uint64_t batches = 1 + bres__search_more_batches(search, search->ranked[i], count, least);

        for (; batches > 0; batches--)
            search->queue[search->queue_length++] = (size_t)(search->ranked[i] - search->configs);
    }
}

static bool elimination_round(bres__search *search, uint64_t left)
{
    size_t count;

    bres__search_settle(search, search->round);
    bres__search_look(search);
    search->stop_reason = bres__search_conclusion(search);
    if (search->stop_reason != BRES_TUNER_RUNNING)
        return false;
    count = bres__search_select(search, left);
    if (count == 0) {
        search_stop(search, BRES_TUNER_COMPLETE);
        return false;
    }
    queue_fill(search, count);
    return true;
}

static bool config_is_wanted(const bres__search *search, const bres__search_config *config)
{
    return !config->failed && config->spent < search->options.trial_samples;
}

/* How often a configuration has been drawn. */
static uint64_t config_draws(const bres__search_config *config)
{
    return config->spent / RANDOM_SAMPLES;
}

/* Whether the configuration that was drawn last still lacks samples of this draw. */
static bool draw_is_open(const bres__search *search)
{
    const bres__search_config *drawn = &search->configs[search->queue[0]];

    return search->rounds_begun > 0 && config_is_wanted(search, drawn) &&
           drawn->spent % RANDOM_SAMPLES != 0;
}

/* Queues all configurations that may have more samples; with BRES_TUNER_RANDOM, only the ones drawn
 * least often. */
static bool plain_round(bres__search *search)
{
    const bool is_random = search->options.strategy == BRES_TUNER_RANDOM;
    uint64_t draws = UINT64_MAX;

    if (is_random && draw_is_open(search)) {
        search->queue_length = 1;
        return true;
    }
    for (size_t i = 0; i < search->config_count; i++) {
        if (config_is_wanted(search, &search->configs[i]))
            draws = smaller(draws, config_draws(&search->configs[i]));
    }
    search->queue_length = 0;
    for (size_t i = 0; i < search->config_count; i++) {
        const bres__search_config *config = &search->configs[i];

        if (config_is_wanted(search, config) && (!is_random || config_draws(config) == draws))
            search->queue[search->queue_length++] = i;
    }
    if (search->queue_length > 0)
        return true;
    search_stop(search, BRES_TUNER_COMPLETE);
    return false;
}

static uint64_t round_chunk(const bres__search *search, uint64_t left)
{
    const uint64_t share = left / search->queue_length;
    uint64_t least = UINT64_MAX;
    uint64_t chunk;

    if (search->options.strategy == BRES_TUNER_RANDOM)
        return RANDOM_SAMPLES;
    for (size_t i = 0; i < search->queue_length; i++)
        least = smaller(least, search->configs[search->queue[i]].count);
    chunk = bres__search_batch_length(least);
    if (chunk <= share)
        return chunk;
    return share > 0 ? share : 1;
}

static bool round_begin(bres__search *search, double elapsed)
{
    const bool is_elimination = search->options.strategy == BRES_TUNER_ELIMINATION;
    const uint64_t left = budget_left(search, elapsed);
    bres__random random;

    /* A resumed run uses a new part of the random stream. Otherwise a run that is interrupted often
     * would repeat the orders of its first rounds. */
    if (search->rounds_begun == 0)
        search->told_before = search->told;
    random = bres__random_stream(search->options.seed, search->told_before + search->rounds_begun);
    if (search->round < search->round_end)
        search->round = search->round_end;
    if (!(is_elimination ? elimination_round(search, left) : plain_round(search)))
        return false;
    search->chunk = round_chunk(search, left);
    queue_shuffle(search, &random);
    bres__search_order_queue(search);
    /* The first configuration of a random order is a random draw. */
    if (search->options.strategy == BRES_TUNER_RANDOM)
        search->queue_length = 1;
    search->position = 0;
    search->rounds_begun++;
    search->round_began = elapsed;
    search->round_spent = search->spent;
    return true;
}

/* The next configuration in the queue that may still be measured; NULL when the round is over. */
static bres__search_config *queue_next(bres__search *search)
{
    while (search->position < search->queue_length) {
        bres__search_config *config = &search->configs[search->queue[search->position++]];

        if (config_is_wanted(search, config))
            return config;
    }
    return NULL;
}

/* The number of samples to request. */
static size_t config_samples(const bres__search *search, const bres__search_config *config)
{
    const bres__search_options *options = &search->options;
    uint64_t samples = smaller(search->chunk, options->trial_samples - config->spent);

    if (options->strategy == BRES_TUNER_RANDOM)
        samples = smaller(samples, RANDOM_SAMPLES - config->spent % RANDOM_SAMPLES);

    if (options->max_samples > 0)
        samples = smaller(samples, options->max_samples - search->spent);
    return (size_t)smaller(samples, ASK_MAX);
}

bool bres__search_next(bres__search *search, double elapsed, size_t *config, size_t *samples)
{
    *config = 0;
    *samples = 0;
    while (search->stop_reason == BRES_TUNER_RUNNING) {
        const bres_tuner_stop over = budget_end(search, elapsed);
        bres__search_config *next = NULL;

        if (search->failed_count == search->config_count) {
            search->stop_reason = BRES_TUNER_NONE_LEFT;
        } else if (over != BRES_TUNER_RUNNING) {
            search_stop(search, over);
        } else if ((next = queue_next(search)) != NULL) {
            *config = (size_t)(next - search->configs);
            *samples = config_samples(search, next);
            bres__search_spend(search, next, ++next->asks);
            return true;
        } else {
            (void)round_begin(search, elapsed);
        }
    }
    return false;
}
