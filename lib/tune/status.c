/* SPDX-License-Identifier: MIT */
/*
 * Failures and phases of a tuner, and the names of statuses.
 */
#include "tune/outcome.h"

#include <string.h>

static const char *const status_names[] = {
    [BRES_TRIAL_BEST] = "best",           [BRES_TRIAL_TIED] = "tied",
    [BRES_TRIAL_UNDECIDED] = "undecided", [BRES_TRIAL_ELIMINATED] = "eliminated",
    [BRES_TRIAL_FAILED] = "failed",       [BRES_TRIAL_EXCLUDED] = "excluded",
};

const char *bres_trial_status_name(bres_trial_status status)
{
    return (size_t)status < BRES__TRIAL_STATUSES ? status_names[status] : "unknown";
}

bool bres__trial_status_find(const char *name, bres_trial_status *status)
{
    for (size_t i = 0; i < BRES__TRIAL_STATUSES; i++) {
        if (strcmp(status_names[i], name) == 0) {
            *status = (bres_trial_status)i;
            return true;
        }
    }
    return false;
}

bres_status bres__tuner_keep(bres_tuner *tuner, bres_status status)
{
    return bres__suite_keep(tuner->suite, status);
}

bres_status bres__tuner_status(const bres_tuner *tuner)
{
    if (tuner->suite->status != BRES_OK)
        bres__error_restore(&tuner->suite->error);
    return tuner->suite->status;
}

bres_status bres__tuner_check(const bres_tuner *tuner, bool running, const char *function)
{
    if (tuner == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: the tuner is NULL", function);
    if (tuner->busy)
        return bres__error(BRES_ERROR_STATE,
                           "%s: functions that the tuner calls cannot call this function",
                           function);
    if (!running && tuner->phase != BRES__TUNER_DECLARED)
        return bres__error(BRES_ERROR_STATE, "%s: the tuner runs already", function);
    return BRES_OK;
}

double bres__tuner_elapsed(bres_tuner *tuner)
{
    const uint64_t now = tuner->clock.now(tuner->clock.user);

    if (now > tuner->last)
        tuner->elapsed += now - tuner->last;
    tuner->last = now;
    return tuner->elapsed_before + (double)tuner->elapsed * 1e-9;
}

double bres__tuner_batch_timeout(bres_tuner *tuner, double timeout)
{
    const double left = tuner->options.max_time - bres__tuner_elapsed(tuner);

    if (tuner->options.max_time == 0 || left > timeout)
        return timeout;
    return left > 0 ? left : 0;
}

bool bres__tuner_is_interrupted(void *user)
{
    bres_tuner *tuner = user;
    const bres_tuner_options *options = &tuner->options;
    const bool busy = tuner->busy;

    tuner->busy = true;
    if (!tuner->interrupted && options->is_interrupted != NULL)
        tuner->interrupted = options->is_interrupted(options->interrupt_user);
    tuner->busy = busy;
    return tuner->interrupted;
}

bool bres__tuner_is_stopped(void *user)
{
    const bres_tuner *tuner = user;

    return tuner->suite->status != BRES_OK || bres__tuner_is_interrupted(user);
}

bool bres__tuner_is_over(bres_tuner *tuner)
{
    const double limit = tuner->options.max_time;

    return bres__tuner_is_interrupted(tuner) || (limit != 0 && bres__tuner_elapsed(tuner) >= limit);
}
