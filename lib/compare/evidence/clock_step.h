/* SPDX-License-Identifier: MIT */
/*
 * The steps of the clock that took a set of samples.
 */
#ifndef BRES_COMPARE_EVIDENCE_CLOCK_STEP_H
#define BRES_COMPARE_EVIDENCE_CLOCK_STEP_H

#include "compare/evidence/coverage.h"

/* Finds the steps of samples that were rounded to binary32. Equal samples show none. */
void bres__clock_step_find(const bres__support *support, bres__clock_step *step);
/* The common divisor of two divisors; 0: none. */
double bres__clock_step_common(const bres__clock_step *a, const bres__clock_step *b);

#endif
