/* SPDX-License-Identifier: MIT */
/*
 * Makes names of Go benchmarks for the states of other tools.
 */
#ifndef BRES_FORMATS_WRITE_GO_NAME_H
#define BRES_FORMATS_WRITE_GO_NAME_H

#include "formats/write/write.h"

/* Appends `length` bytes, with a '_' for each blank and for each character in `refused`. */
void bres__go_put_part(bres__text *text, const char *part, size_t length, const char *refused);
/* The length of the package in a name such as example.org/sample.Sort, which is the text before the
 * last point; 0: no package. */
size_t bres__go_package_length(const char *bench);
/* Whether the name of some state ends in -DIGITS that are not processors. Readers take the digits
 * for processors (the reader of this library only if all functions have the suffix), so all names
 * then need an explicit -1. */
bool bres__go_has_suffix(const bres_result *result);
/* Makes the name of a state. `ends_names`: a name without processors ends in -1. Returns the number
 * of digits of processors at the end of the name. */
size_t bres__go_make_name(bres__text *name, const bres__written *state, bool ends_names);

#endif
