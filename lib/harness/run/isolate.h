/* SPDX-License-Identifier: MIT */
/*
 * Runs a state in a separate process.
 */
#ifndef BRES_HARNESS_RUN_ISOLATE_H
#define BRES_HARNESS_RUN_ISOLATE_H

#include "base/base.h"
#include "measure/hooks.h"

/* Runs in the child: makes the record that is sent to the parent, and sets *failed if it is the
 * record of a failed state. */
typedef bres_status (*bres__isolate_fn)(void *context, const bres__measure_hooks *hooks,
                                        bres__text *record, bool *failed);

#define BRES__ISOLATE_REASON 2048

/* The data from the child. All zero is a valid start. */
typedef struct bres__isolated {
    bres__text record;                 /* empty: no record */
    char reason[BRES__ISOLATE_REASON]; /* why the record is missing */
    bool cut;                          /* a signal ended the measurement */
    bool failed;
} bres__isolated;

/*
 * Runs `fn` in a child. The parent's `hooks` receive its progress and messages. A child that fails,
 * crashes or exits is not an error of this function. Errors: BRES_ERROR_IO if the child cannot be
 * started or cannot report, BRES_ERROR_MEMORY. Free the result even after a failure.
 */
bres_status bres__isolate(bres__isolate_fn fn, void *context, const bres__measure_hooks *hooks,
                          bres__isolated *isolated);
void bres__isolated_free(bres__isolated *isolated);

#endif
