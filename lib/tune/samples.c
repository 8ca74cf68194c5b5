/* SPDX-License-Identifier: MIT */
/*
 * The samples of a configuration, and its failure, as the search is told them.
 */
#include "report/report.h"
#include "tune/ranking.h"
#include "tune/search/search.h"
#include "tune/trial.h"

#include <string.h>

/* Makes room for more samples. */
static bres_status trial_reserve(bres_trial *trial, size_t count)
{
    bool reserved;

    reserved = BRES__RESERVE(&trial->times, &trial->times_capacity, trial->count + count);
    reserved =
        reserved && BRES__RESERVE(&trial->rates, &trial->rates_capacity, trial->count + count);
    return reserved ? BRES_OK : bres__error_memory();
}

bres_status bres__trial_append(bres_trial *trial, const float *times, const float *rates,
                               size_t count)
{
    bres_tuner *tuner = trial->tuner;
    const bres_status status = trial_reserve(trial, count);

    if (status != BRES_OK || count == 0)
        return status;
    memcpy(trial->times + trial->count, times, count * sizeof(*times));
    if (rates != NULL)
        memcpy(trial->rates + trial->count, rates, count * sizeof(*rates));
    trial->unclocked = trial->unclocked || rates == NULL;
    tuner->measured_count += trial->count == 0;
    tuner->sample_count += count;
    trial->count += count;
    bres__tuner_unrank(tuner);
    return BRES_OK;
}

bres_status bres__trial_tell(bres_trial *trial, size_t count)
{
    bres_tuner *tuner = trial->tuner;

    if (!BRES__RESERVE(&tuner->narrowed, &tuner->narrowed_capacity, count))
        return bres__error_memory();
    for (size_t i = 0; i < count; i++)
        tuner->narrowed[i] = (double)trial->times[trial->count - count + i];
    bres__tuner_unrank(tuner);
    return bres__search_tell(tuner->search, trial->config, tuner->narrowed, count);
}

bres_status bres__trial_set_reason(bres_trial *trial, const char *reason)
{
    bres__text text = { 0 };

    bres__put_valid(&text, reason);
    bres__free(trial->reason);
    trial->reason = bres__text_steal(&text);
    if (trial->reason == NULL)
        return bres__error_memory();
    bres__search_fail(trial->tuner->search, trial->config);
    bres__tuner_unrank(trial->tuner);
    return BRES_OK;
}
