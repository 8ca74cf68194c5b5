/* SPDX-License-Identifier: MIT */
#include "tune/ranking.h"
#include "tune/trial.h"

#include <inttypes.h>

void bres__tuner_unrank(bres_tuner *tuner)
{
    tuner->is_ranked = false;
}

/* Lists the trials without a rank, in the order of the space: failed ones, or measured ones whose
 * samples do not count yet. */
static void list_unranked(bres_tuner *tuner, bool failed)
{
    for (size_t i = 0; i < tuner->config_count; i++) {
        bres_trial *trial = tuner->trials[i];

        if (trial == NULL || trial->rank != 0 || (trial->reason != NULL) != failed)
            continue;
        if (failed || trial->count != 0)
            tuner->listed[tuner->listed_count++] = trial;
    }
}

void bres__tuner_rank(bres_tuner *tuner)
{
    const size_t *configs;
    size_t count;

    if (tuner->is_ranked || tuner->listed == NULL || tuner->search == NULL)
        return;
    for (size_t i = 0; i < tuner->listed_count; i++)
        tuner->listed[i]->rank = 0;
    count = bres__search_order(tuner->search, &configs, &tuner->best_count);
    for (size_t i = 0; i < count; i++) {
        tuner->listed[i] = tuner->trials[configs[i]];
        tuner->listed[i]->rank = i + 1;
    }
    tuner->listed_count = count;
    list_unranked(tuner, false);
    list_unranked(tuner, true);
    tuner->is_ranked = true;
}

bres_trial_status bres__trial_status(const bres_trial *trial)
{
    const bres_tuner *tuner = trial->tuner;

    return tuner->adopted ? trial->standing.status
                          : bres__search_status(tuner->search, trial->config);
}

bres__standing bres__trial_standing(const bres_trial *trial)
{
    const bres_tuner *tuner = trial->tuner;

    return tuner->adopted ? trial->standing : bres__search_standing(tuner->search, trial->config);
}

uint64_t bres__tuner_count(bres_tuner *tuner, uint64_t counts[BRES__TRIAL_STATUSES])
{
    uint64_t unmeasured;

    for (size_t i = 0; i < BRES__TRIAL_STATUSES; i++)
        counts[i] = 0;
    bres__tuner_rank(tuner);
    if (!tuner->is_ranked)
        return 0;
    for (size_t i = 0; i < tuner->listed_count; i++)
        counts[bres__trial_status(tuner->listed[i])]++;
    unmeasured = tuner->config_count - tuner->listed_count;
    counts[BRES_TRIAL_UNDECIDED] += unmeasured;
    counts[BRES_TRIAL_EXCLUDED] = tuner->index_count - tuner->config_count;
    return unmeasured;
}

void bres__tuner_put_counts(bres_tuner *tuner, bres__text *text)
{
    uint64_t counts[BRES__TRIAL_STATUSES];
    const uint64_t unmeasured = bres__tuner_count(tuner, counts);

    counts[BRES_TRIAL_UNDECIDED] -= unmeasured;
    for (size_t i = 0; i < BRES__TRIAL_STATUSES; i++) {
        if (counts[i] != 0)
            bres__text_printf(text, "%" PRIu64 " %s, ", counts[i],
                              bres_trial_status_name((bres_trial_status)i));
        if (i == BRES_TRIAL_UNDECIDED && unmeasured != 0)
            bres__text_printf(text, "%" PRIu64 " not measured, ", unmeasured);
    }
    bres__text_printf(text, "%" PRIu64 " samples", tuner->sample_count);
}

uint64_t bres_tuner_status_count(const bres_tuner *tuner, bres_trial_status status)
{
    uint64_t counts[BRES__TRIAL_STATUSES];

    if (tuner == NULL || (size_t)status >= BRES__TRIAL_STATUSES)
        return 0;
    (void)bres__tuner_count((bres_tuner *)tuner, counts);
    return counts[status];
}

size_t bres_tuner_trial_count(const bres_tuner *tuner)
{
    if (tuner == NULL)
        return 0;
    bres__tuner_rank((bres_tuner *)tuner);
    return tuner->listed_count;
}

const bres_trial *bres_tuner_trial_at(const bres_tuner *tuner, size_t index)
{
    return index < bres_tuner_trial_count(tuner) ? tuner->listed[index] : NULL;
}

size_t bres_tuner_best_count(const bres_tuner *tuner)
{
    if (tuner == NULL)
        return 0;
    bres__tuner_rank((bres_tuner *)tuner);
    return tuner->best_count;
}

const bres_trial *bres_tuner_best_trial_at(const bres_tuner *tuner, size_t index)
{
    return index < bres_tuner_best_count(tuner) ? tuner->listed[index] : NULL;
}
