/* SPDX-License-Identifier: MIT */
/*
 * Evidence on two configurations: one is slower than the other, or both are equivalent.
 *
 * A slower configuration needs two things: the comparison calls the leader FAST, so that the
 * difference matters, and a proof, which holds although many configurations are looked at many
 * times. The comparison is asked about centers of groups of samples: one sample that lies far out
 * neither saves nor eliminates a configuration, and the groups' spread shrinks as samples come in.
 *
 * There are two proofs. The first is the race of the two, pair by pair, which needs neither a
 * distribution nor equal noise, but some 15 pairs. The second is for a
 * configuration that is much slower, and needs a few samples: all of them are so far above the
 * leader that only noise which is rare among all configurations could explain it.
 */
#include "tune/search/evidence.h"
#include "tune/search/state.h"

#include "stats/stats.h"

#include <math.h>

/* The number of groups; fewer as long as there are fewer batches. */
#define GROUPS_MAX 10u
/* Relative to the leader's: finite in binary32, with room for sums. */
#define TIME_MAX   1e30

bool bres__search_is_tied(bres__search *search, const bres__search_config *leader,
                          const bres__search_config *config)
{
    if (config->settled < BRES__SEARCH_SAMPLES_MIN ||
        config->center - leader->center > log1p(search->options.equivalence_margin))
        return false;
    bres__search_race(search, leader, config);
    return bres__sequential_proves(&search->race, BRES__SEQUENTIAL_ABOVE_SAME) &&
           bres__sequential_proves(&search->race, BRES__SEQUENTIAL_BELOW_SAME);
}

/* Batches of the settled samples. Samples of one batch share its disturbances: together they are as
 * much evidence as one. */
static size_t config_batches(const bres__search_config *config)
{
    size_t batches = 0;

    for (size_t i = 0; i < config->settled; i++)
        batches += i == 0 || config->samples[i].batch != config->samples[i - 1].batch;
    return batches;
}

/* Centers of groups of successive samples without drifts, as times relative to `origin`; no more
 * groups than `batches`. */
static size_t groups_make(const bres__search *search, const bres__search_config *config,
                          size_t batches, double origin, float groups[GROUPS_MAX])
{
    const size_t count = config->settled;
    const size_t group_count = batches < GROUPS_MAX ? batches : GROUPS_MAX;

    for (size_t i = 0; i < group_count; i++) {
        const size_t begin = i * count / group_count;
        const size_t end = (i + 1) * count / group_count;
        double *values = search->column;

        for (size_t k = begin; k < end; k++)
            values[k - begin] =
                config->samples[k].value - search->drifts[config->samples[k].round] - origin;
        bres__sort_float64(values, end - begin);
        groups[i] = (float)fmin(exp(bres__search_center(values, end - begin)), TIME_MAX);
    }
    return group_count;
}

void bres__search_tail_take(const bres__search *search, bres__search_tail *tail)
{
    uint64_t total = 0;
    uint64_t stride;
    uint64_t place = 0;

    for (size_t i = 0; i < search->config_count; i++)
        total += search->configs[i].failed ? 0 : search->configs[i].settled;
    stride = total / BRES__SEARCH_TAIL_MAX + 1;
    tail->count = 0;
    for (size_t i = 0; i < search->config_count; i++) {
        const bres__search_config *config = &search->configs[i];

        for (size_t k = 0; !config->failed && k < config->settled; k++) {
            if (place++ % stride == 0)
                tail->values[tail->count++] = config->undrifted[k] - config->center;
        }
    }
    bres__sort_float64(tail->values, tail->count);
}

/* How likely a sample is to lie `distance` above its center. Never 0: what was not seen among n
 * may be one in n + 1. */
static double tail_probability(const bres__search_tail *tail, double distance)
{
    size_t low = 0;
    size_t high = tail->count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (tail->values[middle] < distance)
            low = middle + 1;
        else
            high = middle;
    }
    return (double)(tail->count - low + 1) / (double)(tail->count + 1);
}

/* Sum of 1/k^2 over all k. */
#define LOOKS       1.6449340668482264
/* The gap, in spreads of the slower one, that two groups would need: four with three groups, and
 * about one with all of them. The fewer there are, the less of the spread has been seen. */
#define GAP_SPREADS 8

/*
 * The decision's intervals are `gap` apart. A configuration may have twice the noise of the others.
 * The looks at its k-th sample have a share of the error that is proportional to 1/k^2.
 */
static bool gap_proves(const bres__search *search, const bres__search_tail *tail,
                       const bres_decision *decision, size_t group_count, size_t sample_count)
{
    const bres_estimate *slower = &decision->reference;
    const double gap = log(slower->lower / decision->candidate.upper);
    const double spread = log(slower->upper / slower->lower);
    const double look = (double)sample_count;

    if (gap * (double)(group_count - 1) < GAP_SPREADS * spread)
        return false;
    return (double)group_count * log(tail_probability(tail, gap / 2)) <=
           log(bres__search_pair_error(search) / 2) - log(LOOKS * look * look);
}

bool bres__search_is_slower(bres__search *search, const bres__search_tail *tail,
                            const bres__search_config *leader, const bres__search_config *config)
{
    const size_t batches[2] = { config_batches(config), config_batches(leader) };
    float times[2][GROUPS_MAX];
    bres_samples slower = { .times = times[0] };
    bres_samples faster = { .times = times[1] };
    bres_decision decision;

    if (batches[0] < BRES__SEARCH_SAMPLES_MIN || batches[1] < BRES__SEARCH_SAMPLES_MIN ||
        config->center <= leader->center)
        return false;
    slower.count = groups_make(search, config, batches[0], leader->center, times[0]);
    faster.count = groups_make(search, leader, batches[1], leader->center, times[1]);
    bres_decision_init(&decision);
    if (bres_compare_samples(&slower, &faster, 0, &search->thresholds, &decision) != BRES_OK ||
        decision.verdict != BRES_FAST)
        return false;
    if (gap_proves(search, tail, &decision, slower.count, config->settled))
        return true;
    bres__search_race(search, leader, config);
    return bres__sequential_proves(&search->race, BRES__SEQUENTIAL_ABOVE_CHANGE);
}
