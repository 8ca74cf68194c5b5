/* SPDX-License-Identifier: MIT */
/*
 * The inputs of a merged result, as listed in its meta section.
 */
#ifndef BRES_MODEL_MERGE_INPUTS_H
#define BRES_MODEL_MERGE_INPUTS_H

#include "base/base.h"

#include <benchresult/model.h>

/* An input, and the runs of its states in the merged result. */
typedef struct bres__run_input {
    const char *metadata; /* the object `benchresult` as a text in an arena; NULL: missing */
    uint32_t run;         /* the number of the first run */
    uint32_t runs;        /* the number of runs; 0: the input has no states */
} bres__run_input;

/* The inputs, in order. */
typedef struct bres__run_inputs {
    bres__run_input *items; /* the caller must bres__free() it */
    size_t count;
    size_t capacity;
    bool is_merged; /* the result has a list of inputs */
    bool has_runs;  /* the runs of the inputs are known */
} bres__run_inputs;

/* The member of an object as a separate text in the arena; NULL if it is missing, or does not begin
 * with `begin`. */
bres_status bres__run_member(const char *object, const char *key, char begin, bres__arena *arena,
                             const char **member);
/* Replaces `inputs` by the inputs of a result; a result that was not merged has none. Results of
 * earlier versions do not record the runs of the inputs. The runs then count as known if each input
 * seems to be the run whose number is its index. Errors: BRES_ERROR_MEMORY. */
bres_status bres__run_inputs_read(bres__run_inputs *inputs, const bres_result *result,
                                  bres__arena *arena);

#endif
