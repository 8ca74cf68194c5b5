/* SPDX-License-Identifier: MIT */
/*
 * The caller's functions that prepare, check and release a configuration.
 */
#include "tune/callbacks.h"
#include "tune/search/search.h"
#include "tune/trial.h"

bres_status bres_tuner_set_prepare(bres_tuner *tuner, bres_tuner_prepare_fn prepare,
                                   bres_tuner_release_fn release, void *context)
{
    const bres_status status = bres__tuner_check(tuner, false, "bres_tuner_set_prepare");

    if (status != BRES_OK)
        return status;
    tuner->prepare = prepare;
    tuner->release = release;
    tuner->prepare_context = context;
    return BRES_OK;
}

bres_status bres_tuner_set_check(bres_tuner *tuner, bres_tuner_prepare_fn check, void *context)
{
    const bres_status status = bres__tuner_check(tuner, false, "bres_tuner_set_check");

    if (status != BRES_OK)
        return status;
    tuner->check = check;
    tuner->check_context = context;
    return BRES_OK;
}

/* Calls a function that may fail. *failed: its status; returns the status of the run. */
static bres_status tuner_call(bres_tuner *tuner, bres_tuner_prepare_fn fn, void *context,
                              bres_trial *trial, bres_status *failed)
{
    /* Clears an earlier error, which the function has not caused. */
    bres__error_restore(&(bres__error_record){ .offset = -1 });
    tuner->busy = true;
    *failed = fn(trial, context);
    tuner->busy = false;
    return tuner->suite->status;
}

static void trial_release(bres_trial *trial)
{
    bres_tuner *tuner = trial->tuner;

    trial->prepared = false;
    if (tuner->isolation != NULL) {
        tuner->release_isolated(trial);
        return;
    }
    tuner->busy = true;
    tuner->release(trial, tuner->prepare_context);
    tuner->busy = false;
}

void bres__tuner_release_eliminated(bres_tuner *tuner)
{
    size_t kept = 0;

    for (size_t i = 0; i < tuner->prepared_count; i++) {
        bres_trial *trial = tuner->prepared[i];

        if (trial->reason == NULL && bres__search_is_active(tuner->search, trial->config))
            tuner->prepared[kept++] = trial;
        else
            trial_release(trial);
    }
    tuner->prepared_count = kept;
}

void bres__tuner_release_all(bres_tuner *tuner)
{
    bres__error_record record;

    bres__error_save(&record);
    for (size_t i = 0; i < tuner->prepared_count; i++)
        trial_release(tuner->prepared[i]);
    tuner->prepared_count = 0;
    bres__error_restore(&record);
}

bres_status bres__trial_prepare(bres_trial *trial, bres_status *failed)
{
    bres_tuner *tuner = trial->tuner;
    bres_status status = BRES_OK;

    *failed = BRES_OK;
    if (trial->prepared)
        return BRES_OK;
    if (!BRES__RESERVE(&tuner->prepared, &tuner->prepared_capacity, tuner->prepared_count + 1))
        return bres__error_memory();
    /* An isolated process prepares the trial itself. */
    if (tuner->prepare != NULL && tuner->isolation == NULL)
        status = tuner_call(tuner, tuner->prepare, tuner->prepare_context, trial, failed);
    trial->prepared = *failed == BRES_OK;
    if (trial->prepared && (tuner->release != NULL || tuner->isolation != NULL))
        tuner->prepared[tuner->prepared_count++] = trial;
    return status == BRES_OK ? BRES_OK : bres__tuner_status(tuner);
}

bres_status bres__trial_check(bres_trial *trial, bres_status *failed)
{
    bres_tuner *tuner = trial->tuner;
    bres_status status;

    *failed = BRES_OK;
    if (trial->checked || tuner->check == NULL)
        return BRES_OK;
    trial->checked = true;
    /* An isolated process has already checked the trial. */
    if (tuner->isolation != NULL)
        return BRES_OK;
    status = tuner_call(tuner, tuner->check, tuner->check_context, trial, failed);
    return status == BRES_OK ? BRES_OK : bres__tuner_status(tuner);
}
