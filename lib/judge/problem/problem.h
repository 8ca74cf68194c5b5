/* SPDX-License-Identifier: MIT */
/*
 * Checks that several functions of a problem make.
 */
#ifndef BRES_JUDGE_PROBLEM_PROBLEM_H
#define BRES_JUDGE_PROBLEM_PROBLEM_H

#include <benchresult/problem.h>

/* BRES_ERROR_ARGUMENT if the problem does not support the data type. */
bres_status bres__problem_check_type(const bres_problem *problem, bres_data_type type);

#endif
