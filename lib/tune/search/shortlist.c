/* SPDX-License-Identifier: MIT */
/*
 * The chance that each configuration is the fastest one, and the short list.
 *
 * The chances assume that the centers of the space are a sample of a normal distribution, whose
 * variance is estimated by moments (Hedges 1983). Centers with large errors are pulled towards the
 * mean: of many configurations with few samples, one always seems to be very fast.
 *
 * The short list does not rely on this distribution, because a space may have a configuration that
 * is much faster than the others suggest. The list has the configuration with the lowest upper
 * bound, and every configuration whose lower bound is below that bound by more than the margin. If
 * the bounds hold, the list has the fastest configuration, or one with an upper bound within the
 * margin of it.
 */
#include "stats/distribution.h"
#include "tune/search/chance.h"
#include "tune/search/standing.h"
#include "tune/search/state.h"

#include <math.h>

/* How often any of the upper bounds may fail; the bounds share this rate. */
#define UPPER_ERROR     0.05
/* How often the lower bound of the fastest configuration may fail. The sum of both rates is less
 * than the level allows, because a configuration is parked when its samples are unlucky. */
#define LOWER_ERROR     0.01
/* The variance of the interquartile mean of normal values, relative to that of their mean. */
#define CENTER_LOSS     1.2
/* Degrees of freedom that the typical noise adds to those of a configuration's samples. */
#define TYPICAL_FREEDOM 3.0
/* Keeps the weights of configurations without noise finite. */
#define VARIANCE_MIN    1e-18

static double square(double value)
{
    return value * value;
}

static double config_freedom(const bres__search_config *config)
{
    return (double)config->settled - 1 + TYPICAL_FREEDOM;
}

/* Averages noise below the typical noise with the typical noise: of many configurations, some have
 * a few samples that happen to be nearly equal. Larger noise may be real. */
static double config_variance(const bres__search *search, const bres__search_config *config)
{
    const double typical = square(search->typical_noise);
    const double own = square(config->noise);

    if (own >= typical)
        return own;
    return (TYPICAL_FREEDOM * typical + ((double)config->settled - 1) * own) /
           config_freedom(config);
}

static double config_error(const bres__search *search, const bres__search_config *config)
{
    return sqrt(CENTER_LOSS * config_variance(search, config) / (double)config->settled);
}

static double config_bound(const bres__search *search, const bres__search_config *config,
                           double error_rate)
{
    return config_error(search, config) *
           bres__student_quantile(error_rate, config_freedom(config));
}

/* Puts the active configurations into `members` and returns their number. Returns 0 if one of them
 * has no samples, or if none has two samples, so that the noise is unknown. */
static size_t members_take(bres__search *search)
{
    bool is_repeated = false;
    size_t count = 0;

    for (size_t i = 0; i < search->config_count; i++) {
        bres__search_config *config = &search->configs[i];

        if (!bres__config_is_active(config))
            continue;
        if (config->settled == 0)
            return 0;
        is_repeated = is_repeated || config->settled > 1;
        search->members[count++] = config;
    }
    return is_repeated ? count : 0;
}

/* Pulls the centers and their errors towards the mean of the space. The mean is weighted, because a
 * configuration that is parked early was often unlucky. */
static void beliefs_shrink(bres__belief *beliefs, size_t count)
{
    double weight = 0;
    double mean = 0;
    double between = 0;
    double within = 0;
    double uncertainty = 0;
    double variance;

    for (size_t i = 0; i < count; i++) {
        const double error = square(beliefs[i].deviation);

        within += error;
        uncertainty += 2 * square(error);
        weight += 1 / fmax(error, VARIANCE_MIN);
        mean += beliefs[i].center / fmax(error, VARIANCE_MIN);
    }
    if (count < 2 || within == 0)
        return;
    mean /= weight;
    for (size_t i = 0; i < count; i++)
        between += square(beliefs[i].center - mean);
    variance = (fmax(between - within, 0) + sqrt(uncertainty)) / (double)count;
    for (size_t i = 0; i < count; i++) {
        const double kept = variance / (variance + square(beliefs[i].deviation));

        beliefs[i].center = mean + kept * (beliefs[i].center - mean);
        beliefs[i].deviation *= sqrt(kept);
    }
}

static void members_chance(bres__search *search, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const bres__search_config *config = search->members[i];
        const double freedom = config_freedom(config);

        /* Scales by the standard deviation of Student's t. */
        search->beliefs[i].center = config->center;
        search->beliefs[i].deviation = config_error(search, config) * sqrt(freedom / (freedom - 2));
    }
    beliefs_shrink(search->beliefs, count);
    bres__chance_lowest(search->beliefs, count);
    for (size_t i = 0; i < count; i++)
        search->members[i]->chance = search->beliefs[i].chance;
}

static void members_list(bres__search *search, size_t count)
{
    const double margin = log1p(search->options.equivalence_margin);
    const bres__search_config *surest = NULL;
    double upper = INFINITY;

    for (size_t i = 0; i < count; i++) {
        const bres__search_config *config = search->members[i];
        const double bound =
            config->center + config_bound(search, config, UPPER_ERROR / (double)count);

        if (surest == NULL || bound < upper) {
            upper = bound;
            surest = config;
        }
    }
    for (size_t i = 0; i < count; i++) {
        bres__search_config *config = search->members[i];
        const double lower = config->center - config_bound(search, config, LOWER_ERROR);

        config->short_listed = config == surest || lower < upper - margin;
    }
}

void bres__search_shortlist(bres__search *search)
{
    const size_t count = members_take(search);

    for (size_t i = 0; i < search->config_count; i++) {
        bres__search_config *config = &search->configs[i];

        config->chance = bres__config_is_active(config) ? NAN : 0;
        config->short_listed = false;
    }
    members_chance(search, count);
    members_list(search, count);
    search->has_chances = true;
}
