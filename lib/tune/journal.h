/* SPDX-License-Identifier: MIT */
/*
 * The journal of a tuner.
 */
#ifndef BRES_TUNE_JOURNAL_H
#define BRES_TUNE_JOURNAL_H

#include "tune/tune.h"

/* Begins a journal with the present samples of all trials; `replace` an existing journal. */
bres_status bres__journal_begin(bres_tuner *tuner, bool replace);
/* Appends the last batch of a trial, of `count` samples, or its failure. */
bres_status bres__journal_batch(bres_trial *trial, size_t count, double walltime);
/* Writes the result and removes the journal. */
bres_status bres__journal_finish(bres_tuner *tuner);

#endif
