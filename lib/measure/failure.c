/* SPDX-License-Identifier: MIT */
#include "measure/failure.h"

#include <benchresult/measure.h>

static _Thread_local bres__failure *failure_current;

void bres__failure_watch(bres__failure *failure)
{
    failure->failed = false;
    failure->outer = failure_current;
    failure_current = failure;
}

bres_status bres__failure_status(const bres__failure *failure)
{
    if (!failure->failed)
        return BRES_OK;
    bres__error_restore(&failure->error);
    return failure->error.status;
}

void bres__failure_unwatch(const bres__failure *failure)
{
    failure_current = failure->outer;
}

void bres__failure_pass_on(bres__failure *failure)
{
    if (failure->failed && failure_current != NULL && !failure_current->failed) {
        failure_current->error = failure->error;
        failure_current->failed = true;
    }
    failure->failed = false;
}

/* Keeps only the first failure, because others follow from it. */
bres_status bres_measure_fail(const char *reason)
{
    const bres_status status =
        bres__error(BRES_ERROR_VALUE, "%s",
                    reason != NULL && reason[0] != '\0' ? reason : "the function has failed");

    if (failure_current != NULL && !failure_current->failed) {
        bres__error_save(&failure_current->error);
        failure_current->failed = true;
    }
    return status;
}
