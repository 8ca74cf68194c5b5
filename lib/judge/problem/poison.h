/* SPDX-License-Identifier: MIT */
/*
 * Poison: the content of an output before a call, so that elements which a solution does not write
 * are found.
 */
#ifndef BRES_JUDGE_PROBLEM_POISON_H
#define BRES_JUDGE_PROBLEM_POISON_H

#include <benchresult/problem.h>

/* Writes elements that no honest solution leaves: quiet NaN with random sign and payload, or random
 * bits in a type without NaN. */
void bres__poison_fill(bres_data_type type, void *elements, size_t count, uint64_t seed);
/* How many elements are still as bres__poison_fill() left them, bit by bit, and differ from those
 * of `expected`; NULL: whether or not they differ. */
size_t bres__poison_count(bres_data_type type, const void *elements, const void *expected,
                          size_t count, uint64_t seed);

#endif
