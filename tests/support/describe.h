/* SPDX-License-Identifier: MIT */
/*
 * A result as text, for comparing two of them, and a small one to start from.
 */
#ifndef BRES_TEST_DESCRIBE_H
#define BRES_TEST_DESCRIBE_H

#include <benchresult/build.h>

/* Everything that the functions of benchresult/model.h return for a result, one fact per line;
 * free() it. */
char *bres_test_describe(const bres_result *result);
/* The same without the `meta` section. */
char *bres_test_describe_body(const bres_result *result);

/* Fails the test and prints the first differing line if the two texts differ. */
void bres_test_same_text(const char *actual, const char *expected, const char *what);

/*
 * Builds a small result with every kind of axis, a GPU and a CPU-only benchmark, a skipped state,
 * settings, summaries, samples and frequencies. On failure *result is NULL and all memory is freed.
 */
bres_status bres_test_build_small(bres_result **result);

#endif
