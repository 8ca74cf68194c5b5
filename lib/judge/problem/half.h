/* SPDX-License-Identifier: MIT */
/*
 * IEEE 754 binary16, which C11 has no type for: 1 bit of sign, 5 of exponent, 10 of fraction.
 */
#ifndef BRES_JUDGE_PROBLEM_HALF_H
#define BRES_JUDGE_PROBLEM_HALF_H

#include <stdint.h>

/* Exact. A NaN stays one. */
double bres__half_to_double(uint16_t half);
/* To nearest, ties to even; from 65520 on infinity. A NaN becomes the quiet one of its sign. */
uint16_t bres__half_from_double(double value);

#endif
