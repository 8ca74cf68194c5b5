/* SPDX-License-Identifier: MIT */
/*
 * The samples of a configuration, and its failure, as the search is told them.
 */
#include "report/report.h"
#include "tune/search/search.h"
#include "tune/trial.h"

#include <string.h>

/* Makes room for more samples. */
static bres_status trial_reserve(bres_trial *trial, size_t count)
{
    void *times = trial->times;
    void *rates = trial->rates;
    bool reserved;

    reserved = bres__array_reserve(&times, &trial->times_capacity, trial->count + count,
                                   sizeof(*trial->times));
    trial->times = times;
    reserved = reserved && bres__array_reserve(&rates, &trial->rates_capacity, trial->count + count,
                                               sizeof(*trial->rates));
    trial->rates = rates;
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
    return BRES_OK;
}

bres_status bres__trial_tell(bres_trial *trial, size_t count)
{
    bres_tuner *tuner = trial->tuner;
    void *array = tuner->narrowed;

    if (!bres__array_reserve(&array, &tuner->narrowed_capacity, count, sizeof(*tuner->narrowed)))
        return bres__error_memory();
    tuner->narrowed = array;
    for (size_t i = 0; i < count; i++)
        tuner->narrowed[i] = (double)trial->times[trial->count - count + i];
    return bres__search_tell(tuner->search, trial->config, tuner->narrowed, count);
}

bres_status bres__trial_set_reason(bres_trial *trial, const char *reason)
{
    bres__text text = { 0 };

    bres__put_valid(&text, reason);
    bres__free(trial->reason);
    trial->reason = bres__text_steal(&text);
    bres__text_free(&text);
    if (trial->reason == NULL)
        return bres__error_memory();
    bres__search_fail(trial->tuner->search, trial->config);
    return BRES_OK;
}
