/* SPDX-License-Identifier: MIT */
/*
 * Names of Go benchmarks that are made for the states of other tools.
 */
#ifndef BRES_FORMATS_WRITE_GO_NAME_H
#define BRES_FORMATS_WRITE_GO_NAME_H

#include "formats/write/write.h"

/* Appends `length` bytes with a '_' for each blank, and for each character of `refused`. */
void bres__go_put_part(bres__text *text, const char *part, size_t length, const char *refused);
/* The package of a name such as example.org/sample.Sort: the bytes before the last point; 0: it has
 * none. */
size_t bres__go_package_length(const char *bench);
/* Whether the name of a state ends in -DIGITS that are no processors. Readers take them as
 * processors, ours if all functions have the suffix: all names then need an explicit -1. */
bool bres__go_has_suffix(const bres_result *result);
/* Makes the name of a state; `ends_names`: it ends in -1 if it has no processors. Returns how many
 * digits of processors the name ends in. */
size_t bres__go_make_name(bres__text *name, const bres__written *state, bool ends_names);

#endif
