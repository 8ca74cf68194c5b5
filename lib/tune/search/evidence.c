/* SPDX-License-Identifier: MIT */
/*
 * Decides whether one configuration is slower than another, or whether both are equivalent.
 *
 * A configuration counts as slower under two conditions. The comparison must call the leader FAST,
 * so that the difference matters. The bets must prove it; this proof holds although many
 * configurations are looked at many times. The comparison gets the centers with their standard
 * errors, which shrink as samples are added.
 */
#include "tune/search/evidence.h"
#include "tune/search/state.h"

#include <math.h>

/* Maximum time relative to the leader's: finite in binary32, with room for sums. */
#define TIME_MAX 1e30

/* Whether the centers are close and precise enough for a proof, which needs about five standard
 * errors. */
static bool tie_is_possible(const bres__search *search, const bres__search_config *leader,
                            const bres__search_config *config, double margin)
{
    const double variance = bres__config_variance(search, config) / (double)config->settled +
                            bres__config_variance(search, leader) / (double)leader->settled;

    return fabs(config->center - leader->center) <= margin && 9 * variance <= margin * margin;
}

bool bres__search_is_tied(bres__search *search, const bres__search_config *leader,
                          const bres__search_config *config)
{
    const double margin = log1p(search->options.equivalence_margin);

    if (config->settled < BRES__SEARCH_SAMPLES_MIN ||
        !tie_is_possible(search, leader, config, margin))
        return false;
    bres__search_race(search, leader, config);
    return bres__sequential_proves(&search->race, BRES__SEQUENTIAL_ABOVE_SAME) &&
           bres__sequential_proves(&search->race, BRES__SEQUENTIAL_BELOW_SAME);
}

/* The times that the comparison gets, relative to `origin`: the center, and one standard error to
 * each side of it. */
static void center_take(const bres__search *search, const bres__search_config *config,
                        double origin, float times[3])
{
    const double error = sqrt(bres__config_variance(search, config) / (double)config->settled);

    for (int i = 0; i < 3; i++)
        times[i] = (float)fmin(exp(config->center - origin + (i - 1) * error), TIME_MAX);
}

bool bres__search_is_slower(bres__search *search, const bres__search_config *leader,
                            const bres__search_config *config)
{
    float times[2][3];
    const bres_samples slower = { .times = times[0], .count = 3 };
    const bres_samples faster = { .times = times[1], .count = 3 };
    bres_decision decision;

    if (config->center <= leader->center || !bres__search_bets_prove(search, config))
        return false;
    /* Once eliminated, it stays so until the leader's center rises above its own. */
    if (config->eliminated)
        return true;
    center_take(search, config, leader->center, times[0]);
    center_take(search, leader, leader->center, times[1]);
    bres_decision_init(&decision);
    return bres_compare_samples(&slower, &faster, 0, &search->thresholds, &decision) == BRES_OK &&
           decision.verdict == BRES_FAST;
}
