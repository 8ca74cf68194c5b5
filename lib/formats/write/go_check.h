/* SPDX-License-Identifier: MIT */
/*
 * Whether Go text that was written is read as it was meant: a reader takes the digits that a name
 * ends in for processors only if each function of the text has names with them.
 */
#ifndef BRES_FORMATS_WRITE_GO_CHECK_H
#define BRES_FORMATS_WRITE_GO_CHECK_H

#include "base/arena.h"
#include "base/text/text.h"
#include "model/model.h"

/* The lines of a state. */
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
/* A reader makes another axis of a part of the name, whatever its digits. */
#define BRES__GO_OTHER_AXES (SIZE_MAX - 1)

/* How many digits of processors an import has found at the end of the name of a state, whose
 * package has `package` bytes. */
size_t bres__go_source_digits(const bres_state *state, size_t package);
/* Adds the name of the lines of a state, which is to be read with so many digits of processors.
 * false: no memory. */
bool bres__go_check_add(bres__go_check *self, const bres__text *name, size_t digits, bool is_skip);
/* Counts the states that a reader of the text finds with other axes. false: no memory. */
bool bres__go_check_run(const bres__go_check *self, const bres__text *text, size_t *misread);
void bres__go_check_free(bres__go_check *self);

#endif
