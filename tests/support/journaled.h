/* SPDX-License-Identifier: MIT */
/*
 * What tests of the journal share: results to put into one, and journals as bytes.
 */
#ifndef BRES_TEST_JOURNALED_H
#define BRES_TEST_JOURNALED_H

#include "nvbench/journal/record.h"

#include <benchresult/build.h>

/* A result under construction with two benchmarks of the same name and one without states, devices
 * and settings; the caller owns it. With `states`, also states that have all that one can have. */
bres_result *bres_test_build_rich(bool states);
/* The smallest that shows everything: two benchmarks, and three states in mixed order. */
bres_result *bres_test_build_tiny(bool states);

/* State number `index` of a result whose benchmarks take turns; NULL behind the last. */
const bres_state *bres_test_journal_state(const bres_result *result, size_t index);
/* Appends the states of a result in that order. */
void bres_test_append_all(bres__journal *journal, const bres_result *result);
/* Makes a journal of a result with all of its states. */
void bres_test_write_journal(const char *path, const bres_result *result);
/* The same in memory; the caller frees *text. */
void bres_test_encode_journal(const bres_result *result, bres__text *text);

/* How many states the result has. */
size_t bres_test_state_count(const bres_result *result);
#endif
