/* SPDX-License-Identifier: MIT */
#include "tune/search/standing.h"
#include "stats/distribution.h"
#include "stats/stats.h"
#include "tune/search/state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int slower_order(const void *a, const void *b)
{
    const bres__search_config *left = *(bres__search_config *const *)a;
    const bres__search_config *right = *(bres__search_config *const *)b;

    if (left->center != right->center)
        return left->center < right->center ? -1 : 1;
    return (left > right) - (left < right);
}

size_t bres__search_order(bres__search *search, const size_t **configs, size_t *best_count)
{
    size_t count = bres__search_best(search, configs);
    size_t slower = 0;

    *best_count = count;
    search->best_count = count;
    search->has_chances = false;
    for (size_t i = 0; i < search->config_count; i++) {
        bres__search_config *config = &search->configs[i];

        if (!config->failed && config->eliminated && config->settled > 0)
            search->ranked[slower++] = config;
    }
    qsort(search->ranked, slower, sizeof(*search->ranked), slower_order);
    for (size_t i = 0; i < slower; i++)
        search->best[count++] = (size_t)(search->ranked[i] - search->configs);
    return count;
}

bres_trial_status bres__search_status(const bres__search *search, size_t index)
{
    const bres__search_config *config = &search->configs[index];
    const bres__search_config *best = NULL;

    if (config->failed)
        return BRES_TRIAL_FAILED;
    if (config->eliminated)
        return BRES_TRIAL_ELIMINATED;
    if (search->best_count > 0)
        best = &search->configs[search->best[0]];
    if (config == best)
        return BRES_TRIAL_BEST;
    /* The proof is about the leader of the last look, which another may have overtaken since. */
    return config->tied && search->leader == best ? BRES_TRIAL_TIED : BRES_TRIAL_UNDECIDED;
}

/* Puts the center of each batch into `column` and returns the number of batches. The samples of a
 * batch share its disturbances, so together they are as much evidence as one. */
static size_t batches_take(bres__search *search, const bres__search_config *config)
{
    size_t batches = 0;
    size_t begin = 0;

    for (size_t end = 1; end <= config->settled; end++) {
        double *values = &search->column[batches];

        if (end < config->settled && config->samples[end].batch == config->samples[begin].batch)
            continue;
        for (size_t i = begin; i < end; i++)
            values[i - begin] = config->samples[i].value - search->drifts[config->samples[i].round];
        bres__sort_float64(values, end - begin);
        search->column[batches++] = bres__search_center(values, end - begin);
        begin = end;
    }
    return batches;
}

/* Half of the confidence interval of the interquartile mean of ascending values, by Student's t and
 * the deviation of the winsorized values (Tukey and McLaughlin 1963). For three values, it uses the
 * deviation of all of them, because only one lies between the quartiles. Infinite for a single
 * value. */
static double half_width(const double *values, size_t count)
{
    const size_t cut = count == 3 ? 0 : (count + 1) / 4;
    const size_t kept = count - 2 * cut;
    double sum = 0;
    double squares = 0;

    if (count == 0 || kept < 2)
        return INFINITY;
    for (size_t i = 0; i < count; i++) {
        const size_t inner = i < cut ? cut : i < cut + kept ? i : cut + kept - 1;
        const double value = values[inner] - values[cut];

        sum += value;
        squares += value * value;
    }
    squares = fmax(squares - sum * sum / (double)count, 0);
    return bres__student_quantile((1 - BRES__STANDING_CONFIDENCE) / 2, (double)(kept - 1)) *
           sqrt(squares / ((double)kept * (double)(kept - 1)));
}

/* The typical drift of the rounds that several configurations share, and half of its confidence
 * interval. The drift absorbs the noise of a configuration that is much quieter than the others, so
 * this interval shows noise that its samples without drift do not have. */
static double drift_typical(bres__search *search, double *half)
{
    const size_t count = (size_t)search->shared_end;

    *half = 0;
    if (count == 0)
        return 0;
    memcpy(search->column, search->drifts, count * sizeof(*search->column));
    bres__sort_float64(search->column, count);
    *half = half_width(search->column, count);
    return bres__search_center(search->column, count);
}

bres__standing bres__search_standing(bres__search *search, size_t index)
{
    const bres__search_config *config = &search->configs[index];
    bres__standing standing = BRES__STANDING_UNKNOWN;
    double drift;
    double drift_half;
    double half;
    size_t count;

    if (!search->has_chances)
        bres__search_shortlist(search);
    standing.status = bres__search_status(search, index);
    standing.chance = config->chance;
    standing.short_listed = config->short_listed;
    if (config->settled == 0 || config->failed)
        return standing;
    drift = drift_typical(search, &drift_half);
    count = batches_take(search, config);
    bres__sort_float64(search->column, count);
    half = hypot(half_width(search->column, count), drift_half);
    standing.time = exp(config->center + drift);
    standing.lower = exp(config->center + drift - half);
    standing.upper = exp(config->center + drift + half);
    return standing;
}
