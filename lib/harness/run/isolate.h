/* SPDX-License-Identifier: MIT */
/*
 * A state in a process of its own.
 */
#ifndef BRES_HARNESS_RUN_ISOLATE_H
#define BRES_HARNESS_RUN_ISOLATE_H

#include "base/base.h"
#include "measure/hooks.h"

/* What the child does: makes the record that is sent back, and says whether it is that of a state
 * that has failed. */
typedef bres_status (*bres__isolate_fn)(void *context, const bres__measure_hooks *hooks,
                                        bres__text *record, bool *failed);

#define BRES__ISOLATE_REASON 2048

/* What came back. All zero is a valid start. */
typedef struct bres__isolated {
    bres__text record;                 /* empty: there is none, */
    char reason[BRES__ISOLATE_REASON]; /* for this reason */
    bool cut;                          /* a signal ended the measurement */
    bool failed;
} bres__isolated;

/*
 * Runs `fn` in a child. Its progress and messages arrive at `hooks` of the parent. That the child
 * fails, crashes, or exits is no error of this function.
 * Errors: BRES_ERROR_IO when there can be no child, BRES_ERROR_MEMORY. Free the result in any case.
 */
bres_status bres__isolate(bres__isolate_fn fn, void *context, const bres__measure_hooks *hooks,
                          bres__isolated *isolated);
void bres__isolated_free(bres__isolated *isolated);

#endif
