/* SPDX-License-Identifier: MIT */
/*
 * Functions for the references of the library's problems. References compute in double, and round
 * only the results to the type of the output.
 */
#ifndef BRES_JUDGE_PROBLEM_REFERENCE_H
#define BRES_JUDGE_PROBLEM_REFERENCE_H

#include "judge/problem/element.h"

/* Allocates an array of zeros, at least one; NULL if memory is exhausted. Free it with
 * bres__free(). */
double *bres__reals_zero(size_t count);
/* Allocates a copy of an array as double; NULL if memory is exhausted. Free it with
 * bres__free(). */
double *bres__reals_load(bres_data_type type, const void *elements, size_t count);
/* Rounds numbers to the type and stores them in `elements`, from the index `first` on. */
void bres__reals_store(bres_data_type type, void *elements, size_t first, const double *reals,
                       size_t count);
/* sums[i] += factor * terms[i] */
void bres__reals_add(double *restrict sums, const double *restrict terms, double factor,
                     size_t count);

#endif
