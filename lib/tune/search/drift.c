/* SPDX-License-Identifier: MIT */
/*
 * Drift: a machine gets slower when it gets warm or has other work. The drift of a round is the
 * factor that all configurations of the round have in common. Samples without their drift can be
 * compared between rounds.
 *
 * The drift is the center of the differences between the batches of the round and the baselines of
 * their configurations. The weights follow from the noise in previous rounds: a quiet configuration
 * counts much more than a noisy one. Baselines and weights depend on previous rounds only, so that
 * the drift is the same whenever it is computed.
 */
#include "stats/stats.h"
#include "tune/search/state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Keeps the weights of configurations without noise finite. */
#define VARIANCE_MIN 1e-18

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

double bres__search_deviation(const double *sorted, size_t count)
{
    const size_t cut = count / 8;
    double tail;
    double t;

    if (count < 2)
        return 0;
    /* The expected value of an order statistic (Blom 1958), in standard deviations (Hastings 1955).
     */
    tail = ((double)cut + 0.625) / ((double)count + 0.25);
    t = sqrt(-2 * log(tail));
    t -= (2.30753 + 0.27061 * t) / (1 + 0.99229 * t + 0.04481 * t * t);
    return (sorted[count - 1 - cut] - sorted[cut]) / (2 * t);
}

/* Merges the sorted values of the last round into the sorted values of earlier rounds. */
static void config_order(bres__search *search, bres__search_config *config)
{
    size_t i = config->ordered;
    size_t k = config->settled - config->ordered;

    memcpy(search->column, &config->undrifted[i], k * sizeof(*search->column));
    while (k > 0) {
        const bool is_old = i > 0 && config->undrifted[i - 1] > search->column[k - 1];

        config->undrifted[i + k - 1] = is_old ? config->undrifted[i - 1] : search->column[k - 1];
        i -= is_old;
        k -= !is_old;
    }
    config->ordered = config->settled;
    config->center = bres__search_center(config->undrifted, config->settled);
    config->noise = bres__search_deviation(config->undrifted, config->settled);
}

/* Updates the baseline less often as samples accumulate, because each sample changes the center
 * less. The updates depend only on the number of samples. */
static void config_rebase(bres__search_config *config)
{
    if (config->settled <= config->baseline_count + config->baseline_count / 16)
        return;
    config->baseline = config->center;
    config->baseline_count = config->settled;
}

/* The end of the configuration's samples in the round to settle. */
static size_t round_end(const bres__search_config *config, uint64_t round)
{
    size_t end = config->settled;

    while (end < config->count && config->samples[end].round == round)
        end++;
    return end;
}

/* A configuration alone in its round gets the center of the drifts of this many shared rounds. A
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

static int residual_order(const void *a, const void *b)
{
    const bres__search_residual *left = a;
    const bres__search_residual *right = b;

    return (left->value > right->value) - (left->value < right->value);
}

/* Weighted mean without the quarters of the weight at both ends. */
static double residuals_center(bres__search_residual *residuals, size_t count)
{
    double total = 0;
    double before = 0;
    double sum = 0;

    qsort(residuals, count, sizeof(*residuals), residual_order);
    for (size_t i = 0; i < count; i++)
        total += residuals[i].weight;
    for (size_t i = 0; i < count; i++) {
        const double low = fmax(before, total / 4);
        const double high = fmin(before + residuals[i].weight, 3 * total / 4);

        if (high > low)
            sum += (high - low) * (residuals[i].value - residuals[0].value);
        before += residuals[i].weight;
    }
    return residuals[0].value + sum / (total / 2);
}

/* Fills `members`, and `residuals` for members that have a baseline. Returns the number of members.
 */
static size_t round_take(bres__search *search, uint64_t round, size_t *residual_count)
{
    size_t members = 0;

    *residual_count = 0;
    for (size_t i = 0; i < search->config_count; i++) {
        bres__search_config *config = &search->configs[i];
        double *values = &config->undrifted[config->settled];
        const size_t count = round_end(config, round) - config->settled;

        if (config->failed || count == 0)
            continue;
        search->members[members++] = config;
        for (size_t k = 0; k < count; k++)
            values[k] = config->samples[config->settled + k].value;
        bres__sort_float64(values, count);
        config->round_center = bres__search_center(values, count);
        if (config->settled > 0)
            search->residuals[(*residual_count)++] = (bres__search_residual){
                .value = config->round_center - config->baseline,
                .weight = 1 / fmax(bres__config_variance(search, config), VARIANCE_MIN),
            };
    }
    return members;
}

static int noise_order(const void *a, const void *b)
{
    const double left = ((const bres__search_residual *)a)->value;
    const double right = ((const bres__search_residual *)b)->value;

    return (left > right) - (left < right);
}

/* The median of the members' noise. */
static double typical_noise(const bres__search *search, size_t members)
{
    for (size_t i = 0; i < members; i++)
        search->residuals[i].value = search->members[i]->noise;
    qsort(search->residuals, members, sizeof(*search->residuals), noise_order);
    return search->residuals[(members - 1) / 2].value;
}

static void round_settle(bres__search *search, uint64_t round)
{
    size_t residual_count;
    const size_t members = round_take(search, round, &residual_count);

    /* All noise of a single configuration would count as drift. */
    if (residual_count > 1) {
        search->drifts[round] = residuals_center(search->residuals, residual_count);
        search->shared_end = round + 1;
    } else {
        search->drifts[round] = drift_alone(search);
    }
    for (size_t i = 0; i < members; i++) {
        bres__search_config *config = search->members[i];

        for (size_t end = round_end(config, round); config->settled < end; config->settled++)
            config->undrifted[config->settled] -= search->drifts[round];
    }
    /* Bets with the reference and the noise that were known before the round. */
    bres__search_bets_add(search, round, members);
    for (size_t i = 0; i < members; i++) {
        config_order(search, search->members[i]);
        config_rebase(search->members[i]);
    }
    if (members > 0)
        search->typical_noise = typical_noise(search, members);
    bres__search_choose_reference(search, round, members);
}

void bres__search_settle(bres__search *search, uint64_t end)
{
    if (search->is_dirty) {
        for (size_t i = 0; i < search->config_count; i++) {
            search->configs[i].settled = 0;
            search->configs[i].ordered = 0;
            search->configs[i].baseline_count = 0;
        }
        bres__search_bets_clear(search);
        search->settled_end = 0;
        search->shared_end = 0;
        search->is_dirty = false;
    }
    for (; search->settled_end < end; search->settled_end++)
        round_settle(search, search->settled_end);
}
