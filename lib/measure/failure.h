/* SPDX-License-Identifier: MIT */
/*
 * How a function of the caller says that it has failed. What is measured returns nothing, so its
 * failure is kept for the measurement around it, on whose thread it runs.
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
/* Makes a failure of another thread one of the calling thread, unless it has one, and forgets it.
 */
void bres__failure_pass_on(bres__failure *failure);
/* BRES_OK, or the failure, which becomes the thread's error. */
bres_status bres__failure_status(const bres__failure *failure);

#endif
