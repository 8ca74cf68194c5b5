/* SPDX-License-Identifier: MIT */
/*
 * Two results with a row for each kind of verdict, for tests of whole comparisons.
 */
#ifndef BRES_TEST_SUPPORT_ROWS_H
#define BRES_TEST_SUPPORT_ROWS_H

#include <benchresult/compare.h>

/* How the two states of a row differ. */
typedef enum bres_test_row_kind {
    ROW_SAME,
    ROW_SLOW,
    ROW_FAR,
    ROW_NOISELESS,
    ROW_NO_FILES,  /* the sidecars are missing */
    ROW_MISMATCH,  /* half of the candidate's samples have another value */
    ROW_ELSEWHERE, /* all of the candidate's samples have another value */
    ROW_MALFORMED  /* the candidate's mean is not a number */
} bres_test_row_kind;

typedef struct bres_test_result_pair {
    bres_result *reference;
    bres_result *candidate;
} bres_test_result_pair;

/* Makes two results with a state for each kind. Free the pair. */
bres_test_result_pair bres_test_make_pair(const bres_test_row_kind *kinds, size_t count);
void bres_test_free_pair(bres_test_result_pair *pair);
bres_status bres_test_compare_pair(const bres_test_result_pair *pair,
                                   const bres_compare_options *options,
                                   bres_comparison **comparison);

#endif
