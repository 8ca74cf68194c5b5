/* SPDX-License-Identifier: MIT */
/*
 * Checks whether a reader understands written Go text as intended. A reader takes the digits at the
 * end of a name for processors only if every function of the text has names with these digits.
 */
#ifndef BRES_FORMATS_WRITE_GO_CHECK_H
#define BRES_FORMATS_WRITE_GO_CHECK_H

#include "base/arena.h"
#include "base/text/text.h"
#include "model/model.h"

/* The intended reading of the lines of a state. */
typedef struct go_meant go_meant;

/* All zero is empty. */
typedef struct bres__go_check {
    bres__arena arena; /* names */
    go_meant *list;
    size_t count;
    size_t capacity;
} bres__go_check;

/* The name and the axes of the state do not depend on the digits. */
#define BRES__GO_ANY_DIGITS SIZE_MAX
/* A reader makes another axis from a part of the name, regardless of the digits. */
#define BRES__GO_OTHER_AXES (SIZE_MAX - 1)

/* The number of digits at the end of the name of a state that the import took for processors.
 * `package` is the length of the package in the name of the benchmark, with its point. */
size_t bres__go_source_digits(const bres_state *state, size_t package);
/* Adds the name of a state, which a reader must read with `digits` digits of processors. false: no
 * memory. */
bool bres__go_check_add(bres__go_check *self, const bres__text *name, size_t digits, bool is_skip);
/* Counts the states that a reader of the text reads with other axes. false: no memory. */
bool bres__go_check_run(const bres__go_check *self, const bres__text *text, size_t *misread);
void bres__go_check_free(bres__go_check *self);

#endif
