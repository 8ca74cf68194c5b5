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

bres_result *bres_tuner_result(const bres_tuner *tuner)
{
    return tuner != NULL && tuner->phase == BRES__TUNER_ENDED ? tuner->result : NULL;
}
