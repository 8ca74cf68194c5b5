/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of the journal: results to write, and journals as bytes.
 */
#ifndef BRES_TEST_JOURNALED_H
#define BRES_TEST_JOURNALED_H

#include "nvbench/journal/record.h"

#include <benchresult/build.h>

/* A result under construction with two benchmarks of the same name and one without states, devices
 * and settings; the caller owns it. With `states`, also states with every kind of member. */
bres_result *bres_test_build_rich(bool states);
/* A small result: two benchmarks, and with `states` three states in mixed order. */
bres_result *bres_test_build_tiny(bool states);

/* State number `index` of a result when its benchmarks take turns; NULL after the last. */
const bres_state *bres_test_journal_state(const bres_result *result, size_t index);
/* Appends the states of a result in that order. */
void bres_test_append_all(bres__journal *journal, const bres_result *result);
/* Makes a journal of a result with all of its states. */
void bres_test_write_journal(const char *path, const bres_result *result);
/* Encodes the same journal in memory; the caller frees *text. */
void bres_test_encode_journal(const bres_result *result, bres__text *text);

/* The number of states of the result. */
size_t bres_test_state_count(const bres_result *result);
#endif
