/* SPDX-License-Identifier: MIT */
/*
 * What the references of the library's problems share: they compute in double, and it is only the
 * results that are rounded to the type of the output.
 */
#ifndef BRES_JUDGE_PROBLEM_REFERENCE_H
#define BRES_JUDGE_PROBLEM_REFERENCE_H

#include "judge/problem/element.h"

/* An array of zeros, at least one; NULL when there is no memory. bres__free() it. */
double *bres__reals_zero(size_t count);
/* An array as double. Likewise. */
double *bres__reals_load(bres_data_type type, const void *elements, size_t count);
/* Rounds into elements from `first` on. */
void bres__reals_store(bres_data_type type, void *elements, size_t first, const double *reals,
                       size_t count);
/* sums[i] += factor * terms[i] */
void bres__reals_add(double *restrict sums, const double *restrict terms, double factor,
                     size_t count);

#endif
