/* SPDX-License-Identifier: MIT */
/*
 * The time of a tuner, and its interruption.
 */
#ifndef BRES_TUNE_BUDGET_H
#define BRES_TUNE_BUDGET_H

#include "tune/tune.h"

/* Seconds since the beginning, with those of previous runs. */
double bres__tuner_elapsed(bres_tuner *tuner);
/* Seconds after which a batch ends with the present sample: not later than the budget. */
double bres__tuner_batch_timeout(bres_tuner *tuner, double timeout);
/* Asks the caller, until the answer is yes. */
bool bres__tuner_is_interrupted(void *tuner);
/* Likewise, and true when a function of the caller has made the run fail. The type of both
 * functions is that of the hooks of measurements. */
bool bres__tuner_is_stopped(void *tuner);
/* Whether the run was interrupted or its time is over. */
bool bres__tuner_is_over(bres_tuner *tuner);

#endif
