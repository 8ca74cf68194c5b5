/* SPDX-License-Identifier: MIT */
/*
 * The time that a tuner may still take, and the interruption by its caller.
 */
#include "tune/tune.h"

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
