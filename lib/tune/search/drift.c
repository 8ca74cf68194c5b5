/* SPDX-License-Identifier: MIT */
/*
 * Drift: a machine gets slower when it gets warm or has other work. The drift of a round is the
 * factor that all configurations of the round have in common. Samples without their drift can be
 * compared between rounds.
 *
 * The drift is the center of the differences between the samples of the round and the baselines of
 * their configurations. It depends on previous rounds alone, and is the same whenever it is
 * computed.
 */
#include "stats/stats.h"
#include "tune/search/state.h"

double bres__search_center(const double *sorted, size_t count)
{
    const size_t cut = (count + 1) / 4;
    double sum = 0;

    /* Sums differences from the first value, so that the center of equal values is exactly that
     * value. */
    for (size_t i = cut; i < count - cut; i++)
        sum += sorted[i] - sorted[cut];
    return sorted[cut] + sum / (double)(count - 2 * cut);
}

static void config_order(bres__search_config *config)
{
    if (config->ordered < config->settled)
        bres__sort_float64(config->undrifted, config->settled);
    config->ordered = config->settled;
    config->center = bres__search_center(config->undrifted, config->settled);
}

/* The baseline is updated less often as samples accumulate, because each changes the center less.
 * The updates depend on the number of samples alone. */
static void config_add(bres__search_config *config, double value)
{
    config->undrifted[config->settled++] = value;
    if (config->settled > config->baseline_count + config->baseline_count / 16) {
        config_order(config);
        config->baseline = config->center;
        config->baseline_count = config->settled;
    }
}

static bool config_is_in(const bres__search_config *config, uint64_t round)
{
    return !config->failed && config->settled < config->count &&
           config->samples[config->settled].round == round;
}

/* A configuration alone in its round gets the center of the drifts of so many shared rounds: a
 * single drift would give all of its samples the error of one sample. */
#define DRIFTS_BEFORE 16u

static double drift_alone(const bres__search *search)
{
    const uint64_t count = search->shared_end < DRIFTS_BEFORE ? search->shared_end : DRIFTS_BEFORE;
    double drifts[DRIFTS_BEFORE];

    if (count == 0)
        return 0;
    for (uint64_t i = 0; i < count; i++)
        drifts[i] = search->drifts[search->shared_end - count + i];
    bres__sort_float64(drifts, (size_t)count);
    return bres__search_center(drifts, (size_t)count);
}

static void round_settle(bres__search *search, uint64_t round)
{
    size_t members = 0;
    double drift;

    for (size_t i = 0; i < search->config_count; i++) {
        const bres__search_config *config = &search->configs[i];

        if (config_is_in(config, round) && config->settled > 0)
            search->column[members++] = config->samples[config->settled].value - config->baseline;
    }
    /* One alone would have all of its noise taken for the round's. */
    if (members > 1) {
        bres__sort_float64(search->column, members);
        drift = bres__search_center(search->column, members);
        search->shared_end = round + 1;
    } else {
        drift = drift_alone(search);
    }
    search->drifts[round] = drift;
    for (size_t i = 0; i < search->config_count; i++) {
        bres__search_config *config = &search->configs[i];

        if (config_is_in(config, round))
            config_add(config, config->samples[config->settled].value - drift);
    }
}

void bres__search_settle(bres__search *search, uint64_t end)
{
    if (search->is_dirty) {
        for (size_t i = 0; i < search->config_count; i++) {
            search->configs[i].settled = 0;
            search->configs[i].ordered = 0;
            search->configs[i].baseline_count = 0;
        }
        search->settled_end = 0;
        search->shared_end = 0;
        search->is_dirty = false;
    }
    for (; search->settled_end < end; search->settled_end++)
        round_settle(search, search->settled_end);
    for (size_t i = 0; i < search->config_count; i++) {
        if (search->configs[i].settled > 0)
            config_order(&search->configs[i]);
    }
}
