/* SPDX-License-Identifier: MIT */
/*
 * The order of the configurations of a tuner, and how many have each status.
 */
#ifndef BRES_TUNE_OUTCOME_H
#define BRES_TUNE_OUTCOME_H

#include "tune/search/standing.h"
#include "tune/tune.h"

#define BRES__TRIAL_STATUSES ((size_t)BRES_TRIAL_EXCLUDED + 1)

/* Fills `listed` and the ranks of the trials, unless they are up to date. */
void bres__tuner_rank(bres_tuner *tuner);
/* Marks the ranks as out of date, because the search has changed. */
void bres__tuner_unrank(bres_tuner *tuner);
/* The status of a trial, and what is known about its time. Call bres__tuner_rank() first. */
bres_trial_status bres__trial_status(const bres_trial *trial);
bres__standing bres__trial_standing(const bres_trial *trial);
/* How many trials are in the short list; 0: unknown. Call bres__tuner_rank() first. */
uint64_t bres__tuner_short_list_count(const bres_tuner *tuner);
/* Counts all combinations of values by status; returns how many configurations have no samples and
 * have not failed. */
uint64_t bres__tuner_count(bres_tuner *tuner, uint64_t counts[BRES__TRIAL_STATUSES]);
/* Appends the counts that are not 0, and the number of samples. */
void bres__tuner_put_counts(bres_tuner *tuner, bres__text *text);
/* Whether a stored outcome of this quality is good enough for `reuse_if`, or has already used up
 * the budget of this run. */
bool bres__quality_suffices(const bres_tuner *tuner, const bres__quality *quality);
/* The quality of the outcome of this run, which may be a stored one. */
bres__quality bres__tuner_quality(bres_tuner *tuner);
/* Finds the status with this name; false if the name is unknown. */
bool bres__trial_status_find(const char *name, bres_trial_status *status);

#endif
