/* SPDX-License-Identifier: MIT */
/*
 * Whether a family of names of Google Benchmark that was written is read as it was meant: a reader
 * cuts the names of a family alike, so that the other names decide what is an option.
 */
#ifndef BRES_FORMATS_WRITE_GOOGLE_CHECK_H
#define BRES_FORMATS_WRITE_GOOGLE_CHECK_H

#include "base/arena.h"
#include "formats/google_benchmark/google_benchmark.h"
#include "formats/write/write.h"

/* Finds whether a reader cuts a made name, alone, into the benchmark and the axes of the state.
 * false: no memory. */
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

/* Adds a name to the family; `threads` NaN: the records do not have the number. false: no memory.
 */
bool bres__google_check_add(bres__google_check *self, const bres__text *name, double threads,
                            const bres_state *state);
/* Ends the family; returns how many of its states are read with other names or axes. */
size_t bres__google_check_end(bres__google_check *self);
void bres__google_check_free(bres__google_check *self);

#endif
