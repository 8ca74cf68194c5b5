/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of imports: the files of tests/formats/data.
 */
#ifndef BRES_TEST_IMPORTED_H
#define BRES_TEST_IMPORTED_H

#include "base/text/text.h"

#include <benchresult/formats.h>

/* Import options that correspond to these load options. */
bres_import_options bres_test_import_options(const bres_load_options *load);
/* The content of a data file. free() it. */
char *bres_test_import_data(const char *name, size_t *size);
/* Imports a data file strictly; a failure fails the test. */
bres_result *bres_test_import(const char *name);
/* The state of this name in the benchmark of this name; the test fails if it is missing. */
const bres_state *bres_test_import_state(const bres_result *result, const char *bench,
                                         const char *state);
/* The value of a summary; NaN if the state lacks it. */
double bres_test_import_value(const bres_state *state, const char *tag);

/* Loads a text strictly, and checks the text that `describe` writes about the result, and the
 * warnings; `warnings` NULL: not checked. */
void bres_test_check_import(const char *text,
                            void (*describe)(const bres_result *result, bres__text *states),
                            const char *states, const char *warnings);

#endif
