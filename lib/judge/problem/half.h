/* SPDX-License-Identifier: MIT */
/*
 * IEEE 754 binary16, for which C11 lacks a type: 1 bit of sign, 5 of exponent, 10 of fraction.
 */
#ifndef BRES_JUDGE_PROBLEM_HALF_H
#define BRES_JUDGE_PROBLEM_HALF_H

#include <stdint.h>

/* Exact. A NaN stays a NaN. */
double bres__half_to_double(uint16_t half);
/* Rounds to nearest, ties to even; magnitudes from 65520 on become infinity. A NaN becomes the
 * quiet NaN with the same sign. */
uint16_t bres__half_from_double(double value);

#endif
