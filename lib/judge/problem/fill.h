/* SPDX-License-Identifier: MIT */
/*
 * Fills input arrays with random numbers: the same bytes on every host, except for the normal
 * distribution.
 */
#ifndef BRES_JUDGE_PROBLEM_FILL_H
#define BRES_JUDGE_PROBLEM_FILL_H

#include "base/random.h"

#include <benchresult/problem.h>

/* A distribution and its two numbers, as bres_problem_parameter has them. */
typedef struct bres__filling {
    bres_distribution distribution;
    double first;
    double second;
} bres__filling;

/* BRES_ERROR_ARGUMENT if an array of this type cannot be filled in this way; the message begins
 * with "parameter 'NAME'". */
bres_status bres__fill_check(const bres__filling *filling, bres_data_type type, const char *name);
/* Fills `count` elements. The filling and the type must pass bres__fill_check(). */
void bres__fill(const bres__filling *filling, bres_data_type type, bres__random *random,
                void *elements, size_t count);

#endif
