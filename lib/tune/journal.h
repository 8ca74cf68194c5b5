/* SPDX-License-Identifier: MIT */
/*
 * The journal of a tuner.
 */
#ifndef BRES_TUNE_JOURNAL_H
#define BRES_TUNE_JOURNAL_H

#include "tune/tune.h"

/* Begins a journal with the present samples of all trials. */
bres_status bres__journal_begin(bres_tuner *tuner);
/* Records that a batch of a trial begins. The record of the batch or of a failure replaces this
 * note. A resumed run that finds the note fails the configuration, whose batch ended the process.
 */
bres_status bres__journal_note_batch(bres_trial *trial);
/* Removes the note of a batch that was not measured. Keeps the thread's error. */
void bres__journal_drop_note(bres_tuner *tuner);
/* Appends the last batch of a trial, of `count` samples, or its failure. */
bres_status bres__journal_batch(bres_trial *trial, size_t count, double walltime);
/* Writes the result and removes the journal. */
bres_status bres__journal_finish(bres_tuner *tuner);

#endif
