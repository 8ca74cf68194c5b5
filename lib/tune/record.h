/* SPDX-License-Identifier: MIT */
/*
 * The parts of a result that the journal has as well.
 */
#ifndef BRES_TUNE_RECORD_H
#define BRES_TUNE_RECORD_H

#include "tune/tune.h"

/* Summaries of a state. */
#define BRES__TAG_CONFIG     "bres/tune/config"
#define BRES__TAG_STATUS     "bres/tune/status"
#define BRES__TAG_RANK       "bres/tune/rank"
#define BRES__TAG_BLOCK_SIZE "bres/tune/block_size"
/* Summaries of the records of the journal alone. */
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
/* Likewise, of the executions that a sample of the trial is made of, if known. */
bres_status bres__put_block_size(bres_state *state, const bres_trial *trial);
/* Adds the outcome of a configuration, and its rank unless it is 0. */
bres_status bres__state_put_outcome(bres_state *state, const char *outcome, size_t rank);

/* Sets the meta section: the task of the search and, once it has stopped, its outcome. */
bres_status bres__tuner_put_meta(const bres_tuner *tuner, bres_result *result);
/* The tuner's part of the meta section of a result; false if it has none. */
bool bres__tuner_meta(const bres_result *result, bres__slice *meta);

#endif
