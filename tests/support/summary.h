/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of the summary report.
 */
#ifndef BRES_TEST_SUMMARY_H
#define BRES_TEST_SUMMARY_H

#include <benchresult/report.h>

/* Loads a result from JSON in which ' stands for ", under this name. A failure fails the test. The
 * caller owns the result. */
bres_result *bres_test_load(const char *name, uint32_t flags, const char *json);

/* The summary report of one such document, named "r.json", or of several, "r0.json", "r1.json", ...
 * Free it with bres_string_free(). A failure fails the test. */
char *bres_test_summary(const char *const *documents, size_t count, bres_format format,
                        const bres_filter *filter);

#endif
