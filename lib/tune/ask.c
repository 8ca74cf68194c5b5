/* SPDX-License-Identifier: MIT */
/*
 * Batches that the calling program measures.
 */
#include "tune/batch.h"
#include "tune/search/search.h"
#include "tune/trial.h"

#include <math.h>

/* Begins the run at the first call. */
static bres_status tuner_ready(bres_tuner *tuner, const char *function)
{
    const bres_status status = bres__tuner_check(tuner, true, function);

    if (status != BRES_OK)
        return status;
    if ((tuner->options.flags & BRES_TUNER_ISOLATE) != 0)
        return bres__error(BRES_ERROR_UNSUPPORTED,
                           "%s: BRES_TUNER_ISOLATE is for bres_tuner_run_cpu() only", function);
    if (tuner->phase == BRES__TUNER_DECLARED)
        return bres__tuner_begin(tuner);
    return bres__tuner_status(tuner);
}

bres_status bres_tuner_ask(bres_tuner *tuner, bres_trial **trial, size_t *samples)
{
    size_t wanted = 0;
    bres_status status;

    if (samples != NULL)
        *samples = 0;
    if (trial == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_tuner_ask: trial is NULL");
    *trial = NULL;
    status = tuner_ready(tuner, "bres_tuner_ask");
    if (status != BRES_OK)
        return tuner != NULL && !tuner->busy ? bres__tuner_keep(tuner, status) : status;
    if (tuner->asked != NULL)
        return bres__error(BRES_ERROR_STATE,
                           "bres_tuner_ask: neither times nor a failure of '%s' were reported",
                           bres_trial_name(tuner->asked));
    if (tuner->phase == BRES__TUNER_ENDED)
        return BRES_OK;
    status = bres__tuner_next(tuner, &tuner->asked, &wanted);
    if (status != BRES_OK)
        return bres__tuner_keep(tuner, status);
    *trial = tuner->asked;
    if (samples != NULL)
        *samples = wanted;
    return BRES_OK;
}

/* Checks that a trial is the requested one. */
static bres_status tell_check(const bres_tuner *tuner, const bres_trial *trial,
                              const char *function)
{
    const bres_status status = bres__tuner_check(tuner, true, function);

    if (status != BRES_OK)
        return status;
    if (trial == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: trial is NULL", function);
    if (tuner->asked != trial)
        return bres__error(BRES_ERROR_STATE, "%s: the trial is not the one that was asked for",
                           function);
    return bres__tuner_status(tuner);
}

static bres_status check_seconds(const double *seconds, size_t count, double *sum)
{
    if (seconds == NULL && count != 0)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_tuner_tell: seconds is NULL");
    *sum = 0;
    for (size_t i = 0; i < count; i++) {
        /* A larger time would be infinite in the file. */
        if (!isfinite((float)seconds[i]) || seconds[i] < 0)
            return bres__error(BRES_ERROR_VALUE,
                               "bres_tuner_tell: time %zu is %g (expected a finite time of 0 or "
                               "more seconds)",
                               i, seconds[i]);
        *sum += seconds[i];
    }
    return BRES_OK;
}

bres_status bres_tuner_tell(bres_tuner *tuner, bres_trial *trial, const double *seconds,
                            size_t count)
{
    bres__batch batch = { .seconds = seconds, .count = count };
    bres_status status = tell_check(tuner, trial, "bres_tuner_tell");

    if (status == BRES_OK)
        status = check_seconds(seconds, count, &batch.walltime);
    if (status != BRES_OK)
        return status;
    tuner->asked = NULL;
    return bres__tuner_keep(tuner, bres__tuner_take(tuner, trial, &batch));
}

bres_status bres_tuner_tell_failure(bres_tuner *tuner, bres_trial *trial, const char *reason)
{
    const bres_status status = tell_check(tuner, trial, "bres_tuner_tell_failure");

    if (status != BRES_OK)
        return status;
    tuner->asked = NULL;
    return bres__tuner_keep(tuner, bres__tuner_fail(tuner, trial, reason));
}

bres_status bres_tuner_finish(bres_tuner *tuner)
{
    bres_status status = tuner_ready(tuner, "bres_tuner_finish");

    if (status != BRES_OK || tuner->phase == BRES__TUNER_ENDED)
        return status;
    tuner->asked = NULL;
    if (bres__search_stop_reason(tuner->search) == BRES_TUNER_RUNNING)
        bres__search_stop(tuner->search, BRES_TUNER_INTERRUPTED);
    return bres__tuner_keep(tuner, bres__tuner_finish(tuner));
}
