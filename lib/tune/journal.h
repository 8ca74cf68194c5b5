/* SPDX-License-Identifier: MIT */
/*
 * The journal of a tuner.
 */
#ifndef BRES_TUNE_JOURNAL_H
#define BRES_TUNE_JOURNAL_H

#include "tune/tune.h"

/* Begins a journal with the present samples of all trials. */
bres_status bres__journal_begin(bres_tuner *tuner);
/* Notes that a batch of a trial begins. The note is gone when the batch or a failure follows. A
 * resumed run that finds it fails the configuration, because its batch has ended the process. */
bres_status bres__journal_note_batch(bres_trial *trial);
/* Removes the note: the process goes on without the batch. Keeps the thread's error. */
void bres__journal_drop_note(bres_tuner *tuner);
/* Appends the last batch of a trial, of `count` samples, or its failure. */
bres_status bres__journal_batch(bres_trial *trial, size_t count, double walltime);
/* Writes the result and removes the journal. */
bres_status bres__journal_finish(bres_tuner *tuner);

#endif
