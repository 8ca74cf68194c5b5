/* SPDX-License-Identifier: MIT */
/*
 * Poison: the content of an output before a call. It reveals elements that a solution does not
 * write.
 */
#ifndef BRES_JUDGE_PROBLEM_POISON_H
#define BRES_JUDGE_PROBLEM_POISON_H

#include <benchresult/problem.h>

/* Writes elements that no honest solution leaves: quiet NaN with random sign and payload, or random
 * bits in a type without NaN. */
void bres__poison_fill(bres_data_type type, void *elements, size_t count, uint64_t seed);
/* Number of elements that still have the bits from bres__poison_fill() and differ from those of
 * `expected`. If `expected` is NULL, all elements that still have these bits count. */
size_t bres__poison_count(bres_data_type type, const void *elements, const void *expected,
                          size_t count, uint64_t seed);

#endif
