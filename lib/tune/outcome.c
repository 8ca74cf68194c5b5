/* SPDX-License-Identifier: MIT */
/*
 * What a tuner has found, and how far it is.
 */
#include "tune/search/search.h"
#include "tune/trial.h"

bres_tuner_stop bres_tuner_stop_reason(const bres_tuner *tuner)
{
    return tuner != NULL ? tuner->stop_reason : BRES_TUNER_RUNNING;
}

const char *bres_tuner_message(const bres_tuner *tuner)
{
    return tuner != NULL && tuner->message.data != NULL ? tuner->message.data : "";
}

/* The best so far, as configurations of the search; once it has ended, there is `best`. */
static size_t tuner_leaders(const bres_tuner *tuner, const size_t **configs)
{
    return tuner->search != NULL ? bres__search_best(tuner->search, configs) : 0;
}

size_t bres_tuner_best_count(const bres_tuner *tuner)
{
    const size_t *configs;

    if (tuner == NULL)
        return 0;
    return tuner->phase == BRES__TUNER_ENDED ? tuner->best_count : tuner_leaders(tuner, &configs);
}

const bres_trial *bres_tuner_best_trial_at(const bres_tuner *tuner, size_t index)
{
    const size_t *configs;

    if (tuner == NULL)
        return NULL;
    if (tuner->phase == BRES__TUNER_ENDED)
        return index < tuner->best_count ? tuner->best[index] : NULL;
    return index < tuner_leaders(tuner, &configs) ? tuner->trials[configs[index]] : NULL;
}

const bres_state *bres_tuner_best_at(const bres_tuner *tuner, size_t index)
{
    const bres_trial *trial = bres_tuner_best_trial_at(tuner, index);

    return trial != NULL ? trial->state : NULL;
}

uint64_t bres_tuner_config_count(const bres_tuner *tuner)
{
    return tuner != NULL ? tuner->config_count : 0;
}

uint64_t bres_tuner_measured_count(const bres_tuner *tuner)
{
    return tuner != NULL ? tuner->measured_count : 0;
}

uint64_t bres_tuner_remaining_count(const bres_tuner *tuner)
{
    if (tuner == NULL)
        return 0;
    if (tuner->phase == BRES__TUNER_RUNS && tuner->search != NULL)
        return bres__search_remaining(tuner->search);
    return tuner->phase == BRES__TUNER_ENDED ? tuner->best_count : tuner->config_count;
}

uint64_t bres_tuner_sample_count(const bres_tuner *tuner)
{
    return tuner != NULL ? tuner->sample_count : 0;
}

bool bres_tuner_is_cached(const bres_tuner *tuner)
{
    return tuner != NULL && tuner->is_cached;
}

bres_result *bres_tuner_result(const bres_tuner *tuner)
{
    return tuner != NULL && tuner->phase == BRES__TUNER_ENDED ? tuner->result : NULL;
}
