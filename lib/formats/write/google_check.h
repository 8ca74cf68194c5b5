/* SPDX-License-Identifier: MIT */
/*
 * Checks whether a reader understands the written names of a Google Benchmark family as intended. A
 * reader splits all names of a family in the same way, so the other names affect which parts are
 * options.
 */
#ifndef BRES_FORMATS_WRITE_GOOGLE_CHECK_H
#define BRES_FORMATS_WRITE_GOOGLE_CHECK_H

#include "base/arena.h"
#include "formats/google_benchmark/google_benchmark.h"
#include "formats/write/write.h"

/* Finds whether a reader that sees only this generated name splits it into the benchmark and the
 * axes of the state. false: no memory. */
bool bres__google_check_made(const bres__text *name, double threads, const bres__written *state,
                             bool *is_alike);

/* All zero is empty. */
typedef struct bres__google_check {
    bres__arena arena;         /* texts of the names of the family */
    bres__google_name *names;  /* of the family */
    const bres_state **states; /* of these names */
    size_t count;
    size_t capacity;
    size_t state_capacity;
} bres__google_check;

/* Adds a name to the family. `threads` NaN: the records lack the number. false: no memory. */
bool bres__google_check_add(bres__google_check *self, const bres__text *name, double threads,
                            const bres_state *state);
/* Ends the family. Returns the number of states that a reader gets with other names or axes. */
size_t bres__google_check_end(bres__google_check *self);
void bres__google_check_free(bres__google_check *self);

#endif
