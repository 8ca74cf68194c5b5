/* SPDX-License-Identifier: MIT */
/*
 * The inputs that a result was merged from, as its meta section lists them.
 */
#ifndef BRES_MODEL_MERGE_INPUTS_H
#define BRES_MODEL_MERGE_INPUTS_H

#include "base/base.h"

#include <benchresult/model.h>

/* The inputs in their order. */
typedef struct bres__run_inputs {
    const char **metadata; /* the object `benchresult` of each, as a text in an arena; NULL: the
                            * input has none. bres__free() the array. */
    size_t count;
    size_t capacity;
    bool is_merged; /* the result has a list of inputs */
} bres__run_inputs;

/* The member of an object as a separate text in the arena; NULL if it is missing, or does not begin
 * with `begin`. */
bres_status bres__run_member(const char *object, const char *key, char begin, bres__arena *arena,
                             const char **member);
/* Replaces the inputs by those of a result; none unless it is merged. */
bres_status bres__run_inputs_read(bres__run_inputs *inputs, const bres_result *result,
                                  bres__arena *arena);
/* Whether each input is the run whose number is its index, in a result whose highest number is
 * `end` - 1. Shards share a number, so that there are more inputs than numbers. Runs without states
 * at the end look alike, but merging gives each new pair a number of its own. */
bres_status bres__run_inputs_match(const bres__run_inputs *inputs, size_t end, bres__arena *arena,
                                   bool *match);

#endif
