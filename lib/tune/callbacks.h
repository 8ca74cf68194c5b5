/* SPDX-License-Identifier: MIT */
/*
 * Calls the caller's functions that prepare, check and release a configuration.
 */
#ifndef BRES_TUNE_CALLBACKS_H
#define BRES_TUNE_CALLBACKS_H

#include "tune/tune.h"

/* Prepares a trial unless it is prepared. *failed: the status of the caller's function. Returns the
 * status of the run. */
bres_status bres__trial_prepare(bres_trial *trial, bres_status *failed);
/* Checks a trial after its first batch. *failed and the returned status are as above. */
bres_status bres__trial_check(bres_trial *trial, bres_status *failed);
/* Releases the trials that are prepared and will not be measured again. */
void bres__tuner_release_eliminated(bres_tuner *tuner);
/* Releases all trials that are prepared; keeps the thread's error. */
void bres__tuner_release_all(bres_tuner *tuner);

#endif
