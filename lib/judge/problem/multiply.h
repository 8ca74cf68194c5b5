/* SPDX-License-Identifier: MIT */
/*
 * The product of two matrices, for references.
 */
#ifndef BRES_JUDGE_PROBLEM_MULTIPLY_H
#define BRES_JUDGE_PROBLEM_MULTIPLY_H

#include <benchresult/problem.h>
#include <stdbool.h>

/* Multiplies an m x k and a k x n matrix of a floating-point type in double, and rounds the m x n
 * sums to the type. The terms of each sum are added in order, so every processor computes the same
 * bytes. Returns false if memory is exhausted. */
bool bres__matrices_multiply(bres_data_type type, const void *a, const void *b, void *c, size_t m,
                             size_t n, size_t k);

#endif
