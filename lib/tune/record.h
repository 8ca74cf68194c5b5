/* SPDX-License-Identifier: MIT */
/*
 * The parts that the result and the journal share.
 */
#ifndef BRES_TUNE_RECORD_H
#define BRES_TUNE_RECORD_H

#include "tune/tune.h"

/* Summaries of a state. */
#define BRES__TAG_CONFIG     "bres/tune/config"
#define BRES__TAG_STATUS     "bres/tune/status"
#define BRES__TAG_RANK       "bres/tune/rank"
#define BRES__TAG_TIME       "bres/tune/time"
#define BRES__TAG_LOWER      "bres/tune/time/lower"
#define BRES__TAG_UPPER      "bres/tune/time/upper"
#define BRES__TAG_CHANCE     "bres/tune/chance"
#define BRES__TAG_LISTED     "bres/tune/short_listed"
#define BRES__TAG_BLOCK_SIZE "bres/tune/block_size"
/* Summaries that only records of the journal have. */
#define BRES__TAG_WALLTIME   "bres/tune/walltime"
#define BRES__TAG_ELAPSED    "bres/tune/elapsed"

/* Adds device, benchmark and axes. */
bres_status bres__tuner_put_bench(const bres_tuner *tuner, bres_result *result,
                                  bres_subbench **bench);
/* Adds a state with the values of a trial and its index. */
bres_status bres__tuner_put_state(const bres_trial *trial, bres_subbench *bench,
                                  bres_state **state);
/* Adds a hidden summary, or sets the value of an existing summary. */
bres_status bres__put_float64(bres_state *state, const char *tag, const char *name,
                              const char *description, double value);
/* Likewise, for the number of executions per sample of the trial, if known. */
bres_status bres__put_block_size(bres_state *state, const bres_trial *trial);
/* Adds the status of a trial to its state, and its rank and time, if known. */
bres_status bres__trial_put_standing(const bres_trial *trial);

/* Get the value of a summary; false if it has none of this type. */
bool bres__get_int64(const bres_state *state, const char *tag, int64_t *value);
bool bres__get_float64(const bres_state *state, const char *tag, double *value);

/* Sets the meta section: the task of the search and, once it has stopped, its outcome. */
bres_status bres__tuner_put_meta(bres_tuner *tuner, bres_result *result);
/* The tuner's part of the meta section of a result; false if it has none. */
bool bres__tuner_meta(const bres_result *result, bres__slice *meta);

#endif
