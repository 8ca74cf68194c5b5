/* SPDX-License-Identifier: MIT */
/*
 * Failures and phases of a tuner.
 */
#include "tune/tune.h"

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
        return bres__error(BRES_ERROR_STATE, "%s: called by a function that the tuner has called",
                           function);
    if (!running && tuner->phase != BRES__TUNER_DECLARED)
        return bres__error(BRES_ERROR_STATE, "%s: the tuner runs already", function);
    return BRES_OK;
}
