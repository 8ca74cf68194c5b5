/* SPDX-License-Identifier: MIT */
/*
 * How messages name sides, runs and states.
 */
#ifndef BRES_COMPARE_MATCH_NAME_H
#define BRES_COMPARE_MATCH_NAME_H

#include "compare/comparison.h"

/* "the reference", "the candidate" or "both sides". */
const char *bres__sides_name(bool reference, bool candidate);
/* Appends the name of a run: "'a.json'", "run 2 of 'a.json'", or "run 3 of the reference" for a
 * result without a file. */
void bres__run_put_name(bres__text *text, const bres_comparison *comparison, int side,
                        size_t index);
/* The name of a state on a device (NULL: no device) without `Device=ID`, because the matching state
 * may be on a device with another id. */
const char *bres__match_name(const bres_state *state, const bres_device *device);
/* The number of bytes of a text from a file that a message quotes, for "%.*s". Cuts after a whole
 * character. */
int bres__quoted_length(const char *text);

#endif
