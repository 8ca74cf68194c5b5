/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of profiles and counts.
 */
#ifndef BRES_TEST_PROFILES_H
#define BRES_TEST_PROFILES_H

#include "support/loading.h"

#include <benchresult/callgrind.h>

/* A profile whose second part has inlined code, a recursion, and calls that began before it. */
extern const char bres_test_fixture[];

/* Options with a handler for `log`, which may be NULL. */
bres_profile_options bres_test_profile_options(bres_test_log *log);
/* Parses a text under the name "p.out". A failure fails the test. */
bres_profile *bres_test_profile(const char *text, bres_test_log *log);

/* A list as lines "COUNT NAME", in its order; free() it. */
char *bres_test_counts_lines(const bres_counts *counts);
/* Fails the test unless the list has these lines; frees the list. `row` names the case in
 * messages. */
void bres_test_counts_are(bres_counts *counts, const char *lines, const char *row);
/* The same for all parts of a profile, for "Ir" and without flags. */
void bres_test_profile_has(const bres_profile *profile, bres_inclusion inclusion, const char *lines,
                           const char *row);

#endif
