/* SPDX-License-Identifier: MIT */
/*
 * The file of a previous run.
 */
#ifndef BRES_TUNE_PREVIOUS_H
#define BRES_TUNE_PREVIOUS_H

#include "tune/tune.h"

typedef struct bres__previous {
    const bres_result *result;
    const char *meta; /* the tuner's section */
    const bres_subbench *bench;
    bres_tuner_stop stop_reason; /* 0: the run has not ended, or its reason is unknown */
    bres__quality quality;       /* of a finished run */
    bres__arena arena;           /* texts of the section */
} bres__previous;

/* Compares a loaded file with the tuner. BRES_ERROR_CONFLICT names the difference. *related:
 * whether the file belongs to a tuner of this name. Free previous->arena in any case. */
bres_status bres__previous_compare(const bres_tuner *tuner, const bres_result *result,
                                   bres__previous *previous, bool *related);
/* Whether the run has ended without an interruption, has a best configuration, and its quality
 * suffices. Call bres__previous_adopt() only then. */
bool bres__previous_suffices(const bres_tuner *tuner, bres__previous *previous);
/* Takes over the batches of a journal, or the states of a finished run. */
bres_status bres__previous_restore(bres_tuner *tuner, const bres_subbench *bench);
/* Makes the stored outcome the outcome of this run. */
bres_status bres__previous_adopt(bres_tuner *tuner, bres__previous *previous);

/* Returns BRES_ERROR_CONFLICT, with the difference in the message. */
bres_status bres__previous_differs(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A text of the tuner's section, "" if it has none. */
bres_status bres__previous_text(bres__previous *previous, const char *key, const char **text);
/* The trial of a state. */
bres_status bres__previous_trial(bres_tuner *tuner, const bres_state *state, bres_trial **trial);

#endif
