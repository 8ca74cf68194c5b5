/* SPDX-License-Identifier: MIT */
/*
 * How a function of the caller reports a failure. Functions that are measured return nothing, so
 * the failure is kept for the measurement around the function, on the same thread.
 */
#ifndef BRES_MEASURE_FAILURE_H
#define BRES_MEASURE_FAILURE_H

#include "base/base.h"

/* A measurement that bres_measure_fail() can end while it runs functions of the caller. */
typedef struct bres__failure {
    struct bres__failure *outer; /* of the same thread */
    bool failed;
    bres__error_record error;
} bres__failure;

/* Failures of the calling thread belong to this measurement until it is unwatched. The measurement
 * that was watched last is unwatched first. */
void bres__failure_watch(bres__failure *failure);
void bres__failure_unwatch(const bres__failure *failure);
/* Passes a failure of another thread to the calling thread, unless the calling thread already has a
 * failure. Clears `failure`. */
void bres__failure_pass_on(bres__failure *failure);
/* BRES_OK, or the failure, which becomes the thread's error. */
bres_status bres__failure_status(const bres__failure *failure);

#endif
